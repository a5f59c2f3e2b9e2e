import NetworkConditions
import Comments
import CommentPresenters
import Glibc
import OptimisticState
import TerminalUI

/// `post`, `comment`, `favourite`: enqueue as the client does, wait for the first answer.
enum WriteCommands {
    static func post(title: String, _ desk: Desk) async throws(ProgramError) -> Int32 {
        let session = try desk.signedIn()
        let title = title.withoutControls
        let text = try text(desk.options.text, limit: desk)
        try check(title, "title", limit: desk.site.service.capabilities.longestTitle)
        try checkLength(text, "text", limit: desk.site.service.capabilities.longestText)
        let id = desk.store.enqueue(
            AddPost(title: UntrustedText(title), text: UntrustedText(text), author: UntrustedText(session.name)))
        return try await send(id, desk) {
            .created(by: id)
        } as: {
            PostOutput.json(of: $0, in: desk.store)
        }
    }

    static func comment(post: String, text words: String?, _ desk: Desk) async throws(ProgramError) -> Int32 {
        let session = try desk.signedIn()
        let text = try text(words ?? "-", limit: desk)
        try check(text, "comment", limit: desk.site.service.capabilities.longestText)
        let target = try await postReference(post, desk)
        let id = desk.store.enqueue(
            AddComment(post: target, text: UntrustedText(text), author: UntrustedText(session.name)))
        return try await send(id, desk) {
            .created(by: id)
        } as: {
            CommentOutput.json(of: $0, in: desk.store)
        }
    }

    static func favourite(_ id: String, _ desk: Desk) async throws(ProgramError) -> Int32 {
        _ = try desk.signedIn()
        let wish = !desk.options.isOff
        if try await desk.readPost(id) {
            let post = Ref<Post>.server(id)
            let mutation = desk.store.enqueue(SetPostFavourite(post: post, wish: wish), discarding: refused(post, desk))
            return try await send(mutation, desk) {
                post
            } as: {
                PostOutput.json(of: $0, in: desk.store)
            }
        }
        if try await desk.readComment(id) {
            let comment = Ref<Comment>.server(id)
            let mutation = desk.store.enqueue(
                SetCommentFavourite(comment: comment, wish: wish), discarding: refused(comment, desk))
            return try await send(mutation, desk) {
                comment
            } as: {
                CommentOutput.json(of: $0, in: desk.store)
            }
        }
        throw ProgramError(sentence: "there is no post and no comment “\(shown(id))”: rakkan posts lists them")
    }

    /// Favourites that were refused before give way to the new wish.
    private static func refused<R: Record>(_ ref: Ref<R>, _ desk: Desk) -> [MutationID] {
        desk.store.read { visible in
            visible.item(ref)?.mutations.filter { id in
                guard let entry = visible.entry(id), case .failure = entry.loadingState else { return false }
                return entry.mutation is SetPostFavourite || entry.mutation is SetCommentFavourite
            } ?? []
        }
    }

    /// A post by the server's id, or by the mutation that is still bringing it there.
    private static func postReference(_ id: String, _ desk: Desk) async throws(ProgramError) -> Ref<Post> {
        let pending = Ref<Post>.created(by: MutationID(id))
        if desk.store.read({ $0.item(pending) != nil }) { return pending }
        do throws(ProgramError) {
            if try await desk.readPost(id) { return .server(id) }
        } catch {
            // Out of reach: whether there is such a post is found out when the comment is sent.
            return .server(id)
        }
        throw ProgramError(sentence: "there is no post “\(shown(id))”: rakkan posts lists them")
    }

    // MARK: Sending

    private static func send<R: Record>(
        _ id: MutationID, _ desk: Desk, record: () -> Ref<R>, as json: (Ref<R>) -> JSON?
    ) async throws(ProgramError) -> Int32 {
        let ref = record()
        let ending = try await desk.draining {
            let ending = await desk.ending(of: id)
            await desk.waitUntilKept(id)
            return ending
        }
        if desk.options.isJSON, let json = json(ref) { Console.say(json.text) }
        switch ending {
        case .settled(.accepted(let serverID)):
            if !desk.options.isJSON { Console.say(serverID.map { "sent: \(shown($0))" } ?? "done") }
            return ExitStatus.done
        case .settled(.superseded):
            if !desk.options.isJSON { Console.say("already so") }
            return ExitStatus.done
        case .settled(.failed(let failure)):
            let what = failure.mayHaveArrived ? "may have been posted" : "not sent"
            Console.complain(
                "\(what): \(shown(failure.cause)). It is kept: rakkan outbox retry, or outbox discard ID")
            return ExitStatus.failed
        case .settled(.discarded):
            Console.complain("it was discarded in another terminal")
            return ExitStatus.failed
        case .queued(.loading(.needsSignIn)):
            Console.complain("kept, but the session has ended: rakkan sign-in NAME sends it")
            return ExitStatus.needsSignIn
        case .queued(let state) where desk.store.read({ $0.entry(id)?.isSaved }) == false:
            Console.complain("not sent: \(shown(state.reason)); the outbox's disk did not take it either: it is lost")
            return ExitStatus.failed
        case .queued(let state):
            let next =
                desk.options.visit == nil
                ? "It goes out the next time rakkan runs, or now: rakkan outbox drain"
                : "It goes out the next time you come, or with the command outbox drain"
            Console.complain("queued: \(shown(state.reason)). \(next)")
            return ExitStatus.queued
        }
    }

    // MARK: Texts

    /// `-` is standard input, to its end.
    private static func text(_ words: String?, limit desk: Desk) throws(ProgramError) -> String {
        guard words == "-" else { return (words ?? "").withoutControls }
        return try StandardInput.readAll(limit: desk.site.service.capabilities.longestText * 4 + 1_024).withoutControls
    }

    private static func check(_ text: String, _ what: String, limit: Int) throws(ProgramError) {
        guard !UntrustedText(text).isBlank else {
            throw ProgramError(sentence: "an empty \(what) is not sent")
        }
        try checkLength(text, what, limit: limit)
    }

    private static func checkLength(_ text: String, _ what: String, limit: Int) throws(ProgramError) {
        let count = text.unicodeScalars.count
        guard count <= limit else {
            throw ProgramError(sentence: "the \(what) is \(count - limit) over the limit of \(limit); nothing was sent")
        }
    }
}
