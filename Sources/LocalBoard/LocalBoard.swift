import Comments
import OptimisticState
import SQLiteStore

/// The embedded board: one SQLite file, no server. Several processes may have it open; each tells the others of its
/// commits by `announce`, and hears of theirs by ``wakeUp()``.
///
/// An actor on a thread of its own, since SQLite blocks; passwords are hashed on a second one. Neither thread is
/// there before it is needed.
package actor LocalBoard {
    /// Whether opening made the file.
    package nonisolated let wasCreated: Bool
    /// Whether the file, its folder or its file system can't be written: reading works, writing is refused.
    package nonisolated let isReadOnly: Bool
    package nonisolated let capabilities: Capabilities

    let database: Database
    let settings: Settings
    let time: any Timekeeper
    let hasher: PasswordHasher
    let wakeUps = WakeUps()
    private let announce: @Sendable () -> Void
    private let executor: any SerialExecutor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the board at `path`, or makes it if its folder is there. Blocks for as long as that takes.
    ///
    /// - Parameters:
    ///   - time: What the board waits by, and what its rows are dated by.
    ///   - announce: Called after each commit, on the board's own thread: tell the other processes.
    /// - Throws: ``BoardError``; the file is as it was.
    package init(
        _ path: String, time: any Timekeeper, settings: Settings = Settings(),
        announce: @escaping @Sendable () -> Void
    ) throws(BoardError) {
        do {
            var options = OpenOptions()
            options.busyTimeout = settings.busyLimit
            let database = try Database(path, schema: BoardSchema.current, options)
            // From here on the board waits by itself, so that its thread goes on answering meanwhile.
            try database.execute("PRAGMA busy_timeout = 0")
            wasCreated = database.wasCreated
            isReadOnly = database.isReadOnly
            self.database = database
        } catch {
            throw BoardError(error)
        }
        self.settings = settings
        self.time = time
        self.announce = announce
        capabilities = Capabilities(
            recognisesIDs: true, readingNeedsSignIn: settings.readingNeedsSignIn, longestText: settings.longestText,
            longestTitle: settings.longestTitle)
        executor = settings.storageExecutor ?? BlockingThread()
        hasher = PasswordHasher(
            cost: settings.passwordCost, executor: settings.hashingExecutor ?? BlockingThread(),
            turns: settings.hashingTurns)
    }

    /// Says that another process may have written: whoever waits for changes looks. From any thread.
    package nonisolated func wakeUp() { wakeUps.ring() }

    /// Tells everyone of a commit.
    func didCommit() {
        announce()
        wakeUps.ring()
    }
}

extension LocalBoard {
    /// What can be chosen about a board: its limits, and for tests its costs and threads.
    package struct Settings: Sendable {
        /// In Unicode scalars.
        package var longestText = 10_000
        /// In Unicode scalars.
        package var longestTitle = 200
        /// How long a request waits for another process's lock before it answers "busy".
        package var busyLimit: Duration = .seconds(5)
        /// How many changes are remembered for those who have not looked.
        package var keptChanges = 10_000
        package var passwordCost = PasswordCost.interactive
        /// Nil: one hashes whenever one wants to.
        package var hashingTurns: (any HashingTurns)?
        /// Whether reading needs an account.
        package var readingNeedsSignIn = false
        /// What who comes from outside may do; nil for those whose board it is.
        package var visit: BoardVisit?
        /// Where SQLite is called; nil for a thread of its own.
        package var storageExecutor: (any SerialExecutor)?
        /// Where passwords are hashed; nil for a thread of its own.
        package var hashingExecutor: (any SerialExecutor)?

        package init() {}
    }
}
