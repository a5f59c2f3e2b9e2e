import Comments
import Glibc
import OptimisticState
import OutboxStore
import TestSupport
import Testing

@Suite struct LeaseTests {
    let outbox: OutboxFolder
    init() throws { outbox = try OutboxFolder() }

    /// A process that lives as long as the tests do, and is not this one.
    private let other = LeaseHolder(process: Int64(getppid()), started: LeaseHolder.start(of: Int64(getppid())) ?? 0)

    @Test func oneHoldsItAndRenewsItAndTheOtherMayNot() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal(holder: other))
        #expect(try mine.claimLease(at: outbox.time.now()) != .refused)
        #expect(try mine.claimLease(at: outbox.time.now()) != .refused)
        #expect(try theirs.claimLease(at: outbox.time.now()) == .refused)
        try theirs.releaseLease()
        #expect(try theirs.claimLease(at: outbox.time.now()) == .refused)
        try mine.releaseLease()
        #expect(try theirs.claimLease(at: outbox.time.now()) != .refused)
        #expect(try mine.claimLease(at: outbox.time.now()) == .refused)
    }

    @Test func aHolderThatHasEndedIsReplacedAtOnce() throws {
        for dead in [
            LeaseHolder(process: Int64(Int32.max), started: 1),
            LeaseHolder(process: other.process, started: other.started - 1),
        ] {
            let mine = try outbox.journal(account: "\(dead)")
            #expect(try outbox.journal(account: "\(dead)", holder: dead).claimLease(at: outbox.time.now()) != .refused)
            #expect(try mine.claimLease(at: outbox.time.now()) != .refused)
        }
    }

    @Test func aSilentHolderIsReplacedAfterFiveSeconds() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal(holder: other))
        #expect(try theirs.claimLease(at: outbox.time.now()) != .refused)
        outbox.time.advance(by: .milliseconds(4_999))
        #expect(try mine.claimLease(at: outbox.time.now()) == .refused)
        outbox.time.advance(by: .milliseconds(1))
        #expect(try mine.claimLease(at: outbox.time.now()) != .refused)
        #expect(try theirs.claimLease(at: outbox.time.now()) == .refused)
    }

    /// Two windows that were started before and after the clock was set agree on who sends.
    @Test func theTimeOfDayIsNothingToTheLease() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal(holder: other))
        #expect(try theirs.claimLease(at: outbox.time.now() + .seconds(18_000)) == .taken)
        #expect(try mine.claimLease(at: outbox.time.now()) == .refused)
        #expect(try mine.claimLease(at: outbox.time.now() + .seconds(36_000)) == .refused)
        #expect(try theirs.claimLease(at: outbox.time.now()) == .renewed)
    }

    @Test func aWordOfBeforeTheMachineWasStartedDoesNotKeepItForEver() throws {
        let later = outbox.time.now() + .seconds(18_000)
        let before = try Journal(outbox.path, account: "board/ada", kinds: commentKinds, holder: other) { later }
        #expect(try before.claimLease(at: outbox.time.now()) == .taken)
        #expect(try outbox.journal().claimLease(at: outbox.time.now()) == .taken)
    }

    /// Whoever takes it back after another had it has to look at what that one left behind.
    @Test func itIsRenewedOnlyWhereNobodyElseHadIt() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal(holder: other))
        #expect(try mine.claimLease(at: outbox.time.now()) == .taken)
        #expect(try mine.claimLease(at: outbox.time.now()) == .renewed)
        outbox.time.advance(by: .seconds(6))
        #expect(try theirs.claimLease(at: outbox.time.now()) == .taken)
        try theirs.releaseLease()
        #expect(try mine.claimLease(at: outbox.time.now()) == .taken)
    }

    /// What was taken out so long ago that nobody knows of it is not begun all the same, and is told to have gone.
    @Test func whatIsNotThereIsNotBegun() throws {
        let mine = try outbox.journal()
        try mine.append("kept", "gone")
        _ = try mine.claimLease(at: outbox.time.now())
        try outbox.journal().write { $0.removed[MutationID("gone")] = .discarded }
        let begun = MutationState(stage: .inFlight, attempts: 1)
        #expect(throws: Overtaken.self) {
            try mine.write {
                $0.updated = [MutationID("kept"): begun, MutationID("gone"): begun]
                $0.needsLease = true
            }
        }
        #expect(try mine.load().rows.map(\.state.attempts) == [0])
    }

    @Test func aWriteThatNeedsItRenewsIt() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal(holder: other))
        #expect(try theirs.claimLease(at: outbox.time.now()) != .refused)
        outbox.time.advance(by: .seconds(4))
        try theirs.write { $0.needsLease = true }
        outbox.time.advance(by: .seconds(4))
        #expect(try mine.claimLease(at: outbox.time.now()) == .refused)
    }

    @Test func aWriteThatNeedsItAndHasLostItWritesNothing() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal(holder: other))
        try theirs.append("m")
        #expect(try theirs.claimLease(at: outbox.time.now()) != .refused)
        outbox.time.advance(by: .seconds(5))
        #expect(try mine.claimLease(at: outbox.time.now()) != .refused)
        let before = try mine.load().revision
        #expect(throws: LeaseLost.self) {
            try theirs.write { batch in
                batch.needsLease = true
                batch.updated = [MutationID("m"): MutationState(stage: .inFlight, attempts: 1)]
            }
        }
        #expect(try mine.load()["m"]?.state.stage == .queued)
        #expect(try mine.load().revision == before)
        // What needs no lease is written all the same: answers of attempts that were begun before.
        try theirs.write { $0.updated = [MutationID("m"): MutationState(stage: .acknowledged(serverID: "c"))] }
        #expect(try mine.load()["m"]?.state.stage == .acknowledged(serverID: "c"))
    }

    @Test func withoutAnyLeaseAWriteThatNeedsItFails() throws {
        #expect(throws: LeaseLost.self) { try outbox.journal().write { $0.needsLease = true } }
    }

    @Test func eachAccountHasItsOwn() throws {
        #expect(try outbox.journal(account: "ada", holder: other).claimLease(at: outbox.time.now()) != .refused)
        #expect(try outbox.journal(account: "bob").claimLease(at: outbox.time.now()) != .refused)
    }

    @Test func aProcessIsAliveUntilItHasEndedWhateverItIsCalled() throws {
        #expect(LeaseHolder.current().isAlive && other.isAlive)
        let folder = try TemporaryFolder()
        let program = folder.file("a) Z (b")
        try folder.write(try #require(readSleep()), to: "a) Z (b")
        chmod(program, 0o700)
        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("1000"), nil]
        defer { for word in words { free(word) } }
        try #require(posix_spawn(&process, program, nil, nil, &words, environ) == 0)
        let holder = LeaseHolder(
            process: Int64(process), started: try #require(LeaseHolder.start(of: Int64(process))))
        #expect(holder.isAlive)
        kill(process, SIGKILL)
        // Ended, and not waited for yet.
        var information = siginfo_t()
        waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        #expect(!holder.isAlive)
        waitpid(process, nil, 0)
        #expect(!holder.isAlive)
    }

    private func readSleep() -> [UInt8]? {
        let descriptor = open("/bin/sleep", O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_000_000)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
