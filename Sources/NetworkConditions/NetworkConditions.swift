import Comments
import OptimisticState

/// A service as it is behind a bad network: delays, refusals and losses around another service, that a seed repeats.
///
/// What has left the client is no longer the client's: a request that is given up goes on towards the server, which
/// does the work all the same. Such work runs in tasks that `spawn` starts.
package final class NetworkConditions: Sendable {
    private struct State {
        var network: Network?
        var generator: any RandomNumberGenerator & Sendable
        var refusesNext = false
    }

    let wrapped: any CommentService
    let time: any Timekeeper
    private let state: Locked<State>
    private let spawn: Spawn
    private let becameReachable: @Sendable () -> Void
    let log: TrafficLog
    /// Rings when the network is another one.
    private let switches = WakeUps()

    /// Starts work that nobody waits for, on the executor of the process.
    package typealias Spawn = @Sendable (@escaping @Sendable () async -> Void) -> Void

    /// - Parameters:
    ///   - network: Nil passes everything straight through.
    ///   - becameReachable: Called when the network is no longer offline: what failed so is worth another try at once.
    ///   - trafficChanged: Called when a request begins or ends.
    package init(
        wrapping service: any CommentService, network: Network?, time: any Timekeeper,
        generator: any RandomNumberGenerator & Sendable, spawn: @escaping Spawn,
        becameReachable: @escaping @Sendable () -> Void, trafficChanged: @escaping @Sendable () -> Void = {}
    ) {
        wrapped = service
        self.time = time
        state = Locked(State(network: network, generator: generator))
        self.spawn = spawn
        self.becameReachable = becameReachable
        log = TrafficLog(changed: trafficChanged)
    }

    package var network: Network? { state.withLock { $0.network } }

    /// Puts another network in the place of this one. Requests in flight keep their fate.
    package func use(_ network: Network?) {
        let wasOffline = state.withLock { state in
            defer { state.network = network }
            return state.network?.isUnreachable == true
        }
        switches.ring()
        if wasOffline && network?.isUnreachable != true { becameReachable() }
    }

    /// The next submit, sign-in or sign-up will be refused for good; lists and changes never are.
    package func refuseNext() { state.withLock { $0.refusesNext = true } }

    package var refusesNext: Bool { state.withLock { $0.refusesNext } }
}

extension NetworkConditions: TrafficSource {
    package var traffic: [Traffic] { log.entries }
}

extension NetworkConditions {
    /// What a client sees of a request.
    enum Reply<Answer> {
        case answer(Answer)
        case failed(Fault)
        /// The client did not wait for the end.
        case cancelled
    }

    /// Takes a request there and its answer back.
    func exchange<Answer: Sendable>(
        _ subject: Traffic.Subject, _ work: @escaping @Sendable () async -> Answer
    ) async -> Reply<Answer> {
        guard let fate = drawFate(of: subject) else { return .answer(await work()) }
        let entry = log.begin(subject, fate, at: time.now())
        do {
            guard let fault = fate.fault else {
                return .answer(try await delivered(fate, entry, work))
            }
            if fault.comesAfterTheWork {
                _ = try await delivered(fate, entry, work)
            } else if fault == .hang {
                try await WakeUps().wait(past: 0)
            } else {
                try await pause(fate.whole)
                log.end(entry, fault.ending, at: time.now())
            }
            return .failed(fault)
        } catch {
            log.giveUp(entry)
            // What is delivered all the same says so itself.
            if let fault = fate.fault, !fault.comesAfterTheWork { log.end(entry, .givenUp, at: time.now()) }
            return .cancelled
        }
    }

    /// The fate of a request that is made now; nil if there is nothing in its way.
    func drawFate(of subject: Traffic.Subject) -> Fate? {
        state.withLock { state in
            // Without a connection nobody is there to refuse.
            let isRefused = subject.changesSomething && state.refusesNext && state.network?.isUnreachable != true
            if isRefused { state.refusesNext = false }
            guard let network = state.network else {
                return isRefused ? Fate(legs: [], fault: .refusedForGood) : nil
            }
            return Fate(of: subject, on: network, refusedForGood: isRefused, using: &state.generator)
        }
    }

    /// Waits for as long as nothing gets through.
    func whileUnreachable() async throws {
        while true {
            let seen = switches.count
            guard network?.isUnreachable == true else { return }
            try await switches.wait(past: seen)
        }
    }

    func pause(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        // The delay is what is simulated; it is there while a request is under way alone.
        try await time.sleep(until: time.now() + duration)
    }

    /// Has the work done whether or not the client goes on waiting.
    private func delivered<Answer: Sendable>(
        _ fate: Fate, _ entry: Traffic.ID, _ work: @escaping @Sendable () async -> Answer
    ) async throws -> Answer {
        let answer = Locked<Answer?>(nil)
        let arrival = WakeUps()
        spawn { [self] in
            // Nobody cancels this task, so that a pause always ends by its time.
            try? await pause(fate.up + fate.server)
            let made = await work()
            try? await pause(fate.down)
            answer.withLock { $0 = made }
            log.end(entry, fate.fault?.ending ?? .answered, at: time.now())
            arrival.ring()
        }
        try await arrival.wait(past: 0)
        guard let answer = answer.withLock({ $0 }) else { throw CancellationError() }
        return answer
    }
}
