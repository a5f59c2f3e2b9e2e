import CommentPresenters
import TerminalUI

extension KeyTable {
    /// The table as a page of the documentation.
    package func markdown() -> String {
        var text = "# Keys\n\nMade from the table that dispatches them; `?` shows the same.\n"
        for section in sections() {
            text += "\n## \(section.title)\n\n| keys | what they do |\n|---|---|\n"
            for row in section.rows {
                text += "| \(row.keys.map { "`\($0)`" }.joined(separator: " ")) | \(row.words) |\n"
            }
        }
        return text
    }

    struct Section {
        let title: String
        let rows: [(keys: [String], words: String)]
    }

    /// One section for what is the same everywhere, then one per place.
    func sections(first: Focus? = nil) -> [Section] {
        let common = bindings.filter(isCommon)
        let order = [first].compactMap { $0 } + Focus.allCases.filter { $0 != first }
        return order.map { focus in section(Self.name(of: focus), bindings(in: focus).filter { !isCommon($0) }) }
            + [section("Everywhere", common)]
    }

    private func isCommon(_ binding: Binding) -> Bool { binding.places.count == Focus.allCases.count }

    private func section(_ title: String, _ bindings: [Binding]) -> Section {
        var rows: [(keys: [String], words: String)] = []
        for binding in bindings {
            let keys = binding.keys.map(\.name)
            if let index = rows.firstIndex(where: { $0.words == binding.words }) {
                rows[index].keys += keys
            } else {
                rows.append((keys, binding.words))
            }
        }
        return Section(title: title, rows: rows)
    }
}
