import CommentScreens
import TerminalUI

extension Configuration {
    /// The keys as they come, with the user's own.
    package var keyTable: KeyTable { keys.isEmpty ? .standard : KeyTable(own: keys) }

    /// What keys were asked for and mean something else already. The rest of the file counts all the same.
    package var conflicts: [Mistake] {
        var found: [Mistake] = []
        for conflict in keyTable.conflicts {
            let moved = conflict.actions.filter { keys[$0] != nil }
            let (first, second) = (conflict.actions[0], conflict.actions[1])
            found.append(
                Mistake(
                    line: line(of: first),
                    sentence: "\(conflict.key.name) would be both \(first) and \(second) (\(conflict.placeName)); "
                        + "\(moved.joined(separator: " and ")) \(moved.count == 1 ? "keeps its" : "keep their") usual keys"
                ))
        }
        return found
    }

    private func line(of action: String) -> Int? {
        guard let node = given["keys"], case .object(let members) = node.value else { return nil }
        return members.first { $0.name == action }?.line
    }
}
