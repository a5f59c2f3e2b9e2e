import Comments
import OptimisticState

extension ClientPresenter {
    /// Does what a person wants, as far as it makes sense where they look.
    package func handle(_ intent: Intent) -> [Command] {
        notice = nil
        endTyping()
        actedAt = now
        let commands =
            switch (intent, focus) {
            case (.app(let wanted), _): handle(wanted)
            case (_, .waiting): handleWhileWaiting(intent)
            case (_, .help): handleInHelp(intent)
            case (_, .deleteQuestion), (_, .discardQuestion), (_, .notSentYet), (_, .signOutQuestion):
                handleQuestion(intent)
            case (_, .signIn): handleInForm(intent)
            case (_, .composer): handleInComposer(intent)
            case (_, .favouriters): handleInFavouriters(intent)
            case (_, .rooms): handleInRooms(intent)
            case (.rooms, _): isOverLists ? showRooms() : []
            case (_, .search): handleInSearch(intent)
            case (.list(let wanted), .feed), (.list(let wanted), .post), (.list(let wanted), .outbox): handle(wanted)
            case (.network(let wanted), _): handle(wanted)
            case (_, .network): handleInNetwork(intent)
            case (_, .outbox): handleInOutbox(intent)
            case (_, .feed): handleInFeed(intent)
            case (_, .post): handleInPost(intent)
            }
        // What was deleted is seen to be gone: whoever presses a key there looks at it, and `u` brings it back.
        if intent.beginsText, isOverLists, notice != .deleted { refuseText() }
        return commands + update()
    }

    private func handle(_ wanted: AppIntent) -> [Command] {
        switch wanted {
        case .quit: return [.quit]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .help:
            help = help == nil ? HelpModel(offset: 0, about: focus) : nil
            return []
        case .switchWay:
            switchWay()
            return []
        case .openEditor: return openEditor()
        case .switchPendingRule:
            switchPendingRule()
            return []
        case .undo: return undoDeletion()
        }
    }

    private func handleInHelp(_ intent: Intent) -> [Command] {
        guard let shown = help else { return [] }
        switch intent {
        case .move(.by(let lines)): help = shown.scrolled(to: max(0, shown.offset + lines))
        case .move(.first): help = shown.scrolled(to: 0)
        case .move(.last): help = shown.scrolled(to: HelpModel.end)
        case .back, .activate: help = nil
        case .app, .otherPane, .signOut, .showOutbox, .showNetwork, .item, .addPost, .retryAll, .text,
            .send, .form, .network, .answer, .list, .rooms:
            break
        }
        return []
    }

    /// Help was drawn from this line on, no further than it goes: the next step begins there.
    package func showedHelp(from offset: Int) { help = help?.scrolled(to: offset) }

    /// What changes how a list is shown.
    private func handle(_ wanted: ListIntent) -> [Command] {
        if wanted == .switchTimes {
            showsDates.toggle()
            return []
        }
        guard focus != .outbox else { return [] }
        switch wanted {
        case .search: beginSearch()
        case .nextHit: return step(backwards: false)
        case .previousHit: return step(backwards: true)
        case .endSearch: if isSearched { endSearch(goingBack: true) }
        case .fold: if focus == .post { return react(to: post?.fold() ?? .nothing) }
        case .unfold: if focus == .post { post?.unfold() }
        case .showFavouriters: showFavouriters()
        case .switchTimes: break
        }
        return []
    }

    private func handleInForm(_ intent: Intent) -> [Command] {
        switch intent {
        case .text(.type(let text)), .text(.paste(let text)): signIn?.type(text)
        case .text(.change(let change)): signIn?.change(change)
        case .form(.nextField): signIn?.move(by: 1)
        case .form(.fieldBefore): signIn?.move(by: -1)
        case .form(.switchMode): signIn?.switchMode()
        case .form(.switchProgress):
            signIn?.switchProgress()
            progressKind = signIn?.progressKind ?? progressKind
        case .activate, .send: return submitForm().map { [$0] } ?? []
        case .back:
            if signIn?.isRunning == true {
                signIn?.cancel(at: now)
                return [.cancelSignIn]
            }
            guard account.session != nil || settings.welcomesReaders else { return [.quit] }
            signIn = nil
            wish = nil
        case .move, .app, .otherPane, .signOut, .showOutbox, .showNetwork, .item, .addPost, .retryAll, .network,
            .answer, .list, .rooms:
            break
        }
        return []
    }

