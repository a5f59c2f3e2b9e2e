import Comments
import Glibc

/// What becomes of one request, decided when it is made: a change of the network does not change it any more.
struct Fate {
    let legs: [Traffic.Leg]
    /// Nil if it is answered.
    let fault: Fault?

    /// Until the server has the request.
    var up: Duration { time(of: [.dns, .connect, .tls, .send]) }
    /// What the server takes.
    var server: Duration { time(of: [.server]) }
    /// From the end of the server's work until the client has the answer.
    var down: Duration { time(of: [.receive]) }
    var whole: Duration { time(of: Traffic.Phase.allCases) }

    private func time(of phases: [Traffic.Phase]) -> Duration {
        legs.reduce(.zero) { phases.contains($1.phase) ? $0 + $1.duration : $0 }
    }

    init(legs: [Traffic.Leg], fault: Fault?) {
        self.legs = legs
        self.fault = fault
    }

    /// Throws the dice of `network`.
    init(
        of subject: Traffic.Subject, on network: Network, refusedForGood: Bool,
        using generator: inout some RandomNumberGenerator
    ) {
        let dice = Dice(using: &generator)
        let fault = Self.fault(of: subject, on: network, refusedForGood: refusedForGood, dice)
        let legs =
            switch network.course {
            case .link(let link):
                link.exchangeLoss < 1
                    ? link.legs(weighing: subject.weight, dice) : [Traffic.Leg(.connect, Self.forever)]
            case .uniform(let range):
                Self.shares(of: range.lowerBound + Int64(Double(range.upperBound - range.lowerBound) * dice.length))
            case .exponential(let least, let mean):
                Self.shares(of: least + Int64(-Double(mean) * log(1 - dice.length)))
            }
        self.init(legs: network.isOffline ? [] : legs.until(fault), fault: fault)
    }

    private static func fault(
        of subject: Traffic.Subject, on network: Network, refusedForGood: Bool, _ dice: Dice
    ) -> Fault? {
        if network.isOffline { return .refused }
        if network.isUnreachable { return .hang }
        if refusedForGood { return .refusedForGood }
        let faults = network.faults
        guard dice.fault < faults.chance, !faults.kinds.isEmpty, subject.changesSomething || !faults.sparesLists
        else { return nil }
        return faults.kinds[dice.kind % faults.kinds.count]
    }

    /// What nobody waits for to the end.
    private static let forever = Duration.seconds(24 * 60 * 60)

    /// A whole known beforehand, parted as a slow link parts it.
    private static func shares(of milliseconds: Int64) -> [Traffic.Leg] {
        let shares: [(Traffic.Phase, Int64)] = [(.dns, 5), (.connect, 10), (.tls, 15), (.send, 20), (.server, 20)]
        let legs = shares.map { Traffic.Leg($0.0, .milliseconds(milliseconds * $0.1 / 100)) }
        let rest = legs.reduce(Duration.milliseconds(milliseconds)) { $0 - $1.duration }
        return legs + [Traffic.Leg(.receive, rest)]
    }
}

/// The chances of one request: always as many, so that one network's draws don't shift another's.
struct Dice {
    /// Each 0 up to 1.
    let length, fault, jitter: Double
    let kind: Int
    /// One for each exchange.
    let losses: [Double]
    /// Of the standard normal distribution.
    let normal: Double

    init(using generator: inout some RandomNumberGenerator) {
        length = Double.random(in: 0..<1, using: &generator)
        fault = Double.random(in: 0..<1, using: &generator)
        // Divisible by every number of kinds there may be.
        kind = Int.random(in: 0..<5_040, using: &generator)
        jitter = Double.random(in: -1..<1, using: &generator)
        losses = (0..<4).map { _ in Double.random(in: 0..<1, using: &generator) }
        // Box and Muller's: two even chances make a normal one.
        let (radius, angle) = (
            Double.random(in: 0..<1, using: &generator), Double.random(in: 0..<1, using: &generator)
        )
        normal = sqrt(-2 * log(1 - radius)) * cos(2 * .pi * angle)
    }
}

extension Link {
    /// What a certificate and its chain weigh.
    private static let handshake = 4_000

    fileprivate func legs(weighing weight: Weight, _ dice: Dice) -> [Traffic.Leg] {
        let sway = jitter * dice.jitter
        let trip = max(.zero, roundTrip + sway * 2)
        func lost(_ exchange: Int, first: Bool = false) -> Duration {
            cost(ofLossesFrom: first ? Self.firstTimeout : timeout, chance: dice.losses[exchange])
        }
        return [
            Traffic.Leg(.dns, trip + dns + lost(0, first: true)),
            Traffic.Leg(.connect, trip + lost(1, first: true)),
            Traffic.Leg(.tls, trip + Self.time(of: Self.handshake, at: downRate) + lost(2)),
            Traffic.Leg(.send, max(.zero, upDelay + sway) + Self.time(of: weight.up, at: upRate) + lost(3)),
            Traffic.Leg(.server, server * exp(Self.serverSpread * dice.normal)),
            Traffic.Leg(.receive, max(.zero, downDelay + sway) + Self.time(of: weight.down, at: downRate)),
        ]
    }
}

extension [Traffic.Leg] {
    /// How far it comes before a fault ends it.
    fileprivate func until(_ fault: Fault?) -> [Traffic.Leg] {
        switch fault {
        case nil, .resetAfter, .status, .halfAnswer: self
        case .refused: filter { [.dns, .connect].contains($0.phase) }
        case .resetBefore, .notJSON: filter { $0.phase != .server }
        case .hang: filter { $0.phase != .receive }
        }
    }
}

/// Bytes of a request and its answer.
struct Weight {
    let up, down: Int
}

extension Traffic.Subject {
    /// What requests of this kind weigh, as near as matters: a page of comments is twenty times a heart.
    var weight: Weight {
        switch self {
        case .signUp, .signIn, .signOut: Weight(up: 600, down: 600)
        case .posts, .comments: Weight(up: 500, down: 12_000)
        case .record, .favouriters, .changes: Weight(up: 500, down: 1_000)
        case .submit(let operation): Weight(up: 700 + operation.text.utf8.count, down: 900)
        }
    }

    var changesSomething: Bool {
        switch self {
        case .signUp, .signIn, .submit: true
        case .signOut, .posts, .comments, .record, .favouriters, .changes: false
        }
    }
}

extension Operation {
    fileprivate var text: String {
        switch self {
        case .addPost(let title, let text), .editPost(_, let title, let text): title + text
        case .addComment(_, _, let text), .editComment(_, let text): text
        case .deletePost, .deleteComment, .setPostFavourite, .setCommentFavourite: ""
        }
    }
}
