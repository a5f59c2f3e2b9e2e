import Comments
import OptimisticState

/// Who favourited one post or comment. The others are the service's word; whether one did so oneself is what is shown
/// beside the item: a wish counts before the server has it.
struct FavouritersPresenter: Sendable {
    enum Item: Hashable, Sendable {
        case post(Ref<Post>)
        case comment(Ref<Comment>)
    }
    private enum Answer: Sendable {
        case reading
        case read(Favouriters)
        case failed(UntrustedText)
    }

    /// More names are counted, not told.
    static let limit = 60

    let item: Item
    let about: UntrustedText
    private var answer = Answer.reading
    /// How many others there were when they were last asked for.
    private var asked: Int?

    init(_ item: Item, about: UntrustedText) {
        self.item = item
        self.about = about
    }

    /// What has to be asked: at first, and whenever the others have become more or fewer.
    mutating func ask(in visible: borrowing Visible<Connection>) -> FavouriteTarget? {
        guard let counts = counts(in: visible), asked != counts.others else { return nil }
        asked = counts.others
        guard let target = target(in: visible) else {
            // Nobody else can have seen it.
            answer = .read(Favouriters(others: [], count: 0))
            return nil
        }
        return target
    }

    func target(in visible: borrowing Visible<Connection>) -> FavouriteTarget? {
        switch item {
        case .post(let ref): visible.serverID(of: ref).map { .post($0) }
        case .comment(let ref): visible.serverID(of: ref).map { .comment($0) }
        }
    }

    mutating func take(_ result: Result<Favouriters, ServiceError>) {
        switch result {
        case .success(let found): answer = .read(found)
        case .failure(let error):
            if case .read = answer { return }
            answer = .failed(UntrustedText(error.reason))
        }
    }

    /// What the server counted, without one's own; and whether one's own counts.
    private func counts(in visible: borrowing Visible<Connection>) -> (others: Int, isMine: Bool)? {
        let found: (favourites: Int, isMine: Bool)?
        switch item {
        case .post(let ref): found = visible.item(ref).map { ($0.record.favourites, $0.record.isFavourited) }
        case .comment(let ref): found = visible.item(ref).map { ($0.record.favourites, $0.record.isFavourited) }
        }
        return found.map { (max(0, $0.favourites - ($0.isMine ? 1 : 0)), $0.isMine) }
    }

    /// Nil when the item is gone.
    func model(in visible: borrowing Visible<Connection>) -> FavouritersModel? {
        guard let counts = counts(in: visible) else { return nil }
        var model = FavouritersModel(about: about, isMine: counts.isMine, names: [], count: counts.others, state: .read)
        switch answer {
        case .reading: model.state = .reading
        case .failed(let reason): model.state = .failed(reason: reason)
        case .read(let found):
            model.names = found.others
            model.count = max(found.count, found.others.count)
        }
        return model
    }
}

/// What a screen shows of them.
package struct FavouritersModel: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case reading, read
        case failed(reason: UntrustedText)
    }
    /// The title or the text of what it is about.
    package let about: UntrustedText
    /// One's own is among them, sent or not.
    package let isMine: Bool
    /// Of the others, not all if they are very many.
    package fileprivate(set) var names: [UntrustedText]
    /// How many others there are.
    package fileprivate(set) var count: Int
    package fileprivate(set) var state: State
}

extension ClientPresenter {
    /// Opens the panel for what is selected.
    func showFavouriters() {
        if focus == .post, let comment = post?.selectedComment {
            guard !comment.record.isDeleted else {
                notice = .deleted
                return
            }
            favouriters = FavouritersPresenter(.comment(comment.id), about: comment.record.text)
            return
        }
        let item =
            focus == .post ? post.flatMap { post in account.store.read { $0.item(post.post) } } : feed.selectedPost
        guard let item else { return }
        favouriters = FavouritersPresenter(.post(item.id), about: item.record.heading)
    }

    func handleInFavouriters(_ intent: Intent) -> [Command] {
        switch intent {
        case .back, .activate, .list(.showFavouriters): favouriters = nil
        case .move, .app, .otherPane, .signOut, .showOutbox, .showNetwork, .item, .addPost, .retryAll, .text, .send,
            .form, .network, .answer, .list, .rooms:
            break
        }
        return []
    }

    /// Asks who they are, when that is not known.
    func readFavouriters() -> [Command] {
        guard var panel = favouriters else { return [] }
        let (isThere, target) = account.store.read { visible in
            (panel.model(in: visible) != nil, panel.ask(in: visible))
        }
        favouriters = isThere ? panel : nil
        return target.map { [.readFavouriters($0, limit: FavouritersPresenter.limit)] } ?? []
    }

    /// The answer has come, perhaps for a panel that is closed.
    package func favouritersRead(_ target: FavouriteTarget, _ result: Result<Favouriters, ServiceError>) {
        guard let panel = favouriters, account.store.read({ panel.target(in: $0) }) == target else { return }
        favouriters?.take(result)
    }
}