    private func handleInNetwork(_ intent: Intent) -> [Command] {
        switch intent {
        case .text(.type(let text)): network?.type(text)
        case .text(.change(let change)): network?.change(change)
        case .move(let movement): network?.move(movement)
        case .activate:
            let chosen = network?.choose()
            network?.close()
            return chosen.map { [.chooseNetwork($0)] } ?? []
        case .back, .showNetwork: network?.close()
        case .text(.paste), .app, .otherPane, .signOut, .showOutbox, .item, .addPost, .retryAll, .send, .form, .answer,
            .network, .list, .rooms:
            break
        }
        return []
    }

    func openNetwork() {
        guard network != nil else {
            notice = .noNetwork
            return
        }
        network?.open()
    }

    /// What the network panel can do means the same over the lists, so that one need not open it to see a refusal.
    private func handle(_ wanted: NetworkIntent) -> [Command] {
        guard network != nil else {
            notice = .noNetwork
            return []
        }
        switch wanted {
        case .refuseNext:
            notice = .nextIsRefused
            return [.refuseNext]
        case .switchAutomaticRetry:
            guard let isOn = network?.switchAutomaticRetry() else { return [] }
            notice = .automaticRetry(isOn: isOn)
            return [.setAutomaticRetry(isOn)]
        }
    }

    private func handleInOutbox(_ intent: Intent) -> [Command] {
        guard let shown = outbox else { return [] }
        switch intent {
        case .move(let movement): outbox?.move(movement)
        case .activate: return react(to: shown.retry())
        case .retryAll: if !shown.retryAll() { notice = .nothingFailed }
        case .item(.discard): return react(to: shown.discard())
        case .item(.edit): return react(to: shown.beginEdit())
        case .item(.keep): return react(to: shown.keep())
        case .back, .showOutbox: outbox = nil
        case .showNetwork: openNetwork()
        case .signOut: return askToSignOut()
        case .item, .app, .otherPane, .addPost, .text, .send, .form, .network, .answer, .list, .rooms: break
        }
        return []
    }

    private func handleInFeed(_ intent: Intent) -> [Command] {
        switch intent {
        case .move(let movement):
            feed.move(movement)
            if isSearched { search?.leave() }
            return olderPosts()
        case .otherPane: isPostInFront = post != nil
        case .activate:
            guard let item = feed.selectedPost else {
                // One that was not read yet opens on what is pending there.
                if let unread = feed.selectedID {
                    open(unread)
                    feed.select(unread)
                    isPostInFront = true
                }
                return []
            }
            switch account.retry(item.mutations) {
            case .sent: return []
            case .blocked(let other): return react(to: .show(other))
            case .nothing:
                open(item.id)
                isPostInFront = true
            }
        case .item(let action):
            guard let item = feed.selectedPost else { return act(action, onUnread: feed.selectedID) }
            return act(action, on: item)
        case .addPost: return beginPost()
        case .showOutbox: outbox = OutboxPresenter(account: account)
        case .showNetwork: openNetwork()
        case .signOut: return askToSignOut()
        case .back, .app, .retryAll, .text, .send, .form, .network, .answer, .list, .rooms: break
        }
        return []
    }

