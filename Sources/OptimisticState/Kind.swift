/// What is the same for all mutations of one type: how they are stored, and what a failure means for others.
public struct Kind: Hashable, Sendable {
    /// The stored name. Never changed, never given to another kind.
    public let name: String
    /// The version of the stored payload. A row of a version that is not known is quarantined, never deleted.
    public let version: Int
    /// What a permanent failure means for those behind it in its lane.
    public let afterFailure: AfterFailure
    /// What a failure means for what is shown.
    public let whenFailed: WhenFailed

    /// What a permanent failure means for those behind it in its lane.
    public enum AfterFailure: Hashable, Sendable {
        /// They wait until it is retried or discarded (edits of one record).
        case blocks
        /// They go on; only what depends on it waits (new records).
        case skips
    }

    /// What a failure means for what is shown.
    public enum WhenFailed: Hashable, Sendable {
        /// Its effect stays on screen, marked (a new record, an edit).
        case stays
        /// Its effect leaves the screen, and the item is marked (a flag, a deletion).
        case leaves
    }

    /// Describes a kind.
    public init(name: String, version: Int, afterFailure: AfterFailure, whenFailed: WhenFailed) {
        self.name = name
        self.version = version
        self.afterFailure = afterFailure
        self.whenFailed = whenFailed
    }
}
