/// What a visitor wrote behind `ssh HOST`, taken apart into words. It is never given to a shell.
///
/// Words are parted by blanks. `'…'` keeps everything in it, `"…"` all but `\"` and `\\`, and outside of both a `\` keeps
/// the next character. Nothing else means anything: `$`, `` ` ``, `;`, `|`, `>`, `*` are characters like others.
package enum CommandWords {
    /// In bytes. A comment that needs more comes in by standard input.
    package static let longest = 65_536

    package enum Mistake: Error, Hashable, Sendable {
        case tooLong
        case notText
        case controlCharacter
        /// A quote that is not closed, or a `\` at the end.
        case unfinished
    }

    /// - Parameter bytes: As they came: nobody promises that they are text.
    package static func split(_ bytes: [UInt8]) throws(Mistake) -> [String] {
        guard bytes.count <= longest else { throw .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            let isBlank = scalar == " " || scalar == "\t" || scalar == "\n"
            guard isBlank || !isControl(scalar) else { throw .controlCharacter }
            if isEscaped {
                if quote == "\"", scalar != "\"", scalar != "\\" { word?.append("\\") }
                word?.append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
                word = word ?? .init()
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? .init()
            } else if quote == nil, isBlank {
                if let done = word { words.append(String(done)) }
                word = nil
            } else {
                word = word ?? .init()
                word?.append(scalar)
            }
        }
        guard quote == nil, !isEscaped else { throw .unfinished }
        if let last = word { words.append(String(last)) }
        return words
    }

    /// C0, DEL and C1.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }
}
