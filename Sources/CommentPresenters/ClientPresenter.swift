import Comments
import OptimisticState

/// The whole client: turns what a person wants into calls of the store and commands, and what the store holds into what
/// a screen shows. Owned by the loop's one thread.
package final class ClientPresenter {
    let settings: ClientSettings
    package internal(set) var account: Account
    var feed: FeedPresenter
    var post: PostPresenter?
    var composer: ComposerPresenter?
    var outbox: OutboxPresenter?
    var network: NetworkPresenter?
    var search: SearchPresenter?
    var favouriters: FavouritersPresenter?
    var rooms: RoomsPresenter?
    /// The room that is open, by the name or id that it was opened by.
    package internal(set) var openedRoom: String?
    /// Its id, once that is known.
    package var openedRoomID: String?
    /// What the status line calls where one is.
    var place: UntrustedText
    /// Times are shown as date and hour.
    var showsDates = false
    var signIn: SignInPresenter?
    /// The form that has succeeded, as long as its bar runs to the end: a picture over what is in use already.
    private var picture: SignInPresenter?
    /// What bars draw their steps from.
    private var chance: any RandomNumberGenerator & Sendable
    var question: Question?
    /// Deletions that can still be undone, the latest last.
    var undos: [Undo] = []
    /// What the last frame knew of attempts that came to nothing.
    private var lastFailures: [MutationID: Failure] = [:]
    var help: HelpModel?
    /// Whether the session has ended while a text was being written.
    var hasEndedSession = false
    var status = StatusPresenter()
    var waiting = WaitingPresenter()
    /// The text whose first key was refused; nil while keys are keys.
    var refusedText: RefusedText?
    /// When the key came that is being handled.
    var actedAt = Timestamp(milliseconds: 0)
    /// The first line, where there is one.
    package var banner: String?
    var notice: Notice?
    /// The pane in front when nothing lies over it.
    var isPostInFront = false
    /// Whether a text is there already, so that what opens the composer leaves drafts alone: ``handle(_:writing:)``.
    var writesAtOnce = false
    /// What a reader wanted to do: done once there is an account.
    var wish: Intent?
    /// What requests are shown with while one waits for them.
    var progressKind = ProgressKind.seed
    private var watched: [AnyScope] = []

    package init(settings: ClientSettings, account: Account) {
        self.settings = settings
        (openedRoom, place) = (settings.room, settings.place)
        var account = account
        account.pendingRule = settings.pendingRule
        self.account = account
        chance = settings.chance
        banner = settings.banner
        feed = FeedPresenter(account: account)
        network = settings.network.map { NetworkPresenter($0, traffic: settings.traffic) }
    }

    /// Opens the form: at the first start, or when a remembered session has ended.
    package func openForm(_ mode: SignInPresenter.Mode, name: String = "", reason: SignInReason) {
        picture = nil
        signIn = SignInPresenter(
            mode, name: name, reason: reason, progress: progressKind, offersKinds: settings.offersProgressKinds,
            welcomesReaders: settings.welcomesReaders)
    }

    func submitForm() -> Command? {
        signIn?.submit(at: now, using: &chance)
    }

    /// Takes the form away; its bar is seen for a moment longer.
    func closeFormAfterSuccess() {
        picture = signIn?.succeeded(at: now)
        signIn = nil
    }

    /// Any key ends the picture of a success.
    ///
    /// - Returns: whether there was one.
    package func skipPicture() -> Bool {
        defer { picture = nil }
        return picture != nil
    }

    /// The form as it is seen now.
    private func formModel(_ request: BarRequest, _ clock: inout FrameClock) -> SignInModel? {
        signIn?.advance(to: clock.now)
        picture?.advance(to: clock.now)
        if picture?.isStillSeen == false { picture = nil }
        let form = signIn ?? picture
        if let next = form?.nextChange(request) { clock.wake(at: next) }
        return form?.model
    }

    /// The moment, by the client's clock.
    package var now: Timestamp { settings.time.now() }

    /// What keys mean now.
    package var focus: Focus {
        if waiting.run != nil { return .waiting }
        if help != nil { return .help }
        switch question {
        case .deleteComment, .deletePost: return .deleteQuestion
        case .discard, .discardAtSignOut: return .discardQuestion
        case .notSentYet: return .notSentYet
        case .signOut: return .signOutQuestion
        case nil: break
        }
        if signIn != nil { return .signIn }
        if composer != nil { return .composer }
        if favouriters != nil { return .favouriters }
        if search?.isTyping == true { return .search }
        if network?.isOpen == true { return .network }
        if rooms != nil { return .rooms }
        if outbox != nil { return .outbox }
        return isPostInFront && post != nil ? .post : .feed
    }

    /// Everything that is shown now, read under one lock.
    package func frame(_ request: FrameRequest) -> Frame {
        var clock = FrameClock(
            now: now, lastFailures: lastFailures, zone: showsDates ? settings.zone : nil,
            clockAhead: account.reader.clockAhead)
        defer { lastFailures = clock.lastFailures }
        let reading = account.reader.state
        let form = formModel(request.bar, &clock)
        let found = searchModel
        return account.store.read { visible in
            Frame(
                focus: focus,
                isPostInFront: isPostInFront && post != nil,
                feed: feed.model(
                    request.feed, opened: post?.post, reading: reading, drafts: settings.drafts,
                    pattern: pattern { $0 == .feed }, in: visible, &clock),
                post: post?.model(
                    request.thread, reading: reading,
                    pattern: pattern { if case .post = $0 { true } else { false } }, in: visible, &clock),
                composer: composer.map { $0.model(waiting: waiting.seconds(&clock)) },
                outbox: outbox?.model(request.outbox, in: visible, &clock),
                rooms: rooms?.model(
                    request.rooms, opened: opened, place: place, pattern: pattern { $0 == .rooms }),
                pending: request.tellsPending ? visible.outbox.map { PendingItem($0, in: visible, &clock) } : [],
                network: network.flatMap { $0.isOpen ? $0.model(&clock) : nil },
                signIn: form,
                question: question,
                favouriters: favouriters?.model(in: visible),
                help: help,
                status: status.model(
                    place: place, session: account.session, connection: reading.connection,
                    network: network?.settings, waited: waiting.model(&clock),
                    notice: notice ?? waiting.seconds(&clock).map { .waiting(seconds: $0) }
                        ?? undoOffer(in: visible, &clock),
                    search: found, hints: status.hintFocus(focus, &clock), in: visible, &clock),
                banner: reading.removal?.sentence
                    ?? reading.successor.map {
                        "This room goes on elsewhere: R lists it, Enter follows (\($0.setApart))."
                    } ?? banner,
                nextChange: clock.nextChange)
        }
    }

    /// What is searched for in such a list.
    private func pattern(in list: (SearchPresenter.List) -> Bool) -> TextPattern? {
        search.flatMap { list($0.list) ? $0.pattern : nil }
    }

    /// Brings the presenters up to what has changed since: call it before a frame whenever something was told.
    package func update() -> [Command] {
        var commands: [Command] = []
        closeWhatIsGone()
        closePointlessQuestion()
        if post == nil, let first = feed.selectedID {
            open(first)
            // One that was not read yet stays the selected one when others come to stand around it.
            if feed.selectedPost == nil { feed.select(first) }
        }
        if var post {
            post.settleSelection()
            if let id = post.serverID, let arrivals = account.reader.state.arrivals[id] { post.news.take(arrivals) }
            if post.asked == nil, let id = post.serverID {
                post.asked = id
                commands.append(.readComments(of: id))
            }
            self.post = post
        }
        commands += fulfilWish()
        continueSearch()
        commands += readFavouriters()
        let scopes = [AnyScope(Scope<Post>.feed), .outbox] + (post.map { [AnyScope($0.scope)] } ?? [])
        if scopes != watched {
            watched = scopes
            commands.append(.watch(scopes))
        }
        return commands
    }

    /// A post that was deleted closes; one that the store does not have yet is waited for.
    private func closeWhatIsGone() {
        guard let shown = post else { return }
        let isThere = account.store.read { $0.item(shown.post) != nil }
        if isThere {
            post?.wasThere = true
        } else if shown.wasThere {
            post = nil
            isPostInFront = false
        }
    }

    /// The rows of the opened post down to this one are in view, or were gone past.
    package func saw(downTo row: ThreadRow.ID) { post?.saw(downTo: row) }

    /// The post that is open; nil before any is.
    package var openedPost: Ref<Post>? { post?.post }

    /// Shows one post in front: what `--post` asks for.
    package func show(post: Ref<Post>) {
        open(post)
        feed.select(post)
        isPostInFront = true
    }

    func open(_ ref: Ref<Post>) {
        let identity = account.store.read { $0.identity(of: ref) }
        guard post?.post != identity else { return }
        post = PostPresenter(account: account, post: identity)
    }

    /// Uses another account, and shows the same as before as far as it can see it.
    func use(_ account: Account) {
        let rule = self.account.pendingRule
        self.account = account
        self.account.pendingRule = rule
        let account = self.account
        undos = []
        hasEndedSession = false
        lastFailures = [:]
        let selected = feed.selectedPost?.record.ref
        feed = FeedPresenter(account: account)
        if let selected { feed.select(selected) }
        post = post.map { PostPresenter(account: account, post: $0.post) }
        outbox = nil
        rooms = nil
        search = nil
        favouriters = nil
        closeComposer()
        status = StatusPresenter()
        account.waiting?.isOn = waiting.isOn
        waiting.end(at: now)
        watched = []
    }

    func use(_ rule: PendingRule) {
        account.pendingRule = rule
        feed.account = account
        post?.account = account
        outbox?.account = account
    }
}
