import Glibc
import LocalBoard
import OptimisticState
import Visitors

/// Two passwords at a time are hashed on a host, whatever number of processes want to: the others wait for a turn.
final class HostHashingTurns: HashingTurns {
    private struct State {
        var seats: Seats?
        var taken: Int?
    }
    private let folder: String
    private let state = Locked(State())

    private static let atATime = 2

    /// - Parameter folder: that of the board's bells. It is made if it is not there.
    init(folder: String) {
        self.folder = folder
    }

    /// Where there is no such file nobody waits.
    func begin() {
        let seats = state.withLock { state in
            if state.seats == nil {
                mkdir(folder, 0o700)
                state.seats = Seats(folder + "/hashing")
            }
            return state.seats
        }
        let seat = seats?.await(oneOf: Self.atATime, in: .everyone)
        state.withLock { $0.taken = seat }
    }

    func end() {
        state.withLock { state in
            if let taken = state.taken { state.seats?.leave(taken, in: .everyone) }
            state.taken = nil
        }
    }
}
