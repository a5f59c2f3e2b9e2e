import Comments

extension Question {
    /// What is asked.
    package var sentence: String {
        switch self {
        case .deleteComment(_, _, let excerpt): "Delete your comment “\(excerpt.raw)”?"
        case .deletePost(_, let title): "Delete your post “\(title.raw)” and the comments under it?"
        case .discard(let discarding): "Discard \(discarding.name.raw)?"
        case .notSentYet(_, let name): "\(name.raw.capitalizedFirst) is not sent yet."
        case .signOut(0): "Sign out? Nothing waits to be sent."
        case .signOut(let waiting):
            waiting == 1 ? "1 thing was not sent yet. Sign out?" : "\(waiting) things were not sent yet. Sign out?"
        case .discardAtSignOut(let texts): "Discard \(texts == 1 ? "1 text" : "\(texts) texts") for good?"
        }
    }

    /// What there is to know before one answers; one line each.
    package var about: [String] { about(naming: Discarding.mostNamed) }

    /// - Parameter names: So many of what goes along are named; the others are counted.
    package func about(naming names: Int) -> [String] {
        switch self {
        case .deleteComment, .deletePost, .signOut, .discardAtSignOut: []
        case .notSentYet(let action, _):
            ["It can be \(action == .edit ? "edited" : "deleted") as soon as the server has it."]
        case .discard(let discarding): [discarding.warning].compactMap(\.self) + discarding.others(naming: names)
        }
    }

    /// How many lines name what goes along, where there is room for all.
    package var names: Int {
        if case .discard(let discarding) = self { min(Discarding.mostNamed, discarding.dependents.count) } else { 0 }
    }

    /// Whether this answer is one of those that stand under it: any other does nothing.
    package func offers(_ answer: Answer) -> Bool {
        switch (self, answer) {
        case (.notSentYet, _): false
        case (_, .no): true
        case (.signOut(0), .yes): true
        case (.signOut(let waiting), .keep), (.signOut(let waiting), .discard): waiting > 0
        case (.signOut, .yes): false
        case (_, .yes): true
        case (_, .keep), (_, .discard): false
        }
    }

    /// The same in as few words as say it.
    package var aboutInShort: [String] {
        switch self {
        case .deleteComment, .deletePost, .signOut, .discardAtSignOut: []
        case .notSentYet(let action, _): [action == .edit ? "Edit it later." : "Delete it later."]
        case .discard(let discarding):
            [discarding.othersInShort.map { "And \($0)." }, discarding.shortWarning].compactMap(\.self)
        }
    }
}

extension Question {
    /// Whether a text comes back when it is answered with yes.
    package var givesTextBack: Bool { if case .discard(let discarding) = self { discarding.hasText } else { false } }
}

extension Discarding {
    /// More would push what is asked about off a small screen.
    static var mostNamed: Int { 4 }

    /// "it", "them": what was pointed at.
    package var it: String { pointedAt.count == 1 ? "it" : "them" }

    /// "it", "them": all that goes.
    package var all: String { ids.count == 1 ? "it" : "them" }

    fileprivate var warning: String? {
        switch certainty {
        case .notThere: nil
        case .mayBeThere: "The server may have \(it): then only what is shown here goes."
        case .beingSent:
            "\(pointedAt.count == 1 ? "It is" : "They are") being sent: the server may get \(it) all the same."
        }
    }

    /// Fits into the narrowest screen.
    package var shortWarning: String? {
        let it = pointedAt.count == 1 ? "It" : "They"
        return switch certainty {
        case .notThere: nil
        case .mayBeThere: "\(it) may be there."
        case .beingSent: "\(it) may still arrive."
        }
    }

    fileprivate func others(naming most: Int) -> [String] {
        guard !dependents.isEmpty else { return [] }
        guard most > 0 else {
            return [
                dependents.count == 1
                    ? "1 that waits for \(it) goes too." : "\(dependents.count) that wait for \(it) go too."
            ]
        }
        // A row that counts is worth no less than one that names.
        let named = dependents.count > most ? most - 1 : most
        guard named > 0 else { return others(naming: 0) }
        let rest = dependents.count - named
        return ["What waits for \(it) goes too:"] + dependents.prefix(named).map { "· \($0.raw)" }
            + (rest > 0 ? ["· and \(rest) more"] : [])
    }

    /// "6 that wait for it": nil if nothing does.
    package var othersInShort: String? {
        switch dependents.count {
        case 0: nil
        case 1: "1 that waits for \(it)"
        case let count: "\(count) that wait for \(it)"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
