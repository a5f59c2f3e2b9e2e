import StateFiles
import LiveBell
import LocalBoard
import Comments
import OptimisticState

/// Runs one command of the command line: the same store, outbox and service as the client, without a screen.
struct Runner {
    let options: Options
    let home: Home
    let site: Site
    let worker: WorkerThread
    private let loop: EventLoop<Int32>

    init(_ options: Options) throws(ProgramError) {
        self.options = options
        worker = WorkerThread()
        loop = EventLoop()
        home = try Home(options)
        site = try Site(options, home: home, time: loop.time, worker: worker)
        if options.board != nil, options.visit == nil, site.board?.wasCreated == true {
            Console.complain("made \(shown(site.path))")
        }
    }

    /// - Returns: the exit status.
    func run(_ command: @escaping @Sendable (Desk) async throws(ProgramError) -> Int32) throws(ProgramError) -> Int32 {
        let session = home.sessions.load(for: site.path) ?? Client.sessionByKey(options, home, site, worker)
        let bell = home.bell
        let housekeeping = OutboxHousekeeping(bell: bell, worker: worker)
        let store = try home.openStore(of: site.outboxAccount(of: session), time: loop.time) {
            housekeeping.written($0)
        }
        site.listeners.withLock { $0.append { store.reachable() } }
        let desk = Desk(options: options, home: home, site: site, session: session, store: store, worker: worker)
        if let bell {
            loop.listen(to: bell.descriptor) {
                if bell.drain() { worker.start { try? store.reload() } }
            }
        }
        let mailbox = loop.mailbox
        // What was signed out of without network is ended beside what is asked for; it may take another time.
        let revocations = Revocations(home, site)
        if revocations.hasSome { worker.start { _ = await revocations.tryNow() } }
        worker.start { [site] in
            await site.welcome()
            do throws(ProgramError) {
                mailbox.post(try await command(desk))
            } catch {
                Console.complain(error.sentence)
                mailbox.post(error.status)
            }
        }
        var status = ExitStatus.failed
        loop.run(receive: {
            status = $0
            loop.stop()
        })
        if let error = site.renewals?.finish() { Console.complain(error.renewalSentence) }
        bell?.leave()
        site.bell?.leave()
        options.visit?.leave()
        return status
    }
}

/// What a command works with.
struct Desk: Sendable {
    let options: Options
    let home: Home
    let site: Site
    /// Nil for a reader.
    let session: Session?
    let store: OptimisticStore<Connection>
    let worker: WorkerThread

    var time: any Timekeeper { site.deadlines.time }

    /// - Throws: exit status 3 for a reader.
    func signedIn() throws(ProgramError) -> Session {
        guard let session else {
            throw ProgramError(
                sentence: "you are not signed in here: rakkan sign-in NAME, or rakkan sign-up NAME",
                status: ExitStatus.needsSignIn)
        }
        return session
    }
}
