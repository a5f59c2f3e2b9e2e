import Comments
import CommentPresenters
import OptimisticState

/// `outbox`: what waits and what failed, retried, discarded or sent from the command line.
enum OutboxCommand {
    static func run(_ action: Command.OutboxAction, _ desk: Desk) async throws(ProgramError) -> Int32 {
        _ = try desk.signedIn()
        switch action {
        case .list: return list(desk)
        case .discard(let ids, let withDependents): return try discard(ids, withDependents: withDependents, desk)
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
            sayLines(desk)
        }
        return ExitStatus.done
    }

    /// What waits for another is not discarded unasked: the command lists it, and wants to be told.
    private static func discard(
        _ ids: [String], withDependents: Bool, _ desk: Desk
    ) throws(ProgramError) -> Int32 {
        let ids = try known(ids, desk)
        for id in ids where desk.store.read({ $0.entry(id)?.loadingState }) == .loading(.quarantined) {
            throw ProgramError(
                sentence: "\(shown(id.rawValue)) was written by a newer rakkan: only that can discard it")
        }
        let others = Set(ids.flatMap { desk.store.dependents(on: $0) }).subtracting(ids)
        guard others.isEmpty || withDependents else {
            let lines = desk.store.read { visible in
                visible.outbox.filter { others.contains($0.id) }.map { line($0, in: visible, desk) }
            }
            throw ProgramError(
                sentence: "nothing was discarded: this waits for it and would go too\n"
                    + lines.map { "  \($0)\n" }.joined() + "add --with-dependents, or name them all")
        }
        let all = desk.store.read { visible in
            visible.outbox.map(\.id).filter { ids.contains($0) || others.contains($0) }
        }
        let perhapsThere = desk.store.read { visible in
            all.filter { visible.entry($0).map { $0.mayBeThere || $0.loadingState == .loading(.sending) } ?? false }
        }
        // Another process may send it, or hang something on it, between what was read and this.
        guard let discarded = desk.store.discard(exactly: all, unsent: perhapsThere.isEmpty) else {
            throw ProgramError(
                sentence: "nothing was discarded: another rakkan is just at it. rakkan outbox says what became of it")
        }
        for mutation in discarded {
            Console.say("discarded" + (mutation.typedText.map { ": \(printable($0))" } ?? ""))
        }
        for id in perhapsThere {
            Console.complain("\(shown(id.rawValue)) may have been posted: what is there stays there")
        }
        guard discarded.count == all.count else {
            throw ProgramError(
                sentence: discarded.isEmpty
                    ? "nothing was discarded: it was sent meanwhile"
                    : "the rest was not discarded: it was sent meanwhile")
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
        let before = desk.store.read { $0.outbox.map(\.id) }
        for id in before { desk.store.wake(id) }
        try await desk.draining { await desk.drainAll() }
        let rest = desk.store.read { $0.outbox }
        if desk.options.isJSON { Console.say(JSON.array(rest.map(json)).text) }
        guard !rest.isEmpty else {
            if !desk.options.isJSON {
                Console.say(before.isEmpty ? "nothing waits" : "nothing waits: everything was sent")
            }
            return ExitStatus.done
        }
        if !desk.options.isJSON { sayLines(desk) }
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

    private static func line(
        _ entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ desk: Desk
    ) -> String {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        let about = words.excerpt.isEmpty ? entry.mutation?.target ?? "" : words.excerpt
        return
            "\(entry.id)  \(shown(words.what)) \(shown(about))\(entry.mark(isAlone: false, in: visible, at: desk.time.now()))"
    }

    /// All that is left, in lines.
    private static func sayLines(_ desk: Desk) {
        let lines = desk.store.read { visible in visible.outbox.map { line($0, in: visible, desk) } }
        for line in lines { Console.say(line) }
    }

    private static func json(_ entry: OutboxEntry<Connection>) -> JSON {
        let state = StateOutput(entry.loadingState, mayHaveArrived: entry.mayBeThere)
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
