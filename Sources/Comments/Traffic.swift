import OptimisticState

/// Where requests on a simulated network can be watched.
package protocol TrafficSource: Sendable {
    /// What is on its way and what has lately ended, the oldest first.
    var traffic: [Traffic] { get }
}

/// One request on a simulated network. Where it is follows from the time alone: nobody has to be told.
package struct Traffic: Identifiable, Hashable, Sendable {
    package let id: Int
    package let subject: Subject
    package let begunAt: Timestamp
    /// Its way there and back, as it was decided when the request was made.
    package let legs: [Leg]
    package var ending: Ending?
    package var endedAt: Timestamp?
    /// The client did not wait for the end; the network goes on all the same.
    package var isGivenUp = false

    package enum Subject: Hashable, Sendable {
        case signUp, signIn, signOut, posts, comments, record, favouriters, changes
        case submit(Operation)
    }

    package enum Phase: Hashable, Sendable, CaseIterable {
        case dns, connect, tls, send, server, receive
    }

    package struct Leg: Hashable, Sendable {
        package let phase: Phase
        package let duration: Duration

        package init(_ phase: Phase, _ duration: Duration) {
            self.phase = phase
            self.duration = duration
        }
    }

    package enum Ending: Hashable, Sendable {
        case answered
        /// Nobody listened; no byte left.
        case connectionRefused
        case lostBeforeServer
        /// The server has done the work; the answer is lost.
        case lostAfterServer
        case status(Int)
        case halfAnswer, notJSON
        /// Nothing would ever have come.
        case givenUp
    }

    package init(id: Int, subject: Subject, begunAt: Timestamp, legs: [Leg]) {
        self.id = id
        self.subject = subject
        self.begunAt = begunAt
        self.legs = legs
    }

    /// How much of its way is behind it at a moment, 0 to 1.
    package func progress(at now: Timestamp) -> Double {
        guard ending == nil else { return 1 }
        let total = legs.reduce(0) { $0 + $1.duration.inMilliseconds }
        guard total > 0 else { return 0 }
        return min(1, max(0, Double((now - begunAt).inMilliseconds) / Double(total)))
    }

    /// What it is doing at a moment.
    package func phase(at now: Timestamp) -> Phase {
        var end = begunAt
        for leg in legs {
            end = end + leg.duration
            if now < end { return leg.phase }
        }
        return legs.last?.phase ?? .connect
    }
}
