import OptimisticState

/// JSON as programs get it: texts raw, every control written as a `\u` escape so that no terminal is harmed by looking.
enum JSON {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    /// Keys in the order given.
    case object([(String, JSON)])

    static func optional(_ string: String?) -> JSON { string.map { .string($0) } ?? .null }

    static func time(_ moment: Timestamp?) -> JSON { moment.map { .string($0.rfc3339) } ?? .null }

    var text: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.write(values.map { (nil, $0) }, between: ("[", "]"), to: &text, indent: indent)
        case .object(let members):
            Self.write(members.map { ($0.0, $0.1) }, between: ("{", "}"), to: &text, indent: indent)
        }
    }

    private static func write(
        _ members: [(String?, JSON)], between brackets: (String, String), to text: inout String, indent: Int
    ) {
        guard !members.isEmpty else { return text += brackets.0 + brackets.1 }
        let margin = String(repeating: "  ", count: indent + 1)
        text += brackets.0
        for (index, (key, value)) in members.enumerated() {
            text += (index == 0 ? "\n" : ",\n") + margin
            if let key {
                write(key, to: &text)
                text += ": "
            }
            value.write(to: &text, indent: indent + 1)
        }
        text += "\n" + String(repeating: "  ", count: indent) + brackets.1
    }

    /// C0, C1, DEL and the controls that reorder text (U+202A-202E, U+2066-2069).
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            default:
                if isEscaped(scalar) {
                    let hex = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}
