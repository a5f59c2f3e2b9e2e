import Comments
import OptimisticState

/// What is on its way and what has lately ended.
final class TrafficLog: Sendable {
    private struct State {
        var next = 0
        var entries: [Traffic] = []
    }
    private let state = Locked(State())
    private let changed: @Sendable () -> Void

    /// What has ended is kept for a while: so many with what is on its way.
    private static let kept = 24

    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    var entries: [Traffic] { state.withLock { $0.entries } }

    func begin(_ subject: Traffic.Subject, _ fate: Fate, at now: Timestamp) -> Traffic.ID {
        let id = state.withLock { state in
            state.next += 1
            state.entries.append(Traffic(id: state.next, subject: subject, begunAt: now, legs: fate.legs))
            while state.entries.count > Self.kept, let oldest = state.entries.firstIndex(where: { $0.ending != nil }) {
                state.entries.remove(at: oldest)
            }
            return state.next
        }
        changed()
        return id
    }

    func end(_ id: Traffic.ID, _ ending: Traffic.Ending, at now: Timestamp) {
        change(id) {
            $0.ending = ending
            $0.endedAt = now
        }
    }

    /// The client waits no longer.
    func giveUp(_ id: Traffic.ID) { change(id) { $0.isGivenUp = true } }

    private func change(_ id: Traffic.ID, _ body: (inout Traffic) -> Void) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
            body(&state.entries[index])
        }
        changed()
    }
}
