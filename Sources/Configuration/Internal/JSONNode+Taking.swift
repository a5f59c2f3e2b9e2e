/// Taking what should be there, and saying so if it is not.
extension JSONNode {
    func flag(_ name: String) throws(Mistake) -> Bool {
        guard case .bool(let isTrue) = value else { throw wrong("\(name) is true or false") }
        return isTrue
    }

    func text(_ name: String, _ what: String) throws(Mistake) -> String {
        guard case .string(let text) = value, !text.isEmpty else { throw wrong("\(name) is \(what)") }
        // Neither a path nor a command can hold U+0000; nobody means the others.
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw Mistake(line: line, sentence: "\(name) is \(what), without control characters in it")
        }
        return text
    }

    /// Nil for `null`.
    func optionalText(_ name: String, _ what: String) throws(Mistake) -> String? {
        value == .null ? nil : try text(name, what)
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws(Mistake) -> Choice {
        let known = Choice.allCases.map(\.rawValue)
        let text = try text(name, "one of \(known.joined(separator: ", "))")
        guard let choice = Choice(rawValue: text) else { throw Mistake(name, text, among: known, line: line) }
        return choice
    }

    /// Without names that stand there twice.
    func members(_ name: String, _ what: String, _ mistakes: inout [Mistake]) throws(Mistake) -> [Member] {
        guard case .object(let members) = value else { throw wrong("\(name) is \(what)") }
        var names: Set<String> = []
        return members.filter { member in
            if names.insert(member.name).inserted { return true }
            mistakes.append(Mistake(line: member.line, sentence: "“\(member.name)” stands there twice"))
            return false
        }
    }

    func wrong(_ right: String) -> Mistake { Mistake(line: line, sentence: "\(right), not \(kind)") }
}
