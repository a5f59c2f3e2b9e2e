import CommentPresenters
import TerminalUI

extension KeyTable {
    /// A line of the table, for programs.
    package struct Row: Hashable, Sendable {
        /// Where; nil for what is the same everywhere.
        package let place: String?
        /// The name that the configuration gives keys by; nil for keys that stay.
        package let action: String?
        package let keys: [String]
        package let words: String
    }

    package var rows: [Row] {
        bindings.flatMap { binding -> [Row] in
            let action = binding.isFixed ? nil : binding.meaning.action
            let isEverywhere = binding.places.count == Focus.allCases.count
            return (isEverywhere ? [nil] : binding.places.map(Self.name(of:))).map {
                Row(place: $0, action: action, keys: binding.keys.map(\.name), words: binding.words)
            }
        }
    }
}
