/// A stretch of characters and line breaks that came together: typing, or a paste without brackets.
///
/// A CR with more text behind it is a line break of a paste, and so is the last CR of several lines. A CR at the end of
/// one line is Enter: so a program types a line (`tmux send-keys 'hello' Enter`).
struct TextRun {
    private enum Piece {
        case text([UInt8])
        case lineBreak
        /// Tab or Ctrl-J: a key when typed, a character when pasted.
        case key(Key, asText: UInt8)
    }

    private var pieces: [Piece] = []
    private var hasLineBreak = false
    private var isPaste: Bool
    private var wasPaste = false
    private let canBePaste: Bool

    /// - Parameters:
    ///   - canBePaste: Whether text is being typed at all.
    ///   - isContinued: Whether a paste came just before, so that this is its next part.
    init(canBePaste: Bool, isContinued: Bool) {
        self.canBePaste = canBePaste
        isPaste = canBePaste && isContinued
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        if hasLineBreak && canBePaste { isPaste = true }
        pieces.append(.text(Array(bytes)))
    }

    mutating func appendReturn() {
        hasLineBreak = true
        pieces.append(.lineBreak)
    }

    /// A key that is no character: it ends the run, unless a paste may hold it.
    mutating func take(_ key: Key, into keys: inout [Key]) {
        switch key {
        case .tab: pieces.append(.key(key, asText: 9))
        case .control("j"):
            // CRLF is one line break.
            if case .lineBreak = pieces.last { return }
            pieces.append(.key(key, asText: 10))
        case .enter, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown, .controlLeft, .controlRight, .control, .alt, .altEnter, .altBackspace, .function, .mouse, .paste,
            .text:
            close(into: &keys)
            keys.append(key)
        }
    }

    mutating func close(into keys: inout [Key]) {
        if !pieces.isEmpty {
            if isPaste { keys.append(.paste(pasted)) } else { type(into: &keys) }
        }
        wasPaste = isPaste && !pieces.isEmpty
        pieces = []
        hasLineBreak = false
        isPaste = false
    }

    /// - Returns: Whether the bytes ended in a paste, which may go on.
    mutating func finish(into keys: inout [Key]) -> Bool {
        let isEmpty = pieces.isEmpty
        close(into: &keys)
        return wasPaste && !isEmpty
    }

    private var pasted: String {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let text): bytes += text
            case .lineBreak: bytes.append(10)
            case .key(_, let byte): bytes.append(byte)
            }
        }
        return PasteBuffer.text(of: bytes)
    }

    private func type(into keys: inout [Key]) {
        // Pieces of text lie side by side where something without a meaning stood between them.
        var text: [UInt8] = []
        func flush(into keys: inout [Key]) {
            if !text.isEmpty { keys.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        for piece in pieces {
            switch piece {
            case .text(let bytes): text += bytes
            case .lineBreak:
                flush(into: &keys)
                keys.append(.enter)
            case .key(let key, _):
                flush(into: &keys)
                keys.append(key)
            }
        }
        flush(into: &keys)
    }
}
