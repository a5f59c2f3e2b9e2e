/// What a view shows beside an item that the server has not confirmed as it is shown: nothing, that it is under way, or
/// that it failed.
public enum LoadingState: Hashable, Sendable {
    /// Under way, or waiting for something.
    case loading(Detail)
    /// Failed, stored, and ready to be retried or discarded.
    indirect case failure(Failure)

    /// What exactly a loading item is waiting for.
    public enum Detail: Hashable, Sendable {
        /// To be sent as soon as there is room; behind the one that stands before it in its lane, if there is one.
        case queued(behind: MutationID?)
        /// Its bytes are on their way.
        case sending
        /// Until this moment, or for reachability when there is none, for this reason.
        indirect case waiting(until: Timestamp?, Failure)
        /// Until the mutation that it depends on, or that blocks its lane, is out of the way.
        case blocked(on: MutationID)
        /// Until the user has signed in again.
        case needsSignIn
        /// Written by a newer version of the program; kept, not understood, never deleted.
        case quarantined
    }
}
