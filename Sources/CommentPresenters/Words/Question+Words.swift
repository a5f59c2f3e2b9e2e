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
        }
    }

    /// What there is to know before one answers; one line each.
    package var about: [String] {
        switch self {
        case .deleteComment, .deletePost, .signOut: []
        case .notSentYet(let action, _):
            ["It can be \(action == .edit ? "edited" : "deleted") as soon as the server has it."]
        case .discard(let discarding): discarding.about
        }
    }
}

extension Question {
    /// Whether a text comes back when it is answered with yes.
    package var givesTextBack: Bool { if case .discard(let discarding) = self { discarding.hasText } else { false } }
}

extension Discarding {
    /// More would push what is asked about off a small screen.
    private static var mostListed: Int { 4 }

    fileprivate var about: [String] {
        var lines: [String] = []
        switch certainty {
        case .notThere: break
        case .mayBeThere: lines.append("The server may have it: then only what is shown here goes.")
        case .beingSent: lines.append("It is being sent: the server may get it all the same.")
        }
        let names = dependents.map(\.raw)
        if !names.isEmpty {
            lines.append("What waits for it goes too:")
            let listed = names.count > Self.mostListed ? Self.mostListed - 1 : Self.mostListed
            lines += names.prefix(listed).map { "· \($0)" }
            if names.count > Self.mostListed { lines.append("· and \(names.count - listed) more") }
        }
        return lines
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
