/// Reads JSON (RFC 8259), and says of what is none where it stops being it, and why. `JSONDecoder` does neither.
struct JSONReader {
    /// Deeper nesting is no configuration, and would use up the stack.
    private static let deepest = 32

    private var rest: Substring.UnicodeScalarView
    private var line = 1

    /// - Throws: ``Mistake``, with the line.
    static func read(_ text: String) throws(Mistake) -> JSONNode {
        var reader = JSONReader(rest: Substring(text).unicodeScalars)
        if reader.rest.first == "\u{FEFF}" { reader.rest.removeFirst() }
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.rest.isEmpty else { throw reader.mistake("nothing may follow the last }") }
        return node
    }

    private init(rest: Substring.UnicodeScalarView) {
        self.rest = rest
    }

    private func mistake(_ sentence: String) -> Mistake { Mistake(line: line, sentence: sentence) }

    private mutating func skipBlanks() {
        while let scalar = rest.first, scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
            if scalar == "\n" { line += 1 }
            rest.removeFirst()
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func value(depth: Int) throws(Mistake) -> JSONNode {
        skipBlanks()
        let begin = line
        guard depth < Self.deepest else { throw mistake("this is nested too deeply") }
        guard let first = rest.first else { throw mistake("the file ends where a value should stand") }
        let value: JSONNode.Value
        switch first {
        case "{": value = try object(depth)
        case "[": value = try array(depth)
        case "\"": value = .string(try string())
        case "-", "0"..."9": value = .number(try number())
        case "/", "#": throw mistake("JSON has no comments")
        case "'": throw mistake("texts stand in double quotes")
        default: value = try word()
        }
        return JSONNode(value: value, line: begin)
    }

    private mutating func word() throws(Mistake) -> JSONNode.Value {
        let letters = rest.prefix { $0.properties.isAlphabetic || $0 == "_" }
        switch String(letters) {
        case "true":
            rest.removeFirst(4)
            return .bool(true)
        case "false":
            rest.removeFirst(5)
            return .bool(false)
        case "null":
            rest.removeFirst(4)
            return .null
        case "": throw mistake("“\(rest.first.map(String.init) ?? "")” can't begin a value")
        case let word: throw mistake("“\(word)” needs double quotes, or should be true or false")
        }
    }

    private mutating func object(_ depth: Int) throws(Mistake) -> JSONNode.Value {
        rest.removeFirst()
        var members: [JSONNode.Member] = []
        if take("}") { return .object([]) }
        repeat {
            skipBlanks()
            let begin = line
            guard rest.first == "\"" else {
                throw mistake(
                    rest.first == "}"
                        ? "the comma before } is one too many" : "a name in double quotes should stand here")
            }
            let name = try string()
            guard take(":") else { throw mistake("a colon is missing behind “\(name)”") }
            members.append(JSONNode.Member(name: name, line: begin, node: try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw mistake(missing("}")) }
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws(Mistake) -> JSONNode.Value {
        rest.removeFirst()
        if take("]") { return .array([]) }
        var items: [JSONNode] = []
        repeat {
            skipBlanks()
            guard rest.first != "]" else { throw mistake("the comma before ] is one too many") }
            items.append(try value(depth: depth + 1))
        } while take(",")
        guard take("]") else { throw mistake(missing("]")) }
        return .array(items)
    }

    private func missing(_ bracket: String) -> String {
        rest.isEmpty ? "the file ends before its \(bracket)" : "a comma or \(bracket) is missing before this"
    }

    private mutating func number() throws(Mistake) -> Int {
        let digits = rest.prefix { "+-.eE0123456789".unicodeScalars.contains($0) }
        let text = String(digits)
        let isOctal = text.hasPrefix("0") && text.count > 1 || text.hasPrefix("-0") && text.count > 2
        guard let number = Int(text), !isOctal, !text.hasPrefix("+") else {
            throw mistake("“\(text)” is no whole number")
        }
        rest.removeFirst(digits.count)
        return number
    }

    private mutating func string() throws(Mistake) -> String {
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(text)
            case "\\": text.append(try escape())
            case "\u{0}"..."\u{1F}": throw mistake("a text ends in its line: a double quote is missing")
            default: text.append(scalar)
            }
        }
        throw mistake("the file ends inside of a text")
    }

    private mutating func escape() throws(Mistake) -> Unicode.Scalar {
        switch rest.popFirst() {
        case "\"": return "\""
        case "\\": return "\\"
        case "/": return "/"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let high = try unit()
            if (0xD800...0xDBFF).contains(high) {
                guard rest.popFirst() == "\\", rest.popFirst() == "u" else { throw mistake("half a \\u pair") }
                let low = try unit()
                guard (0xDC00...0xDFFF).contains(low) else { throw mistake("half a \\u pair") }
                return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00) ?? "\u{FFFD}"
            }
            guard let scalar = Unicode.Scalar(high) else { throw mistake("half a \\u pair") }
            return scalar
        default: throw mistake("a backslash stands only before \" \\ / b f n r t and u")
        }
    }

    private mutating func unit() throws(Mistake) -> UInt32 {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
            let unit = UInt32(String(digits), radix: 16)
        else { throw mistake("four hexadecimal digits follow \\u") }
        rest.removeFirst(4)
        return unit
    }
}
