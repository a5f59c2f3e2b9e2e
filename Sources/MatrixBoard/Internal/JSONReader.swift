/// Reads JSON from bytes in one pass.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The one value that the bytes are.
    mutating func whole() -> JSONValue? {
        guard let value = value(depth: 0) else { return nil }
        skipBlanks()
        return at == bytes.count ? value : nil
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipBlanks() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            case _: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard at + count <= bytes.count else { return false }
        for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
        at += count
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipBlanks()
        guard let first = next else { return nil }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): if depth >= JSONValue.depthLimit { return skipDeep() }
        case _: break
        }
        switch first {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        case _: return number()
        }
    }

    /// Steps over an object or array that lies too deep, however deep it goes on, without a stack of its own. It is
    /// nobody's business, and must not take the page with it that it stands on.
    private mutating func skipDeep() -> JSONValue? {
        var depth = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case _: break
            }
            at += 1
            if depth == 0 { return .null }
        }
        return nil
    }

    private mutating func object(depth: Int) -> JSONValue? {
        at += 1
        var members: [JSONValue.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipBlanks()
            guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            members.append(JSONValue.Member(name: name, value: value))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        at += 1
        var items: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            items.append(value)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .array(items) : nil
    }

    private mutating func number() -> JSONValue? {
        let start = at
        var isWhole = true
        if next == UInt8(ascii: "-") { at += 1 }
        let digits = at
        while let byte = next {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
                isWhole = false
            case _:
                return number(from: start, digits: digits, isWhole: isWhole)
            }
            at += 1
        }
        return number(from: start, digits: digits, isWhole: isWhole)
    }

    private func number(from start: Int, digits: Int, isWhole: Bool) -> JSONValue? {
        guard digits < at, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[digits]) else { return nil }
        // Rooms of old versions hold numbers of any length; none so long means anything here.
        guard at - start < 400 else { return .null }
        if bytes[digits] == UInt8(ascii: "0"), digits + 1 < at, isWhole { return nil }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let last = text.utf8.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) else { return nil }
        return Double(text).map { .number($0) }
    }

    private mutating func string() -> String? {
        at += 1
        let start = at
        // Most strings have no escape: they are taken as they stand.
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                defer { at += 1 }
                return String(decoding: bytes[start..<at], as: UTF8.self)
            case UInt8(ascii: "\\"): return escapedString(from: start)
            case 0..<0x20: return nil
            case _: at += 1
            }
        }
        return nil
    }

    private mutating func escapedString(from start: Int) -> String? {
        var text = Array(bytes[start..<at])
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): guard takeEscape(into: &text) else { return nil }
            case 0..<0x20: return nil
            case _: text.append(byte)
            }
        }
        return nil
    }

    private mutating func takeEscape(into text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let unit = hexUnit() else { return false }
            text += Array(String(scalar(unit)).utf8)
        case _: return false
        }
        return true
    }

    /// The scalar that a unit of UTF-16 begins; half a pair is none, and is shown as such.
    private mutating func scalar(_ unit: UInt16) -> Character {
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        guard unit < 0xDC00, at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let before = at
        at += 2
        guard let low = hexUnit(), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else {
            at = before
            return "\u{FFFD}"
        }
        return Character(scalar)
    }

    private mutating func hexUnit() -> UInt16? {
        guard at + 4 <= bytes.count else { return nil }
        var value: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[at]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            case _: return nil
            }
            value = value << 4 | UInt16(digit)
            at += 1
        }
        return value
    }
}
