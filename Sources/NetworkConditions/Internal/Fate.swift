import Glibc

/// What becomes of one request, decided when it is made: a change of the network does not change it any more.
struct Fate {
    /// Until the server has the request.
    let up: Duration
    /// From the end of the server's work until the client has the answer.
    let down: Duration
    let ending: Ending

    enum Ending {
        case answered
        /// Nobody listens. No byte of the request left.
        case connectionRefused
        /// The connection broke before the server had the request. The client can't tell it from the next.
        case lostBeforeServer
        /// The connection broke after the server had done the work.
        case lostAfterServer
        /// The server's own refusal, for good.
        case refusedForGood
    }

    init(up: Duration, down: Duration, ending: Ending) {
        self.up = up
        self.down = down
        self.ending = ending
    }

    /// Throws the dice of `network`: always three, so that one network's draws don't shift another's.
    init(on network: Network, refusedForGood: Bool, using generator: inout some RandomNumberGenerator) {
        let length = Double.random(in: 0..<1, using: &generator)
        let fails = Int.random(in: 0..<100, using: &generator) < network.failingPercent
        let third = Int.random(in: 0..<3, using: &generator)
        (up, down) = network.travel.ways(at: length)
        if network.isOffline {
            ending = .connectionRefused
        } else if refusedForGood {
            ending = .refusedForGood
        } else if fails {
            ending = [.connectionRefused, .lostBeforeServer, .lostAfterServer][third]
        } else {
            ending = .answered
        }
    }
}

extension Network.Travel {
    /// The two ways, `chance` (0 up to 1) deciding the length.
    func ways(at chance: Double) -> (up: Duration, down: Duration) {
        switch self {
        case .fixed(let up, let down): return (up, down)
        case .uniform(let range):
            let length = Double(range.upperBound - range.lowerBound) * chance
            return halves(range.lowerBound + Int64(length))
        case .exponential(let least, let mean):
            return halves(least + Int64(-Double(mean) * log(1 - chance)))
        }
    }

    private func halves(_ milliseconds: Milliseconds) -> (up: Duration, down: Duration) {
        let up = milliseconds / 2
        return (.milliseconds(up), .milliseconds(milliseconds - up))
    }
}
