import CursesTerminal
import StateFiles
import CommentPresenters
import Comments
import NetworkConditions
import LiveBell
import OptimisticState

extension Client {
    /// Does what the presenters ask of the program.
    func perform(_ commands: [CommentPresenters.Command]) {
        for command in commands { perform(command) }
    }

    private func perform(_ command: CommentPresenters.Command) {
        let reader = work.account.reader
        switch command {
        case .quit: quit()
        case .suspend: suspend()
        case .redraw: face.redraw()
        case .signUp(let form):
            signIn { service async throws(ServiceError) in try await service.signUp(form) }
        case .signIn(let name, let password):
            signIn { service async throws(ServiceError) in try await service.signIn(name: name, password: password) }
        case .cancelSignIn:
            cancelSignIn()
            revoke()
        case .signOut(let discarding): signOut(discarding: discarding)
        case .watch(let scopes): watch(scopes)
        case .readComments(let post): work.spawn { await reader.open(post) }
        case .readOlderComments(let post): work.spawn { await reader.readOlderComments(of: post) }
        case .readOlderPosts: work.spawn { await reader.readOlderPosts() }
        case .readFavouriters(let target, let limit): readFavouriters(of: target, limit: limit)
        case .readRooms(let cursor): readRooms(after: cursor)
        case .findRooms(let text): findRooms(text)
        case .openRoom(let reference, let name): openRoom(reference, shownAs: name)
        case .copy(let text): face.copy(text)
        case .chooseNetwork(let name):
            if let network = try? Network.parse(name) { site.network.use(network) }
            reader.tryNow()
            work.account.store.reachable()
        case .refuseNext: site.network.refuseNext()
        case .setAutomaticRetry(let isOn):
            automaticRetry = isOn
            work.account.store.setRetries(isOn ? .standard : .manual)
        case .awaitSettled(let id): awaitSettled(id)
        case .openEditor(let text, let draft): openEditor(text, draft)
        }
    }

    private func readFavouriters(of target: FavouriteTarget, limit: Int) {
        let (mailbox, service, deadlines) = (loop.mailbox, site.service, site.deadlines)
        let session = work.account.session
        work.spawn {
            let answer = await deadlines.within(deadlines.list) { () async -> Result<Favouriters, ServiceError> in
                do throws(ServiceError) {
                    return .success(try await service.favouriters(of: target, limit: limit, as: session))
                } catch {
                    return .failure(error)
                }
            }
            mailbox.post(.favouriters(target, answer ?? .failure(.timedOut)))
        }
    }

    private func awaitSettled(_ id: MutationID) {
        guard let store = work.account.waiting?.store else { return }
        let mailbox = loop.mailbox
        work.spawn { mailbox.post(.settled(id, await store.settled(id))) }
    }

    private func watch(_ scopes: [AnyScope]) {
        watch?.cancel()
        let changes = work.account.store.changes(in: scopes)
        let mailbox = loop.mailbox
        watch = worker.start {
            for await _ in changes { mailbox.postChange() }
        }
    }

    // MARK: Accounts

    private func signIn(
        _ ask: @escaping @Sendable (any CommentService) async throws(ServiceError) -> Session
    ) {
        cancelSignIn()
        // A token that is pasted again is not to be ended meanwhile.
        revoking?.cancel()
        let (run, mailbox, service, deadlines) = (signInRun, loop.mailbox, site.service, site.deadlines)
        signInTask = worker.start {
            let answer = await deadlines.within(deadlines.signIn) { () async -> Letter in
                do throws(ServiceError) {
                    return .signedIn(try await ask(service), run: run)
                } catch {
                    return .signInFailed(error, run: run)
                }
            }
            mailbox.post(answer ?? .signInFailed(.timedOut, run: run))
        }
    }

    private func cancelSignIn() {
        signInRun += 1
        signInTask?.cancel()
        signInTask = nil
    }

    /// The session in use may be over, or it has gone on as one that somebody signed in with elsewhere.
    func followSession() {
        for work in [work] + left.values { work.followSession() }
        guard work.account.session != nil else { return }
        if !work.isOver {
            presenter.sessionGoesOn()
        } else if face.opensForms {
            presenter.sessionEnded()
        }
    }

    func signedIn(_ session: Session) {
        defer { revoke() }
        var whyNotKept: String?
        do {
            try home.sessions.save(session, for: site.path)
        } catch {
            home.log?.write("the session could not be kept", at: loop.time.now())
            whyNotKept = error.sentence
        }
        // Other windows of this account, whose session is over, look for this one.
        home.bell?.ring()
        use(session) { presenter.signedIn($0) }
        if let whyNotKept {
            presenter.tell(.notDone(reason: UntrustedText("signed in until you leave: \(whyNotKept)")))
        }
    }

    private func signOut(discarding: Bool) {
        guard let session = work.account.session else { return }
        presenter.sendHeld()
        if discarding {
            let store = work.account.store
            for id in store.read({ $0.outbox.map(\.id) }) { store.discard(id) }
        }
        // The server ends the session as soon as it can be reached, perhaps in another run: the client does not use it any
        // more, whatever becomes of that.
        do {
            if let unkept = try Revocations(home, site).take(session) {
                worker.start { [service = site.service] in try? await service.signOut(unkept) }
            }
        } catch {
            home.log?.write("the session could not be forgotten", at: loop.time.now())
        }
        revoke()
        loop.mailbox.post(.signedOut)
    }

    /// Ends what was signed out of, for as long as it takes.
    func revoke() {
        revoking?.cancel()
        let revocations = Revocations(home, site)
        revoking = revocations.hasSome ? worker.start { await revocations.tryUntilDone() } : nil
    }

    func becomeReader() {
        use(nil) { presenter.signedOut($0) }
    }

    /// Goes on as another account, or as a reader.
    private func use(_ session: Session?, _ tell: (Account) -> [CommentPresenters.Command]) {
        do {
            let next = try AccountWork(
                session, home: home, site: site, time: loop.time, worker: worker, mailbox: loop.mailbox,
                offersWaiting: demo != nil)
            for work in [work] + left.values { work.stop() }
            left = [:]
            work = next
            drafts.use(session, in: site.outboxPlace(of: session))
            let commands = tell(next.account)
            next.start(automaticRetry: automaticRetry)
            perform(commands)
        } catch {
            home.log?.write("the outbox could not be opened", at: loop.time.now())
            presenter.signInFailed(.refused(Failure(code: FailureCode.damaged)))
        }
    }
}

extension Mailbox where Letter == Client.Letter {
    /// Any number of changes between two frames are one.
    func postChange() {
        post(.changed) { last in
            if case .changed = last { true } else { false }
        }
    }
}
