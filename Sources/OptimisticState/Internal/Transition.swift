/// What can happen to a mutation.
enum MutationEvent: Hashable, Sendable {
    /// Its turn came: an attempt is begun.
    case begun
    /// The server has it, whichever attempt brought it there.
    case accepted(serverID: String?)
    /// The attempt ended without an answer that settles it; goes on at `until`. `mayHaveArrived` is remembered.
    case postponed(until: Timestamp?, Failure)
    /// The attempt ended with a failure that is kept until the user acts.
    case refused(Failure)
    /// The session is over.
    case signedOut
    /// The user has signed in again.
    case signedIn
    /// Its wait is over: the moment came, the place is reachable, or a new action needs the lane.
    case woken
    /// The user asked for it: Enter.
    case retried
    /// Automatic retry was switched on.
    case automated
    /// Automatic retry was switched off.
    case unattended
    /// Whoever was sending it has ended in mid-flight.
    case interrupted(Failure)
}

extension MutationState {
    /// The state after `event`, or nil if the event means nothing in this stage.
    ///
    /// Every stage answers every event; what is impossible is said where it is answered.
    func after(_ event: MutationEvent) -> MutationState? {
        switch stage {
        case .queued: whenQueued(event)
        case .inFlight: whenInFlight(event)
        case .waiting(_, let failure): whenWaiting(event, for: failure)
        case .needsSignIn: whenSignedOut(event)
        case .failed(let failure): whenFailed(event, of: failure)
        case .acknowledged: nil
        }
    }

    private func whenQueued(_ event: MutationEvent) -> MutationState? {
        switch event {
        case .begun:
            with {
                $0.stage = .inFlight; $0.attempts += 1
            }
        case .accepted(let serverID): with { $0.stage = .acknowledged(serverID: serverID) }
        // A reply of an attempt that was given up already: it may confirm, never fail.
        case .postponed, .refused, .signedOut: nil
        case .signedIn, .woken, .retried, .automated, .unattended, .interrupted: nil
        }
    }

    private func whenInFlight(_ event: MutationEvent) -> MutationState? {
        switch event {
        // One claim: what is in flight is never begun again.
        case .begun: nil
        case .accepted(let serverID): with { $0.stage = .acknowledged(serverID: serverID) }
        case .postponed(let until, let failure):
            with {
                $0.stage = .waiting(until: until, failure)
                $0.mayHaveArrived = mayHaveArrived || failure.mayHaveArrived
                $0.delays += 1
            }
        case .refused(let failure):
            with {
                $0.stage = .failed(failure)
                $0.mayHaveArrived = mayHaveArrived || failure.mayHaveArrived
            }
        case .signedOut: with { $0.stage = .needsSignIn }
        case .interrupted(let failure):
            with {
                $0.stage = .waiting(until: nil, failure)
                $0.mayHaveArrived = true
            }
        // It is on its way: nothing to hurry, and a second Enter sends nothing twice.
        case .signedIn, .woken, .retried, .automated, .unattended: nil
        }
    }

    private func whenWaiting(_ event: MutationEvent, for failure: Failure) -> MutationState? {
        switch event {
        case .accepted(let serverID): with { $0.stage = .acknowledged(serverID: serverID) }
        case .woken, .retried:
            with {
                $0.stage = .queued; $0.delays = 0
            }
        // What the user may still undo did not fail.
        case .unattended: failure == .notBefore ? nil : with { $0.stage = .failed(failure.asTransient) }
        // A wait is woken before it is begun; late failures fail nothing.
        case .begun, .postponed, .refused, .signedOut, .signedIn, .automated, .interrupted: nil
        }
    }

    private func whenSignedOut(_ event: MutationEvent) -> MutationState? {
        switch event {
        case .accepted(let serverID): with { $0.stage = .acknowledged(serverID: serverID) }
        case .signedIn:
            with {
                $0.stage = .queued; $0.delays = 0
            }
        // Nothing of a signed-out account is sent, whoever asks.
        case .begun, .postponed, .refused, .signedOut, .woken, .retried, .automated, .unattended, .interrupted: nil
        }
    }

    private func whenFailed(_ event: MutationEvent, of failure: Failure) -> MutationState? {
        switch event {
        case .accepted(let serverID): with { $0.stage = .acknowledged(serverID: serverID) }
        case .retried:
            with {
                $0.stage = .queued; $0.delays = 0
                // The user has decided: it is sent once more, without looking for an earlier attempt for ever.
                if failure.isUndecided { $0.mayHaveArrived = false }
            }
        case .automated:
            failure.isTransient
                ? with {
                    $0.stage = .queued; $0.delays = 0
                } : nil
        case .begun, .postponed, .refused, .signedOut, .signedIn, .woken, .unattended, .interrupted: nil
        }
    }

    private func with(_ change: (inout MutationState) -> Void) -> MutationState {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Failure {
    var asTransient: Failure {
        var copy = self
        copy.isTransient = true
        return copy
    }

    var undecided: Failure {
        var copy = arrivingPerhaps
        copy.isUndecided = true
        copy.isTransient = false
        return copy
    }

    var arrivingPerhaps: Failure {
        var copy = self
        copy.mayHaveArrived = true
        return copy
    }
}
