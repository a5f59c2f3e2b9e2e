/// How a database file is opened.
package struct OpenOptions: Sendable {
    /// What may happen to the file.
    package enum Access: Hashable, Sendable {
        /// Made if it is not there, opened for reading alone if it can't be written.
        case create
        /// Opened if it is there, for reading alone if it can't be written.
        case existing
        /// Never written.
        case readOnly
    }

    /// When a commit waits for the disk.
    package enum Synchronous: String, Hashable, Sendable {
        /// Each commit survives a loss of power.
        case full = "FULL"
        /// Each commit survives a kill; the last ones may not survive a loss of power.
        case normal = "NORMAL"
    }

    package var access: Access = .create
    package var synchronous: Synchronous = .full
    /// How long a call waits for another connection's lock before it fails with `busy`.
    package var busyTimeout: Duration = .seconds(5)
    /// After how many pages in the log a commit also checkpoints; 0 leaves that to ``Database/checkpoint(_:)``.
    package var checkpointPages = 1_000
    /// How much of the file a connection keeps in memory, in KiB.
    package var cachedKiB = 2_000
    /// Whether what is deleted is overwritten, so that it is not found in the file any more.
    package var erases = false

    package init() {}
}
