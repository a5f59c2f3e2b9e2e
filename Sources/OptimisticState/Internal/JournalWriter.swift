/// The one that writes the journal: remembers what a full disk refused, and whether this process may send.
struct JournalWriter {
    private let journal: AnyJournal
    /// What was not written yet, in order. It goes before the next write.
    private var backlog = Batch()
    private(set) var knownRevision: Int64
    private var leaseRenewal: Timestamp?
    /// Whether the lease stands on disk. Where the disk refuses it, no write can be made to depend on it.
    private(set) var isLeaseStored = false

    /// A silent holder is replaced after 5 s: it speaks well before.
    static var heartbeat: Duration { .seconds(2) }

    init(_ journal: AnyJournal, knownRevision: Int64) {
        self.journal = journal
        self.knownRevision = knownRevision
    }

    /// What has another text here than on disk.
    var unsavedTexts: Set<MutationID> { Set(backlog.rewritten.keys) }
    var hasBacklog: Bool { !backlog.isEmpty }

    enum Written {
        /// With the sequences of what was appended by this batch.
        case saved([Int64])
        /// The disk refused; it is remembered.
        case notSaved
        /// Another process drains; nothing was written, nothing is remembered.
        case leaseLost
        /// Another process has written since; nothing was written, nothing is remembered.
        case overtaken
        /// Another process writes, and who sends may be just that one: the write that begins an attempt was not made, and
        /// is not remembered.
        case busy
    }

    mutating func write(_ batch: Batch) -> Written {
        var whole = backlog
        if whole.isEmpty { whole = batch } else { whole.append(batch) }
        guard !whole.isEmpty else { return .saved([]) }
        do {
            let receipt = try journal.write(whole)
            backlog = Batch()
            if receipt.previous == knownRevision { knownRevision = receipt.revision }
            return .saved(Array(receipt.sequences.suffix(batch.appended.count)))
        } catch is LeaseLost {
            leaseRenewal = nil
            return .leaseLost
        } catch is Overtaken {
            return .overtaken
        } catch is JournalBusy where batch.needsLease {
            return .busy
        } catch {
            backlog = whole
            backlog.needsLease = false
            backlog.basis = nil
            return .notSaved
        }
    }

    /// Tries again what a full disk refused.
    mutating func flush() -> Written { write(Batch()) }

    mutating func changes() throws -> Contents {
        let changes = try journal.changes(knownRevision)
        knownRevision = max(knownRevision, changes.revision)
        return changes
    }

    // MARK: Lease

    var hasLease: Bool { leaseRenewal != nil }

    /// When the lease has to be renewed, while it is held.
    var nextHeartbeat: Timestamp? { leaseRenewal.map { $0 + Self.heartbeat } }

    enum Claim { case held, taken, refused }

    /// Takes or renews the lease. A disk that refuses does not stop the sending: no other process can drain either. One
    /// that is busy does: who writes for so long may be just taking it.
    mutating func claimLease(at now: Timestamp) -> Claim {
        if let renewal = leaseRenewal, now < renewal + Self.heartbeat { return .held }
        let wasHeld = hasLease
        let claim: LeaseClaim
        do {
            claim = try journal.claimLease(now)
            isLeaseStored = claim != .refused
        } catch is JournalBusy {
            claim = .refused
        } catch {
            claim = wasHeld ? .renewed : .taken
            isLeaseStored = false
        }
        leaseRenewal = claim == .refused ? nil : now
        switch claim {
        case .refused: return .refused
        case .renewed: return wasHeld ? .held : .taken
        case .taken: return .taken
        }
    }

    mutating func releaseLease() {
        guard hasLease else { return }
        leaseRenewal = nil
        // A lease that cannot be given back runs out by itself.
        try? journal.releaseLease()
    }
}
