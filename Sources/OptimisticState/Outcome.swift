/// What came of one attempt, by class. The class decides what happens next; see the article on errors.
public enum Outcome: Sendable {
    /// The server has it. `serverID` names the record that the mutation created; `said` is what the reply told.
    case accepted(serverID: String?, said: [Confirmed])
    /// No byte left: no route, refused, name not resolved. Waits; the attempt is not counted.
    case offline(Failure)
    /// Bytes left and no answer came. The server may have it.
    case unknown(Failure)
    /// The server asks for patience, for at least `retryAfter` when it says so.
    case transient(Failure, retryAfter: Duration?)
    /// The session is over. Everything of this account pauses; nothing is dropped.
    case needsSignIn(Failure)
    /// Refused for good.
    case rejected(Failure)
    /// Looked for an earlier attempt and could not tell whether it had arrived, on a service on which sending again
    /// could do the work twice. Only the user decides.
    case cannotTell(Failure)
}

/// How a mutation ended, for whoever waits for it.
public enum Settled: Hashable, Sendable {
    /// The server has it.
    case accepted(serverID: String?)
    /// It failed, is stored, and can be retried; a retry begins a new wait.
    case failed(Failure)
    /// A newer wish took its place, or the server's state already was what it wished.
    case superseded
    /// The user discarded it.
    case discarded
}
