import LiveBell
import StateFiles
import LocalBoard
import CommentPresenters
import CommentScreens
import Comments
import Configuration
import CursesTerminal
import Glibc
import OptimisticState
import TerminalUI

/// The client: the loop, with the terminal on one side and the presenters and stores on the other. Everything here is
/// of the main thread.
final class Client {
    /// What tasks have to tell.
    enum Letter: Sendable {
        /// Something that is shown may be different.
        case changed
        case signedIn(Session, run: Int)
        case signInFailed(ServiceError, run: Int)
        case signedOut
        /// In the waiting way.
        case settled(MutationID, Settled)
        case editorEnded(Editor.Ending)
        case favouriters(FavouriteTarget, Result<Favouriters, ServiceError>)
        case roomsRemembered([Room], last: String?, unsent: [String: Int])
        case roomsFound(Result<RoomPage, ServiceError>, of: String)
        case rooms(Result<RoomPage, ServiceError>, after: Cursor?)
    }

    let options: Options
    /// Nil in the client as it is.
    let demo: Demo?
    let loop = EventLoop<Letter>()
    let worker = WorkerThread()
    let home: Home
    var site: Site
    /// The rooms that were left while something was on its way from there, by what they are kept under: it goes out all
    /// the same.
    var left: [String: AccountWork] = [:]
    let face: any Face
    let presenter: ClientPresenter
    let drafts: Drafts
    var work: AccountWork
    /// Counts sign-ins: the answer of one that was cancelled is dropped.
    var signInRun = 0
    var signInTask: Task<Void, Never>?
    var watch: Task<Void, Never>?
    var automaticRetry: Bool
    /// While the terminal is an editor's.
    var editing: Editing?
    private var needsFrame = true
    private var script: ScriptPlayer?
    /// What the script may wait for.
    private var lastFrame = ""
    private var guests: [Task<Void, Never>] = []
    /// Ends what was signed out of while nobody could be told.
    var revoking: Task<Void, Never>?
    /// Whether the panel that shows requests is open: else they are nobody's business.
    private let watchesTraffic: Locked<Bool>
    /// While leaving: when to go at the latest.
    private var leavesBy: Timestamp?
    private var ending = Signals()

    /// Runs the client until the user leaves.
    ///
    /// - Returns: the exit status.
    /// - Throws: ``ProgramError``, ``UsageError`` before anything is drawn.
    static func run(_ options: Options, demo: Demo? = nil) throws -> Int32 {
        try Client(options, demo, try FaceChoice(options)).runToEnd()
    }

    private init(_ options: Options, _ demo: Demo?, _ choice: FaceChoice) throws {
        self.options = options
        self.demo = demo
        automaticRetry = options.automaticRetry
        home = try Home(options)
        let watchesTraffic = Locked(false)
        self.watchesTraffic = watchesTraffic
        let mailbox = loop.mailbox
        site = try Site(options, home: home, time: loop.time, worker: worker) {
            if watchesTraffic.withLock({ $0 }) { mailbox.postChange() }
        }
        if options.board != nil, options.visit == nil, site.board?.wasCreated == true {
            Console.complain("made \(shown(site.path))")
        }
        var session = home.sessions.load(for: site.path) ?? Self.sessionByKey(options, home, site, worker)
        if let name = options.asName, session?.name != name {
            if let board = site.board { session = Demo.enter(name, board, worker) }
            if let session { try? home.sessions.save(session, for: site.path) }
        }
        work = try AccountWork(
            session, home: home, site: site, time: loop.time, worker: worker, mailbox: mailbox,
            offersWaiting: demo != nil)
        face = try choice.make(options, home: home, time: loop.time, wake: loop.mailbox.wakeDescriptor)
        drafts = Drafts(
            of: session, home: home, place: site.outboxPlace(of: session),
            longest: options.visit == nil ? nil : Visit.longestDraft)
        var settings = ClientSettings(
            place: UntrustedText(demo?.hasOwnBoard == true ? "demo" : site.name),
            network: options.networkSettings, traffic: site.network, time: loop.time, drafts: drafts,
            chance: options.seed.map { SeededChance(seed: $0) } ?? SystemRandomNumberGenerator(),
            offersProgressKinds: demo != nil, pendingRule: options.pendingRule, switchesPendingRule: demo != nil,
            banner: demo == nil ? nil : face.demoBanner)
        (settings.hasRooms, settings.room) = (site.homeserver != nil, site.room)
        settings.zone = { localOffset(at: $0) }
        settings.welcomesReaders = !work.account.limits.readingNeedsSignIn
        if let visit = options.visit {
            settings.nextChance = "the next time you come"
            settings.longestDraft = Visit.longestDraft
            if visit.keyIsEnough, session == nil { settings.banner = Visit.keyLine }
        }
        presenter = ClientPresenter(settings: settings, account: work.account)
    }

