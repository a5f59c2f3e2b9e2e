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
    /// Rings when the network is another one.
    private let switches = WakeUps()

    /// Starts work that nobody waits for, on the executor of the process.
    package typealias Spawn = @Sendable (@escaping @Sendable () async -> Void) -> Void

    /// - Parameters:
    ///   - network: Nil passes everything straight through.
    ///   - becameReachable: Called when the network is no longer offline: what failed so is worth another try at once.
    package init(
        wrapping service: any CommentService, network: Network?, time: any Timekeeper,
        generator: any RandomNumberGenerator & Sendable, spawn: @escaping Spawn,
        becameReachable: @escaping @Sendable () -> Void
    ) {
        wrapped = service
        self.time = time
        state = Locked(State(network: network, generator: generator))
        self.spawn = spawn
        self.becameReachable = becameReachable
    }

    package var network: Network? { state.withLock { $0.network } }

    /// Puts another network in the place of this one. Requests in flight keep their fate.
    package func use(_ network: Network?) {
        let wasOffline = state.withLock { state in
            defer { state.network = network }
            return state.network?.isOffline == true
        }
        switches.ring()
        if wasOffline && network?.isOffline != true { becameReachable() }
    }

    /// The next submit, sign-in or sign-up will be refused for good; lists and changes never are.
    package func refuseNext() { state.withLock { $0.refusesNext = true } }

    package var refusesNext: Bool { state.withLock { $0.refusesNext } }
}

extension NetworkConditions {
    /// What a client sees of a request.
    enum Reply<Answer> {
        case answer(Answer)
        case connectionRefused
        case connectionLost
        case refusedForGood
        /// The client did not wait for the end.
        case cancelled
    }

    /// Takes a request there and its answer back.
    func exchange<Answer: Sendable>(
        canBeRefused: Bool, _ work: @escaping @Sendable () async -> Answer
    ) async -> Reply<Answer> {
        guard let fate = drawFate(canBeRefused: canBeRefused) else { return .answer(await work()) }
        do {
            switch fate.ending {
            case .answered:
                return .answer(try await delivered(fate, work))
            case .lostAfterServer:
                _ = try await delivered(fate, work)
                return .connectionLost
            case .lostBeforeServer:
                try await pause(fate.up + fate.down)
                return .connectionLost
            case .connectionRefused:
                try await pause(fate.up + fate.down)
                return .connectionRefused
            case .refusedForGood:
                try await pause(fate.up + fate.down)
                return .refusedForGood
            }
        } catch {
            return .cancelled
        }
    }

    /// The fate of a request that is made now; nil if there is nothing in its way.
    func drawFate(canBeRefused: Bool) -> Fate? {
        state.withLock { state in
            // Without a connection nobody is there to refuse.
            let isRefused = canBeRefused && state.refusesNext && state.network?.isOffline != true
            if isRefused { state.refusesNext = false }
            guard let network = state.network else {
                return isRefused ? Fate(up: .zero, down: .zero, ending: .refusedForGood) : nil
            }
            return Fate(on: network, refusedForGood: isRefused, using: &state.generator)
        }
    }

    /// Waits for as long as the network is offline.
    func whileOffline() async throws {
        while true {
            let seen = switches.count
            guard network?.isOffline == true else { return }
            try await switches.wait(past: seen)
        }
    }

    func pause(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        try await time.sleep(until: time.now() + duration)
    }

    /// Has the work done whether or not the client goes on waiting.
    private func delivered<Answer: Sendable>(
        _ fate: Fate, _ work: @escaping @Sendable () async -> Answer
    ) async throws -> Answer {
        let answer = Locked<Answer?>(nil)
        let arrival = WakeUps()
        spawn { [self] in
            // Nobody cancels this task, so that a pause always ends by its time.
            try? await pause(fate.up)
            let made = await work()
            try? await pause(fate.down)
            answer.withLock { $0 = made }
            arrival.ring()
        }
        try await arrival.wait(past: 0)
        guard let answer = answer.withLock({ $0 }) else { throw CancellationError() }
        return answer
    }
}
