import Comments
import CommentPresenters
import OptimisticState

/// `posts`, `comments`: what the client would show, pending ones with their state.
enum ReadCommands {
    static func posts(_ desk: Desk) async throws(ProgramError) -> Int32 {
        let kept = try await desk.readPosts()
        if let kept { Console.complain(kept.sentence(at: desk.time.now())) }
        let items = desk.store.read { visible in visible.items(in: .feed, 0..<visible.count(in: .feed)) }
        if desk.options.isJSON {
            Console.say(JSON.array(items.map { PostOutput.json($0, in: desk.store) }).text)
        } else {
            if items.isEmpty { Console.complain("there are no posts yet: rakkan post TITLE writes one") }
            for item in items { Console.say(PostOutput.line(item, desk)) }
        }
        return ExitStatus.done
    }

    static func comments(of id: String, _ desk: Desk) async throws(ProgramError) -> Int32 {
        let pending = Ref<Post>.created(by: MutationID(id))
        let isPending = desk.store.read { $0.item(pending) != nil }
        let post = isPending ? pending : .server(id)
        if !isPending {
            let kept = try await desk.readComments(of: id)
            if let kept { Console.complain(kept.sentence(at: desk.time.now())) }
        }
        let scope = Scope.comments(of: post)
        let items = desk.store.read { visible in visible.items(in: scope, 0..<visible.count(in: scope)) }
        if desk.options.isJSON {
            Console.say(JSON.array(items.map { CommentOutput.json($0, in: desk.store) }).text)
        } else {
            for item in items { Console.say(CommentOutput.line(item, desk)) }
        }
        return ExitStatus.done
    }
}
