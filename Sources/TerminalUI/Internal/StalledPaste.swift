/// A bracketed paste that was given up waiting for, and whose rest may still come: a tunnel, a link that was cut.
///
/// The rest must not act as keys: a line break in it would send what is half there. Nobody types several characters in
/// one piece; what comes so is the paste's, one key alone is a key.
struct StalledPaste: Sendable {
    private let since: Int64
    /// What may be the beginning of the end mark, or of a character, and waits for what follows.
    let held: [UInt8]

    /// How long the rest is waited for, from the last that came of it.
    private static let patience: Int64 = 30_000

    init(since: Int64, held: [UInt8]) {
        self.since = since
        self.held = held
    }

    /// The same one, with something else held back.
    init(_ other: StalledPaste, held: [UInt8]) { self.init(since: other.since, held: held) }

    /// - Parameter input: What came, behind what is held.
    func isContinued(by input: ArraySlice<UInt8>, now: Int64, table: KeyTable) -> Bool {
        guard now <= since + Self.patience else { return false }
        switch KeySyntax.parse(input, table: table) {
        case .text(let length):
            return length < input.count || String(decoding: input, as: UTF8.self).unicodeScalars.count > 1
        case .key(_, let length), .answerStart(let length): return length < input.count
        case .lineBreak: return input.count > 1
        case .nothing: return true
        case .pasteStart, .incomplete: return false
        }
    }

    /// How many bytes at the end may be the beginning of the end mark, or of a character, and wait for what follows.
    static func unfinished(in bytes: ArraySlice<UInt8>) -> Int {
        let tail = bytes.suffix(PasteBuffer.endMark.count - 1)
        if let escape = tail.lastIndex(of: 0x1B), PasteBuffer.endMark.starts(with: tail[escape...]) {
            return tail.endIndex - escape
        }
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] & 0x80 != 0,
            case .cut = UTF8Scan.scan(bytes[lead...])
        else { return 0 }
        return bytes.endIndex - lead
    }
}
