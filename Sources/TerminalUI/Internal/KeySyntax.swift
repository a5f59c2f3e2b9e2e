/// What stands at the beginning of a terminal's bytes.
///
/// The grammar is that of ECMA-48, 5th edition, 5.4 (control sequences), with the forms that xterm, the Linux console and
/// rxvt give to keys (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
enum KeySyntax {
    enum Wait {
        /// For what may follow an ESC.
        case escape
        /// For the rest of a control sequence.
        case sequence
        /// For the rest of a character of several bytes: without end, for it does not hold anything up.
        case character
    }

    enum Piece {
        /// So many bytes of printable characters.
        case text(Int)
        /// A CR: Enter, or a line break of a paste.
        case lineBreak
        case key(Key, length: Int)
        /// Nothing that has a meaning here.
        case nothing(Int)
        case pasteStart(Int)
        case answerStart(Int)
        case incomplete(Wait)
    }

    /// No key and no answer in CSI form is longer: past it the bytes are dropped.
    private static let longestSequence = 256

    /// - Parameter bytes: Not empty.
    static func parse(_ bytes: ArraySlice<UInt8>, table: KeyTable) -> Piece {
        guard let first = bytes.first else { return .nothing(0) }
        switch first {
        case 0x1B: return parseEscape(bytes, table)
        case 0x0D: return .lineBreak
        case 0x00...0x1F, 0x7F: return .key(control(first), length: 1)
        default: return parseText(bytes)
        }
    }

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x08, 0x7F: return .backspace
        case 0x09: return .tab
        case 0x01...0x1A: return .control(Character(UnicodeScalar(byte + 0x60)))
        default: return .control(Character(UnicodeScalar(byte + 0x40)))
        }
    }

    private static func parseText(_ bytes: ArraySlice<UInt8>) -> Piece {
        var position = bytes.startIndex
        while position < bytes.endIndex, bytes[position] >= 0x20, bytes[position] != 0x7F {
            switch UTF8Scan.scan(bytes[position...]) {
            case .scalar(let scalar, let length):
                if (0x80...0x9F).contains(scalar) {
                    if position > bytes.startIndex { return .text(position - bytes.startIndex) }
                    return parseC1(UInt8(scalar), bytes, length)
                }
                position += length
            case .invalid(let length):
                if position > bytes.startIndex { return .text(position - bytes.startIndex) }
                if (0x80...0x9F).contains(bytes[position]) { return parseC1(bytes[position], bytes, 1) }
                return .nothing(length)
            case .cut:
                if position > bytes.startIndex { return .text(position - bytes.startIndex) }
                return .incomplete(.character)
            }
        }
        return .text(position - bytes.startIndex)
    }

    /// C1 controls, as one byte or as a character: what they introduce is no text.
    private static func parseC1(_ control: UInt8, _ bytes: ArraySlice<UInt8>, _ length: Int) -> Piece {
        switch control {
        case 0x9B: return parseCSI(bytes, introducer: length)
        case 0x8F: return parseSS3(bytes, introducer: length)
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return .answerStart(length)
        default: return .nothing(length)
        }
    }

    private static func parseEscape(_ bytes: ArraySlice<UInt8>, _ table: KeyTable) -> Piece {
        guard bytes.count > 1 else { return .incomplete(.escape) }
        if let match = table.match(bytes) { return .key(match.key, length: match.length) }
        let second = bytes[bytes.startIndex + 1]
        switch second {
        case 0x5B: return parseCSI(bytes, introducer: 2)
        case 0x4F: return parseSS3(bytes, introducer: 2)
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
            // With nothing behind it, it may have been Alt and this letter.
            return bytes.count == 2 ? .incomplete(.escape) : .answerStart(2)
        case 0x0D: return .key(.altEnter, length: 2)
        case 0x08, 0x7F: return .key(.altBackspace, length: 2)
        // Two of them are the key and the start of something.
        case 0x00...0x1F: return .key(.escape, length: 1)
        default: break
        }
        switch UTF8Scan.scan(bytes.dropFirst()) {
        case .scalar(let scalar, let length):
            guard scalar >= 0xA0 || scalar < 0x7F, let scalar = Unicode.Scalar(scalar) else {
                return .nothing(1 + length)
            }
            return .key(.alt(Character(scalar)), length: 1 + length)
        case .invalid(let length): return .nothing(1 + length)
        case .cut: return .incomplete(.escape)
        }
    }

    private static func parseSS3(_ bytes: ArraySlice<UInt8>, introducer: Int) -> Piece {
        let body = bytes.dropFirst(introducer)
        guard let final = body.first else { return .incomplete(.sequence) }
        // Some terminals put a modifier between the two: ESC O 5 C.
        if (0x31...0x39).contains(final) {
            guard let second = body.dropFirst().first else { return .incomplete(.sequence) }
            return CSIKeys.key(final: second, parameters: [1, Int(final - 0x30)])
                .map { .key($0, length: introducer + 2) } ?? .nothing(introducer + 2)
        }
        return CSIKeys.applicationKey(final).map { .key($0, length: introducer + 1) } ?? .nothing(introducer + 1)
    }

    private static func parseCSI(_ bytes: ArraySlice<UInt8>, introducer: Int) -> Piece {
        let body = bytes.dropFirst(introducer)
        var position = body.startIndex
        while position < body.endIndex, (0x20...0x3F).contains(body[position]) { position += 1 }
        guard position < body.endIndex else {
            return body.count > longestSequence ? .nothing(bytes.count) : .incomplete(.sequence)
        }
        let parameters = body[body.startIndex..<position]
        let final = body[position]
        let length = position + 1 - bytes.startIndex
        // A control in the middle: what came before it was cut off.
        guard (0x40...0x7E).contains(final) else { return .nothing(length - 1) }
        if parameters.isEmpty, final == 0x5B {
            // The Linux console: ESC [ [ A is F1.
            guard bytes.count > length else { return .incomplete(.sequence) }
            let letter = bytes[bytes.startIndex + length]
            guard (0x41...0x45).contains(letter) else { return .nothing(length + 1) }
            return .key(.function(Int(letter) - 0x40), length: length + 1)
        }
        if parameters.isEmpty, final == 0x4D {
            // A mouse report in its oldest form: three bytes follow.
            return bytes.count < length + 3 ? .incomplete(.sequence) : .nothing(length + 3)
        }
        if final == 0x7E, parameters.elementsEqual("200".utf8) { return .pasteStart(length) }
        return CSIKeys.key(final: final, parameterBytes: parameters).map { .key($0, length: length) }
            ?? .nothing(length)
    }
}
