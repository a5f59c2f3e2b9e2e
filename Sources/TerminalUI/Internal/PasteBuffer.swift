/// What came of a bracketed paste.
struct PasteBuffer: Sendable {
    private static let startMark = Array("\u{1B}[200~".utf8)
    static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// More than any composer takes: what a paste that never ends costs.
    private static let mostBytes = 16 << 20

    /// Takes bytes up to the end mark, if it is there.
    ///
    /// A text that holds the mark itself must not get out of its brackets: of several marks that came in one piece, with
    /// no other paste begun between them, the last one counts.
    /// - Returns: Whether the paste has ended.
    mutating func take(_ rest: inout ArraySlice<UInt8>) -> Bool {
        // The mark may have begun with the bytes before.
        var from = max(0, bytes.count - Self.endMark.count + 1)
        let oldCount = bytes.count
        bytes += rest
        var end: Int?
        while let escape = bytes[from...].firstIndex(of: 0x1B) {
            let tail = bytes[escape...]
            if tail.starts(with: Self.endMark) { end = escape }
            if end != nil, tail.starts(with: Self.startMark) { break }
            from = escape + 1
        }
        guard let end else {
            rest = []
            let tail = Self.endMark.count
            if bytes.count > Self.mostBytes + tail { bytes.removeSubrange(Self.mostBytes..<bytes.count - tail) }
            return false
        }
        rest = rest.dropFirst(end + Self.endMark.count - oldCount)
        bytes.removeSubrange(end...)
        return true
    }

    /// Takes out the bytes at the end that cannot be told before more has come.
    mutating func takeUnfinished() -> [UInt8] {
        let count = StalledPaste.unfinished(in: bytes[...])
        defer { bytes.removeLast(count) }
        return Array(bytes.suffix(count))
    }

    /// The text without end marks, controls and what is no UTF-8; its line breaks are LF.
    var text: String { Self.text(of: bytes) }

    static func text(of bytes: [UInt8]) -> String {
        let whole = String(validating: bytes, as: UTF8.self) ?? String(decoding: valid(bytes[...]), as: UTF8.self)
        return whole.withoutControls
    }

    private static func valid(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        var valid: [UInt8] = []
        valid.reserveCapacity(rest.count)
        while !rest.isEmpty {
            switch UTF8Scan.scan(rest) {
            case .scalar(_, let length):
                valid += rest.prefix(length)
                rest = rest.dropFirst(length)
            case .invalid(let length): rest = rest.dropFirst(length)
            case .cut: rest = []
            }
        }
        return valid
    }
}