    private func handleInPost(_ intent: Intent) -> [Command] {
        guard let shown = post else { return [] }
        switch intent {
        case .move(let movement):
            post?.move(movement)
            if isSearched { search?.leave() }
            return olderComments()
        case .back where isSearched: endSearch(goingBack: true)
        case .otherPane, .back: isPostInFront = false
        case .activate:
            if let comment = shown.selectedComment {
                let retried = account.retry(comment.mutations)
                if retried == .nothing { post?.toggleFold() }
                return react(to: Reaction(retried))
            }
            let item = account.store.read { $0.item(shown.post) }
            return react(to: Reaction(account.retry(item?.mutations ?? [])))
        case .item(let action):
            if let comment = shown.selectedComment { return act(action, on: comment, in: shown) }
            if let item = account.store.read({ $0.item(shown.post) }) { return act(action, on: item) }
            return act(action, onUnread: shown.post)
        case .addPost: return beginPost()
        case .showOutbox: outbox = OutboxPresenter(account: account)
        case .showNetwork: openNetwork()
        case .signOut: return askToSignOut()
        case .app, .retryAll, .text, .send, .form, .network, .answer, .list, .rooms: break
        }
        return []
    }

    private func act(_ action: ItemAction, on comment: Item<Comment>, in post: PostPresenter) -> [Command] {
        switch action {
        case .toggleFavourite: return needsAccount(for: action) ? [] : react(to: post.toggleFavourite())
        case .comment, .reply:
            // Whatever of one's own stands there: what is written here can't arrive.
            guard !post.isMissing else {
                notice = .noSuchPost
                return []
            }
            return needsAccount(for: action)
                ? [] : react(to: action == .comment ? post.beginComment() : post.beginReply())
        case .edit: return react(to: post.beginEdit())
        case .delete: return react(to: post.beginDelete())
        case .discard: return react(to: post.discard())
        case .keep: return react(to: account.keep(among: comment.mutations))
        case .copy:
            notice = .copied
            return [.copy(comment.record.text.forClipboard)]
        }
    }

    /// What can be done to a post that was not read yet: what is written goes there all the same.
    private func act(_ action: ItemAction, onUnread unread: Ref<Post>?) -> [Command] {
        guard let unread else {
            notice = account.reader.state.feed.wasRead ? .noPostYet : .notReadYet
            return []
        }
        guard !PostPresenter(account: account, post: unread).isMissing else {
            notice = .noSuchPost
            return []
        }
        guard action == .comment || action == .reply else {
            notice = .notReadYet
            return []
        }
        if needsAccount(for: action) { return [] }
        open(unread)
        return react(to: post?.beginComment() ?? .nothing)
    }

    /// What can be done to a post in the feed and at the head of its comments.
    private func act(_ action: ItemAction, on item: Item<Post>) -> [Command] {
        switch action {
        case .toggleFavourite: return needsAccount(for: action) ? [] : react(to: feed.toggleFavourite(of: item))
        case .comment, .reply:
            if needsAccount(for: action) { return [] }
            open(item.id)
            return react(to: post?.beginComment() ?? .nothing)
        case .edit: return react(to: feed.beginEdit(item))
        case .delete: return react(to: feed.beginDelete(item))
        case .discard: return react(to: feed.discard(item))
        case .keep: return react(to: account.keep(among: item.mutations))
        case .copy:
            notice = .copied
            return [.copy((item.record.text.raw.isEmpty ? item.record.title : item.record.text).forClipboard)]
        }
    }

    /// Within this many rows of the end of what was read, the next page is asked for.
    private static var margin: Int { 10 }

    private func olderPosts() -> [Command] {
        let (place, count) = feed.progress
        let reading = account.reader.state.feed
        return place + Self.margin >= count && reading.next != nil && !reading.isLoading ? [.readOlderPosts] : []
    }

    private func olderComments() -> [Command] {
        guard let post, let id = post.serverID else { return [] }
        let place = account.store.read { post.selectedPlace(in: $0) }
        let reading = post.reading
        if reading.error != nil, !reading.wasRead, !reading.isLoading { return [.readComments(of: id)] }
        return place < Self.margin && reading.next != nil && !reading.isLoading ? [.readOlderComments(of: id)] : []
    }
}
