import Comments
import CommentPresenters
import OptimisticState

/// `outbox`: what waits and what failed, retried, discarded or sent from the command line.
enum OutboxCommand {
    static func run(_ action: Command.OutboxAction, _ desk: Desk) async throws(ProgramError) -> Int32 {
        _ = try desk.signedIn()
        switch action {
        case .list: return list(desk)
        case .discard(let ids): return try discard(ids, desk)
        case .retry(let ids): return try await retry(ids, desk)
        case .drain: return try await drain(desk)
        }
    }

    private static func list(_ desk: Desk) -> Int32 {
        let entries = desk.store.read { $0.outbox }
        if desk.options.isJSON {
            Console.say(JSON.array(entries.map(json)).text)
        } else if entries.isEmpty {
            Console.say("nothing waits")
        } else {
            for entry in entries { Console.say(line(entry)) }
        }
        return ExitStatus.done
    }

    private static func discard(_ ids: [String], _ desk: Desk) throws(ProgramError) -> Int32 {
        let ids = try known(ids, desk)
        for id in ids {
            for mutation in desk.store.discard(id) {
                let text = mutation.typedText
                Console.say("discarded" + (text.map { ": \(printable($0))" } ?? ""))
            }
        }
        return ExitStatus.done
    }

    private static func retry(_ ids: [String], _ desk: Desk) async throws(ProgramError) -> Int32 {
        let chosen = ids.isEmpty ? desk.store.read { $0.outbox.map(\.id) } : try known(ids, desk)
        for id in chosen { desk.store.retry(id) }
        return try await drain(desk)
    }

    private static func drain(_ desk: Desk) async throws(ProgramError) -> Int32 {
        // The user asks now: no wait counts.
        for id in desk.store.read({ $0.outbox.map(\.id) }) { desk.store.wake(id) }
        try await desk.draining { await desk.drainAll() }
        let rest = desk.store.read { $0.outbox }
        if desk.options.isJSON { Console.say(JSON.array(rest.map(json)).text) }
        guard !rest.isEmpty else {
            if !desk.options.isJSON { Console.say("nothing waits") }
            return ExitStatus.done
        }
        if !desk.options.isJSON { for entry in rest { Console.say(line(entry)) } }
        if rest.contains(where: { $0.loadingState == .loading(.needsSignIn) }) { return ExitStatus.needsSignIn }
        let hasFailed = rest.contains { if case .failure = $0.loadingState { true } else { false } }
        return hasFailed ? ExitStatus.failed : ExitStatus.queued
    }

    private static func known(_ ids: [String], _ desk: Desk) throws(ProgramError) -> [MutationID] {
        var found: [MutationID] = []
        for id in ids {
            guard desk.store.read({ $0.entry(MutationID(id)) != nil }) else {
                throw ProgramError(sentence: "nothing in the outbox is called “\(shown(id))”: rakkan outbox lists it")
            }
            found.append(MutationID(id))
        }
        return found
    }

    private static func line(_ entry: OutboxEntry<Connection>) -> String {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        let saved = entry.isSaved ? "" : " (not saved)"
        let about = words.excerpt.isEmpty ? entry.mutation?.target ?? "" : words.excerpt
        return "\(entry.id)  \(shown(words.what)) \(shown(about))\(Optional(entry.loadingState).mark)\(saved)"
    }

    private static func json(_ entry: OutboxEntry<Connection>) -> JSON {
        let state = StateOutput(entry.loadingState, mayHaveArrived: entry.mayHaveArrived)
        return .object([
            ("mutationID", .string(entry.id.rawValue)),
            ("kind", .string(entry.kindName)),
            ("target", .optional(entry.mutation?.target)),
            ("text", .optional(entry.mutation?.typedText?.raw)),
            ("createdAt", .time(entry.enqueuedAt)),
            ("attempts", .number(entry.attempts)),
            ("saved", .bool(entry.isSaved)),
            ("state", .string(state.state)),
            ("reason", state.reason),
        ])
    }
}
