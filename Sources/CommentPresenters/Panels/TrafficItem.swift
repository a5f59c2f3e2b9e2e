import Comments
import OptimisticState

/// One request on the network, as the panel shows it.
package struct TrafficItem: Identifiable, Hashable, Sendable {
    package enum Tone: Hashable, Sendable { case underWay, answered, failed }

    package let id: Int
    /// "comment “So blue!”", "list of posts".
    package let what: UntrustedText
    /// How much of its way is behind it, 0 to 1; nil once it has ended.
    package let progress: Double?
    /// Where it is, or what became of it.
    package let words: String
    package let tone: Tone

    init(_ traffic: Traffic, at now: Timestamp) {
        id = traffic.id
        what = traffic.subject.name
        guard let ending = traffic.ending, let endedAt = traffic.endedAt else {
            progress = traffic.progress(at: now)
            words = (traffic.isGivenUp ? "given up; " : "") + traffic.phase(at: now).words
            tone = .underWay
            return
        }
        progress = nil
        let time = (endedAt - traffic.begunAt).inTenthsOfSeconds
        switch ending {
        case .answered:
            words = traffic.isGivenUp ? "given up here; the server did it" : "answered in \(time)"
            tone = traffic.isGivenUp ? .failed : .answered
        case .connectionRefused, .lostBeforeServer, .lostAfterServer, .status, .halfAnswer, .notJSON, .givenUp:
            words = ending.words
            tone = .failed
        }
    }
}

extension Traffic.Subject {
    /// Reading is named by what is read, the rest by what is done.
    fileprivate var name: UntrustedText {
        switch self {
        case .signUp: UntrustedText("sign-up")
        case .signIn: UntrustedText("sign-in")
        case .signOut: UntrustedText("sign-out")
        case .posts: UntrustedText("list of posts")
        case .comments: UntrustedText("list of comments")
        case .record: UntrustedText("one record")
        case .favouriters: UntrustedText("who favourited it")
        case .changes: UntrustedText("live changes")
        case .submit(let operation): UntrustedText(operation.name)
        }
    }
}

extension Operation {
    fileprivate var name: String {
        switch self {
        case .addPost(let title, _): "post “\(UntrustedText(title).excerpt)”"
        case .editPost: "edit of a post"
        case .deletePost: "deletion of a post"
        case .addComment(_, let parent, let text):
            (parent == nil ? "comment" : "reply") + " “\(UntrustedText(text).excerpt)”"
        case .editComment(_, let text): "edit “\(UntrustedText(text).excerpt)”"
        case .deleteComment: "deletion"
        case .setPostFavourite(_, let wish), .setCommentFavourite(_, let wish):
            wish ? "favourite" : "favourite taken back"
        }
    }
}

extension Traffic.Phase {
    fileprivate var words: String {
        switch self {
        case .dns: "looking up"
        case .connect: "connecting"
        case .tls: "securing"
        case .send: "sending"
        case .server: "at the server"
        case .receive: "the answer comes"
        }
    }
}

extension Traffic.Ending {
    fileprivate var words: String {
        switch self {
        case .answered: "answered"
        case .connectionRefused: "no connection"
        case .lostBeforeServer: "lost on the way there"
        case .lostAfterServer: "done; the answer was lost"
        case .status(let status): "the server said \(status)"
        case .halfAnswer: "done; half an answer came"
        case .notJSON: "the answer made no sense"
        case .givenUp: "no answer came; given up"
        }
    }
}

extension Duration {
    /// "2.4 s", and whole seconds from ten on.
    var inTenthsOfSeconds: String {
        let milliseconds = max(0, inMilliseconds)
        guard milliseconds < 10_000 else { return "\(milliseconds / 1_000) s" }
        return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    }
}
