@testable import OptimisticState
import TestSupport

extension Life {
    func answer(_ pick: Int, _ answer: Event.Answer) {
        let open = process.desk.open
        guard !open.isEmpty else { return }
        let call = open[pick % open.count]
        note("answer \(call.attempt.id), attempt \(call.attempt.number): \(answer)")
        process.answer(call.attempt.id, outcome(of: call.request, answer, isHeard: true))
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
            return life.outcome(
                of: Desk.Request(attempt: attempt, mutation: mutation), .accepted(withCopy: true), isHeard: true)
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
        stopped.answer(call.attempt.id, outcome(of: call.request, answer, isHeard: false))
        try process.store.reload()
    }

    func outcome(of call: Desk.Request, _ answer: Event.Answer, isHeard: Bool) -> Outcome {
        let failure = Failure(code: "\(answer)")
        switch answer {
        case .accepted(let withCopy): return accepted(call, withCopy: withCopy, isHeard: isHeard)
        case .rejected: return .rejected(failure)
        case .offline: return .offline(failure)
        case .lost: return .unknown(failure)
        case .lostButStored:
            _ = server.perform(call.mutation, call.attempt)
            return .unknown(failure)
        case .busy: return .transient(failure, retryAfter: .seconds(3))
        case .signedOut: return .needsSignIn(failure)
        case .cannotTell: return call.attempt.mayHaveArrived ? .cannotTell(failure) : .offline(failure)
        }
    }

    private func accepted(_ call: Desk.Request, withCopy: Bool, isHeard: Bool) -> Outcome {
        switch server.perform(call.mutation, call.attempt) {
        case .refused: return .rejected(Failure(code: "gone", status: 404))
        case .accepted(let id):
            if isHeard { remember(call, id) }
            let copy = withCopy ? (id ?? target(of: call)).flatMap { server.copy(of: $0) } : nil
            return .accepted(serverID: id, said: copy.map { [$0] } ?? [])
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
            readings.append((process.store.beginFetch(), nil))
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
            process.store.confirm(readings[index].said ?? [], from: readings[index].fetch)
            readings.remove(at: index)
        case .echo(let pick):
            let ids = server.notes.keys.sorted()
            guard !ids.isEmpty, let copy = server.copy(of: ids[pick % ids.count]) else { return }
            note("echo of \(ids[pick % ids.count])")
            process.store.confirm([copy], from: process.store.beginFetch())
        case _: return
        }
    }

    /// Everything that can be done without the user is done.
    func settleEverything() {
        note("settle everything")
        for reading in readings { process.store.confirm(reading.said ?? server.everything, from: reading.fetch) }
        readings = []
        for _ in 0..<1_000 {
            process.store.signedIn()
            process.run()
            for call in process.desk.open {
                process.answer(call.attempt.id, outcome(of: call.request, .accepted(withCopy: true), isHeard: true))
            }
            let isSettled = process.store.read { visible in
                visible.outbox.allSatisfy { $0.isFailed || $0.isBlockedByFailure(in: visible) }
            }
            guard isSettled else {
                if process.desk.open.isEmpty { process.advance(by: .seconds(60)) }
                continue
            }
            process.store.confirm(server.everything, from: process.store.beginFetch())
            process.run()
            // What was read may have let something go that waited.
            if process.desk.open.isEmpty { return }
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