    private func runToEnd() -> Int32 {
        var roomsAtStart: [CommentPresenters.Command] = []
        if work.account.session == nil, face.opensForms {
            let name = demo == nil ? "" : options.asName ?? environment()["USER"] ?? ""
            presenter.openForm(.signUp, name: name, reason: .newcomer)
        } else if face.opensForms, presenter.needsRoom {
            roomsAtStart = presenter.showRooms()
        }
        script = demo?.script.map { ScriptPlayer($0, at: loop.time.now()) }
        if let post = options.post { presenter.show(post: .server(post)) }
        face.begin(self)
        if let bell = home.bell {
            loop.listen(to: bell.descriptor) { [self] in
                if bell.drain() { for work in [work] + left.values { work.reloadOutbox() } }
            }
        }
        if let bell = site.bell {
            loop.listen(to: bell.descriptor) { [self] in
                if bell.drain() { site.board?.wakeUp() }
            }
        }
        worker.start { [site] in await site.welcome() }
        work.start(automaticRetry: automaticRetry)
        revoke()
        guests = site.board.map { Demo.invite(options.guests, to: $0, options, loop.time, worker) } ?? []
        perform(roomsAtStart + presenter.update())
        stayAwhile()
        loop.run(nextDeadline: { nextDeadline }, receive: { receive($0) }) {
            takeSignals()
            face.passTime(self)
            if let endsIdleAt, endsIdleAt <= loop.time.now() {
                isIdle = true
                loop.stop()
            }
            if let leavesBy, leavesBy <= loop.time.now() || !hasSomethingToSend { loop.stop() }
            if isGone { loop.stop() }
            repeat { draw() } while playScript()
            listenToFace()
        }
        let status = isGone ? ExitStatus.failed : face.status(self)
        leave()
        return status
    }

    /// Nobody touches a key any more: when the visitor's session ends. Nil where it does not.
    private var endsIdleAt: Timestamp?
    private var isIdle = false

    /// The terminal is gone: nothing more can be shown.
    private(set) var isGone = false

    /// What ends everything without a word: the terminal is no more.
    func lose() {
        isGone = true
        loop.stop()
    }

    private var listenedTo: Int32?

    /// Listens to what the face wants to read.
    func listenToFace() {
        let wanted = editing == nil ? face.inputDescriptor : nil
        guard wanted != listenedTo else { return }
        if let listenedTo { loop.forget(listenedTo) }
        listenedTo = wanted
        guard let wanted else { return }
        loop.listen(to: wanted) { [self] in
            if options.visit != nil { stayAwhile() }
            face.readInput(self)
        }
    }

    private func leave() {
        // What waits in a temporary outbox waits for nobody.
        let farewell = demo?.folder == nil ? presenter.farewell() + farewellOfRooms : []
        endEditor(by: ending)
        presenter.closeComposer()
        face.end()
        for work in [work] + left.values { work.stop() }
        for guest in guests { guest.cancel() }
        revoking?.cancel()
        home.bell?.leave()
        site.bell?.leave()
        demo?.folder?.remove()
        if !isGone {
            if isIdle, let visit = options.visit { Console.say(visit.idleSentence) }
            for line in farewell { Console.say(printable(line)) }
            if let error = site.renewals?.finish() { Console.complain(error.renewalSentence) }
        }
        options.visit?.leave()
        if !ending.isEmpty { CursesTerminal.die(of: ending) }
    }

