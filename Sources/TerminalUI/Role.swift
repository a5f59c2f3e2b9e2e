/// What a piece of text is on the screen. A ``Theme`` says how it looks.
package enum Role: Hashable, Sendable, CaseIterable {
    case text, title, dim, accent
    /// A name, in one of the stable colours where the terminal has enough of them.
    case author(slot: UInt8)
    case pending, failed, favourite
    case status, hint, line
    case field, error
    /// What was searched for.
    case match

    /// How many colours names are spread over.
    package static let authorSlots: UInt8 = 12

    /// The role of `name`: the same name has the same colour in every run and on every machine.
    package static func author(named name: String) -> Role {
        // FNV-1a, 32 bits: Hasher is seeded anew in every process.
        let hash = name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return .author(slot: UInt8(truncatingIfNeeded: hash % UInt32(authorSlots)))
    }

    /// What the configuration calls it; names of people share one.
    package var name: String {
        switch self {
        case .text: "text"
        case .title: "title"
        case .dim: "dim"
        case .accent: "accent"
        case .author: "author"
        case .pending: "pending"
        case .failed: "failed"
        case .favourite: "favourite"
        case .status: "status"
        case .hint: "hint"
        case .line: "line"
        case .field: "field"
        case .error: "error"
        case .match: "match"
        }
    }

    package static var allCases: [Role] {
        [.text, .title, .dim, .accent]
            + (0..<authorSlots).map { .author(slot: $0) }
            + [.pending, .failed, .favourite, .status, .hint, .line, .field, .error, .match]
    }
}

/// A role, and whether its row is the selected one.
package struct Style: Hashable, Sendable {
    package var role: Role
    package var isSelected: Bool

    package init(_ role: Role, isSelected: Bool = false) {
        self.role = role
        self.isSelected = isSelected
    }
}
