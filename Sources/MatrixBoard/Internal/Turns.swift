import OptimisticState

/// One at a time for each name; the others wait for their turn.
final class Turns: Sendable {
    /// Who waits, for each name that is taken.
    private let waiting = Locked<[String: [CheckedContinuation<Void, Never>]]>([:])

    func take(_ name: String) async {
        await withCheckedContinuation { turn in
            let isFree = waiting.withLock { waiting in
                if waiting[name] == nil {
                    waiting[name] = []
                    return true
                }
                waiting[name]?.append(turn)
                return false
            }
            if isFree { turn.resume() }
        }
    }

    func giveBack(_ name: String) {
        let next = waiting.withLock { waiting in
            guard waiting[name]?.isEmpty == false else {
                waiting[name] = nil
                return CheckedContinuation<Void, Never>?.none
            }
            return waiting[name]?.removeFirst()
        }
        next?.resume()
    }
}