    // MARK: Each round

    private var nextDeadline: Timestamp? {
        [face.nextChange, face.nextDeadline, leavesBy, endsIdleAt, script?.nextDeadline].compactMap { $0 }.min()
    }

    private func stayAwhile() { endsIdleAt = options.visit.map { loop.time.now() + $0.idle } }

    /// Whether it is only waited for what is being sent.
    var isLeaving: Bool { leavesBy != nil }

    /// Does what a person has asked for. Whoever does something while it is left leaves at once.
    ///
    /// - Returns: false if it was not asked for any more.
    func act(_ ask: (ClientPresenter) -> [CommentPresenters.Command]) -> Bool {
        guard !isLeaving else {
            loop.stop()
            return false
        }
        perform(ask(presenter))
        needsFrame = true
        return true
    }

    private func receive(_ letter: Letter) {
        needsFrame = true
        switch letter {
        case .changed:
            followSession()
            perform(presenter.update())
        case .signedIn(let session, let run):
            if run == signInRun { signedIn(session) }
        case .signInFailed(let error, let run):
            if run == signInRun {
                presenter.signInFailed(error)
                revoke()
            }
        case .signedOut:
            becomeReader()
        case .settled(let id, let settled):
            perform(presenter.settled(id, settled))
        case .editorEnded(let ending): editorEnded(ending)
        case .favouriters(let target, let result): presenter.favouritersRead(target, result)
        case .roomsRemembered(let rooms, let last, let unsent):
            presenter.roomsRemembered(rooms, last: last, unsent: unsent)
        case .roomsFound(let result, let text): presenter.roomsFound(result, of: text)
        case .rooms(let result, let cursor): presenter.roomsRead(result, after: cursor)
        }
    }

    private func takeSignals() {
        var signals = face.takeSignals()
        if editing != nil, !signals.isEmpty { signals = whileEditing(signals) }
        guard !signals.isEmpty else { return }
        needsFrame = true
        if signals.contains(.interrupt), face.interrupt(self) { signals.remove(.interrupt) }
        if !signals.isDisjoint(with: .ending) {
            ending = signals.intersection(.ending)
            return loop.stop()
        }
        if signals.contains(.stop) {
            suspend()
        } else if signals.contains(.continued) {
            face.resume()
        } else if signals.contains(.resized) {
            face.resize()
        }
    }

    private func draw() {
        let isDue = face.nextChange.map { $0 <= loop.time.now() } ?? false
        guard needsFrame || isDue, !isGone, ending.isEmpty, editing == nil else { return }
        needsFrame = false
        watchesTraffic.withLock { $0 = presenter.focus == .network }
        face.show(self)
        if script != nil { lastFrame = face.shownText }
    }

    /// Does what the script has next; false if nothing is due.
    private func playScript() -> Bool {
        if editing != nil { return false }
        let shown = lastFrame
        switch script?.next(at: loop.time.now(), shows: { shown.contains($0) }) {
        case .press(let key): face.press([key], self)
        case .say(let words):
            presenter.banner = words
            needsFrame = true
        case nil: return false
        }
        return true
    }

    // MARK: Leaving

    /// Leaves at once if nothing can be sent, else within two seconds.
    func quit() {
        presenter.sendHeld()
        guard hasSomethingToSend else { return loop.stop() }
        presenter.leave()
        leavesBy = loop.time.now() + .seconds(2)
    }

    func suspend() {
        // A visitor has no shell to come back to.
        guard options.visit == nil else { return }
        let all = [work] + left.values
        for work in all { work.account.store.suspendSending() }
        face.suspend()
        for work in all { work.resumeSending() }
    }
}
