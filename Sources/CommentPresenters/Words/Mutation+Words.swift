import Comments
import OptimisticState

/// What a mutation is to a person.
package struct MutationWords {
    /// "comment", "edit", …
    package let what: String
    /// What was typed, in one short line; empty if it holds no text.
    package let excerpt: String
    /// Said while it is under way, before "sending…".
    let pendingPrefix: String
    private let failedPrefix: String
    private let perhapsPrefix: String
    /// Whether it makes the record that it stands on.
    let isCreation: Bool
    /// Whether it says nothing for the first moment: flipping is its own answer.
    let isQuiet: Bool
    private var isTakenBack = false

    package init(_ mutation: (any Mutation<Connection>)?, kindName: String) {
        switch mutation {
        case let add as AddComment:
            self.init(
                add.parent == nil ? "comment" : "reply", add.text.excerpt, failed: "not sent", isCreation: true)
        case let add as AddPost:
            self.init("post", add.title.excerpt, failed: "not sent", isCreation: true)
        case let edit as EditComment:
            self.init(
                "edit", edit.text.excerpt, pending: "edit: ", failed: "edit not sent", perhaps: "may have been edited")
        case let edit as EditPost:
            self.init(
                "edit of a post", edit.title.excerpt, pending: "edit: ", failed: "edit not sent",
                perhaps: "may have been edited")
        case is DeleteComment:
            self.init("deletion", "", pending: "deletion: ", failed: "not deleted", perhaps: "may have been deleted")
        case is DeletePost:
            self.init(
                "deletion of a post", "", pending: "deletion: ", failed: "not deleted",
                perhaps: "may have been deleted")
        case let wish as SetCommentFavourite:
            self.init(wish: wish.wish)
        case let wish as SetPostFavourite:
            self.init(wish: wish.wish)
        case .some, nil:
            self.init(kindName, "", failed: "not sent", perhaps: "may have arrived")
        }
    }

    private init(wish: Bool) {
        self.init(
            wish ? "favourite" : "favourite taken back", "", pending: "favourite: ",
            failed: wish ? "favourite refused" : "favourite not taken back",
            perhaps: wish ? "favourite may have arrived" : "favourite may have been taken back", isQuiet: true)
        isTakenBack = !wish
    }

    private init(
        _ what: String, _ excerpt: String, pending: String = "", failed: String,
        perhaps: String = "may have been posted", isCreation: Bool = false, isQuiet: Bool = false
    ) {
        self.what = what
        self.excerpt = excerpt
        pendingPrefix = pending
        failedPrefix = failed
        perhapsPrefix = perhaps
        self.isCreation = isCreation
        self.isQuiet = isQuiet
    }

    /// Said when it failed, before the reason.
    ///
    /// - Parameter isNamed: Whether its name, which says what kind it is, stands before that.
    func failed(isNamed: Bool) -> String { isNamed ? "not sent" : failedPrefix }

    /// Said when it failed and may be there all the same, before the reason.
    func perhaps(isNamed: Bool) -> String { isNamed && !isCreation ? "may have arrived" : perhapsPrefix }

    /// The mutation named so that a person finds it on the screen.
    ///
    /// - Parameter shown: The beginning of what stands there, if that is not what was typed for it.
    func name(_ shown: String? = nil) -> String {
        let excerpt = shown ?? excerpt
        return excerpt.isEmpty ? "your \(what)" : "your \(what) “\(excerpt)”"
    }

    /// One without a text of its own, named by what it is about.
    func name(about target: String) -> String {
        "your \(isTakenBack ? "taken-back favourite" : what) of “\(target)”"
    }
}

extension UntrustedText {
    /// The first line, cut to a few words.
    package var excerpt: String { excerpt(upTo: 24) }

    /// The first line, cut to so many grapheme clusters.
    func excerpt(upTo limit: Int) -> String {
        let line = raw.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        let short = line.prefix(limit)
        return short.endIndex == line.endIndex ? String(short) : short + "…"
    }
}
