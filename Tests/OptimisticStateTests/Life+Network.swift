@testable import OptimisticState
import TestSupport

extension Life {
    func answer(_ pick: Int, _ answer: Event.Answer) {
        let open = process.desk.open
        guard !open.isEmpty else { return }
        let call = open[pick % open.count]
        note("answer \(call.attempt.id), attempt \(call.attempt.number): \(answer)")
        give(reply(to: call.request, answer, isHeard: true), to: call.attempt.id)
    }

    private func give(_ reply: Reply, to id: MutationID) {
        process.answer(id, reply.outcome)
        model.settle(id, reply)
        run()
    }

    /// The next requests are answered before anyone waits for the answer.
    func answerAtOnce(_ count: Int) {
        note("the next \(count) requests are answered at once")
        promptAnswers = count
        // Everything of one history runs on one thread.
        nonisolated(unsafe) let life = self
        process.desk.answerAtOnce { attempt, mutation in
            guard life.promptAnswers > 0 else { return nil }
            life.promptAnswers -= 1
            let reply = life.reply(
                to: Desk.Request(attempt: attempt, mutation: mutation), .accepted(withCopy: true), isHeard: true)
            life.model.promptReplies["\(attempt.id) \(attempt.number)"] = reply
            return reply.outcome
        }
    }

    /// A process that was stopped goes on, and hears what it was sending then.
    func lateAnswer(_ pick: Int, _ answer: Event.Answer) throws {
        guard let stopped, !stopped.desk.open.isEmpty else { return }
        let open = stopped.desk.open
        let call = open[pick % open.count]
        note("late, to the stopped process: \(call.attempt.id), attempt \(call.attempt.number): \(answer)")
        stopped.store.suspendSending()
        // What did not arrive before the stop never does.
        let hasArrived = server.done[call.attempt.id] != nil
        let answer = hasArrived || !answer.isAcceptance ? answer : .lost
        let reply = reply(to: call.request, answer, isHeard: false)
        // What it knows nothing of any longer is no news to it: it writes nothing, and looks at nothing.
        let isNews = stopped.store.read { visible in
            visible.outbox.contains { $0.id == call.attempt.id || $0.loadingState.isUnreachable }
        }
        stopped.answer(call.attempt.id, reply.outcome)
        try process.store.reload()
        if isNews { model.lateReply(call.attempt.id, reply) }
    }

    private func reply(to call: Desk.Request, _ answer: Event.Answer, isHeard: Bool) -> Reply {
        let failure = Failure(code: "\(answer)")
        switch answer {
        case .accepted(let withCopy): return accepted(call, withCopy: withCopy, isHeard: isHeard)
        case .rejected: return Reply(outcome: .rejected(failure))
        case .offline: return Reply(outcome: .offline(failure))
        case .lost: return Reply(outcome: .unknown(failure))
        case .lostButStored:
            _ = server.perform(call.mutation, call.attempt)
            return Reply(outcome: .unknown(failure))
        case .busy: return Reply(outcome: .transient(failure, retryAfter: .seconds(3)))
        case .signedOut: return Reply(outcome: .needsSignIn(failure))
        case .cannotTell: return Reply(outcome: call.attempt.mayHaveArrived ? .cannotTell(failure) : .offline(failure))
        }
    }

    private func accepted(_ call: Desk.Request, withCopy: Bool, isHeard: Bool) -> Reply {
        switch server.perform(call.mutation, call.attempt) {
        case .refused: return Reply(outcome: .rejected(Failure(code: "gone", status: 404)))
        case .accepted(let id):
            if isHeard { remember(call, id) }
            let copy = withCopy ? (id ?? target(of: call)).flatMap { server.copy(of: $0) } : nil
            let said = copy.map { [$0] } ?? []
            return Reply(outcome: .accepted(serverID: id, said: said.map(\.confirmed)), said: said)
        }
    }

    /// The answer is about to be heard.
    private func remember(_ call: Desk.Request, _ id: String?) {
        switch call.mutation {
        case is AddNote:
            toldOf.insert(.created(by: call.attempt.id))
            if let id { names[id] = call.attempt.id }
        case let edit as EditNote: textFloor[edit.note] = max(textFloor[edit.note] ?? 0, number(of: edit.text))
        case let mark as MarkNotes:
            for ref in [mark.first, mark.second] { markFloor[ref] = max(markFloor[ref] ?? 0, mark.mark) }
        case _: break
        }
    }

    func number(of text: String) -> Int { Int(text.dropFirst(5)) ?? 0 }

    private func target(of call: Desk.Request) -> String? {
        switch call.mutation {
        case let edit as EditNote: call.attempt.serverID(of: edit.note)
        case let star as StarNote: call.attempt.serverID(of: star.note)
        case let mark as MarkNotes: call.attempt.serverID(of: mark.first)
        case _: nil
        }
    }

    /// A reading is begun, reads the server some time later, and is delivered later still, in any order.
    func hear(_ event: Event) {
        switch event {
        case .beginReading:
            readings.append((beginReading(), nil))
            note("begin a reading")
        case .read(let pick):
            guard !readings.isEmpty else { return }
            note("reading \(pick % readings.count) is read")
            readings[pick % readings.count].said = server.everything
        case .deliver(let pick):
            let read = readings.indices.filter { readings[$0].said != nil }
            guard !read.isEmpty else { return }
            let index = read[pick % read.count]
            note("reading \(index) is delivered")
            confirm(readings[index].said ?? [], from: readings[index].fetch)
            readings.remove(at: index)
        case .echo(let pick):
            let ids = server.notes.keys.sorted()
            guard !ids.isEmpty, let copy = server.copy(of: ids[pick % ids.count]) else { return }
            note("echo of \(ids[pick % ids.count])")
            confirm([copy], from: beginReading())
        case _: return
        }
    }

    /// Everything that can be done without the user is done.
    func settleEverything() {
        note("settle everything")
        for reading in readings { confirm(reading.said ?? server.everything, from: reading.fetch) }
        readings = []
        for _ in 0..<1_000 {
            process.store.signedIn()
            model.signedIn()
            run()
            for call in process.desk.open {
                give(reply(to: call.request, .accepted(withCopy: true), isHeard: true), to: call.attempt.id)
            }
            let isSettled = process.store.read { visible in
                visible.outbox.allSatisfy { $0.isFailed || $0.isBlockedByFailure(in: visible) }
            }
            guard isSettled else {
                if process.desk.open.isEmpty { advance(by: .seconds(60)) }
                continue
            }
            confirm(server.everything, from: beginReading())
            run()
            // What was read may have let something go that waited.
            guard process.desk.open.isEmpty else { continue }
            // A count that an echo was not said with is read with the next reading.
            return confirm(server.everything, from: beginReading())
        }
    }
}

extension Event.Answer {
    fileprivate var isAcceptance: Bool {
        switch self {
        case .accepted, .lostButStored: true
        case .rejected, .offline, .lost, .busy, .signedOut, .cannotTell: false
        }
    }
}
