import CommentScreens
import TerminalUI

/// Reads the user's own keys.
enum KeysReader {
    static func read(_ node: JSONNode, _ mistakes: inout [Mistake]) throws(Mistake) -> [String: [Key]] {
        var keys: [String: [Key]] = [:]
        for member in try node.members("keys", "an object of actions", &mistakes) {
            do throws(Mistake) {
                guard KeyTable.actions.contains(member.name) else {
                    throw unknown(member)
                }
                keys[member.name] = try list(member)
            } catch {
                mistakes.append(error)
            }
        }
        return keys
    }

    /// There are too many to list.
    private static func unknown(_ member: JSONNode.Member) -> Mistake {
        let hint = suggestion(for: member.name, among: KeyTable.actions).map { "did you mean \($0)?" }
        return Mistake(
            line: member.line,
            sentence: "unknown action “\(member.name)”; \(hint ?? "rakkan keys --json lists them")")
    }

    private static func list(_ member: JSONNode.Member) throws(Mistake) -> [Key] {
        let nodes: [JSONNode]
        switch member.node.value {
        case .array(let items) where !items.isEmpty: nodes = items
        case .string: nodes = [member.node]
        case .array:
            throw Mistake(
                line: member.node.line,
                sentence: "\(member.name) has no key there; without an entry it has those that come with it")
        case .null, .bool, .number, .object:
            throw member.node.wrong("\(member.name) is a list of keys such as [\"f\", \"F5\"]")
        }
        var keys: [Key] = []
        for node in nodes {
            let name = try node.text("a key of \(member.name)", "a name such as f, F5, Ctrl-F or Enter")
            guard let key = Key(named: name) else {
                throw Mistake(
                    line: node.line,
                    sentence:
                        "there is no key “\(name)”; keys are f, F, F5, Ctrl-F, Alt-F, Enter, Left, PgUp and the like")
            }
            if case .text = key, KeyTable.isForText(member.name) {
                throw Mistake(
                    line: node.line,
                    sentence: "\(member.name) is for where letters are text: its key can't be \(key.name), "
                        + "but for example F5 or Ctrl-X")
            }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}
