import NetworkConditions
import CommentPresenters
import Comments
import OptimisticState
import OutboxStore

/// One account's store with the tasks that work for it: the drain, the reading, what was asked for. They end together.
final class AccountWork {
    let account: Account
    let site: Site
    private let worker: WorkerThread
    /// What sends.
    private var drains: [Task<Void, Never>] = []
    /// What was asked for and has not ended, by number: who keeps a task that has ended keeps all that it held.
    private let errands = Locked((started: 0, open: [Int: Task<Void, Never>]()))
    private var reading: Task<Void, Never>?
    /// Whether sending rests because the session is over.
    private let isPaused = Locked(false)
    private let mailbox: Mailbox<Client.Letter>

    init(
        _ session: Session?, home: Home, site: Site, time: any Timekeeper, worker: WorkerThread,
        mailbox: Mailbox<Client.Letter>, offersWaiting: Bool
    ) throws(ProgramError) {
        self.site = site
        self.worker = worker
        self.mailbox = mailbox
        let housekeeping = OutboxHousekeeping(bell: home.bell, worker: worker)
        let store = try home.openStore(of: site.outboxAccount(of: session), time: time) { housekeeping.written($0) }
        let reader = BoardReader(
            service: site.service, session: session, store: store, deadlines: site.deadlines,
            onChange: { mailbox.postChange() })
        account = Account(
            store: store, session: session, reader: reader, limits: site.service.capabilities,
            waiting: offersWaiting ? try Self.waitingWay(time) : nil)
    }

    /// Begins to read, and to send what waits.
    func start(automaticRetry: Bool) {
        let (store, reader) = (account.store, account.reader)
        site.listeners.withLock { $0 = [{ store.reachable() }, { reader.tryNow() }] }
        // Where a room has to be chosen first there is nothing to read, and nowhere to send anything to.
        guard !site.needsRoom else { return }
        read()
        if let session = account.session {
            // What waited for a session of this account has one.
            store.signedIn()
            site.service.whenOver { [isPaused, mailbox] in
                isPaused.withLock { $0 = true }
                // What waits is for whoever has a session that is good, perhaps in another process.
                store.suspendSending()
                mailbox.postChange()
            }
            let connection = site.connection(as: session)
            drains.append(
                worker.start { await store.drain(to: connection, retries: automaticRetry ? .standard : .manual) })
            if let waiting = account.waiting?.store {
                drains.append(worker.start { await waiting.drain(to: connection, retries: .manual) })
            }
        }
    }

    /// Reads, and follows what changes.
    func read() {
        guard account.session != nil || !account.limits.readingNeedsSignIn else { return }
        let reader = account.reader
        reading = worker.start { await reader.follow() }
    }

    /// Whether nothing more can be asked as this account before its user signs in again.
    var isOver: Bool { account.session.map(site.service.isOver) ?? false }

    /// Goes on with a newer session, if the one that was used is over and somebody has signed in elsewhere.
    func followSession() {
        guard let session = account.session, isPaused.withLock({ $0 }), site.service.goesOn(session) else { return }
        isPaused.withLock { $0 = false }
        account.store.signedIn()
        account.store.resumeSending()
        guard reading != nil else { return }
        rest()
        read()
    }

    /// Goes on sending after the process was stopped.
    func resumeSending() {
        if !isPaused.withLock({ $0 }) { account.store.resumeSending() }
    }

    /// Only what waits is still sent.
    func rest() {
        reading?.cancel()
        reading = nil
    }

    private static func waitingWay(_ time: any Timekeeper) throws(ProgramError) -> WaitingWay {
        do {
            return WaitingWay(
                store: try OptimisticStore(
                    journal: FleetingJournal(), time: time, makeID: randomID, jitter: { Double.random(in: 0..<1) }))
        } catch {
            throw ProgramError(sentence: "\(error)")
        }
    }

    func spawn(_ work: @escaping @Sendable () async -> Void) {
        errands.withLock { [errands] state in
            state.started += 1
            let number = state.started
            state.open[number] = worker.start {
                await work()
                errands.withLock { $0.open[number] = nil }
            }
        }
    }

    /// Another process wrote the outbox.
    func reloadOutbox() {
        let (store, session, service) = (account.store, account.session, site.service)
        worker.start {
            try? store.reload()
            // Another process was refused with an old session: this one's is good as far as is known.
            if let session, !service.isOver(session) { store.signedIn() }
        }
        // Whoever has signed in rings as well.
        if isPaused.withLock({ $0 }) { mailbox.postChange() }
    }

    func stop() {
        rest()
        for task in drains + errands.withLock({ Array($0.open.values) }) { task.cancel() }
        drains = []
    }

    /// Whether something goes out by itself, at whatever moment.
    var hasSomethingWaiting: Bool {
        account.session != nil && account.store.read { visible in visible.outbox.contains { !visible.isStuck($0) } }
    }

    /// Whether waiting a moment could still send something.
    var hasSomethingToSend: Bool {
        account.session != nil && !isOver
            && account.store.read { visible in visible.outbox.contains { visible.canGoOut($0) } }
    }
}
