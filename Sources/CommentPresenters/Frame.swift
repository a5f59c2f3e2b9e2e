import Comments
import OptimisticState

/// Everything that one screen shows, read under one lock: no two parts of it can differ.
package struct Frame: Sendable {
    package let focus: Focus
    /// Which of the two panes is in front where only one fits.
    package let isPostInFront: Bool
    package let feed: FeedModel
    /// Nil until a post is opened, and when the opened one is gone.
    package let post: PostModel?
    package let composer: ComposerModel?
    package let outbox: OutboxModel?
    package let rooms: RoomsModel?
    /// All that is on its way or failed, in the order done, for a face that tells of each by itself; empty unless asked for.
    package let pending: [PendingItem]
    package let network: NetworkModel?
    package let signIn: SignInModel?
    package let question: Question?
    package let favouriters: FavouritersModel?
    package let help: HelpModel?
    package let status: StatusModel
    /// What stands in the first line; nil where there is none.
    package let banner: String?
    /// When this frame reads differently although nothing has happened; nil if never.
    package let nextChange: Timestamp?
}

/// What a view needs of each list.
package struct FrameRequest: Sendable {
    package var feed: ListRequest<Ref<Post>>
    package var thread: ListRequest<ThreadRow.ID>
    package var outbox: ListRequest<MutationID>
    package var rooms = ListRequest<String>(rows: 0)
    /// How the bar of the sign-in form is drawn.
    package var bar: BarRequest
    /// Whether ``Frame/pending`` is wanted.
    package var tellsPending = false

    package init(
        feed: ListRequest<Ref<Post>>, thread: ListRequest<ThreadRow.ID>, outbox: ListRequest<MutationID>,
        bar: BarRequest = .none
    ) {
        self.feed = feed
        self.thread = thread
        self.outbox = outbox
        self.bar = bar
    }

    /// The upper ends of all lists.
    package init(rows: Int) {
        self.init(
            feed: ListRequest(rows: rows), thread: ListRequest(rows: rows), outbox: ListRequest(rows: rows))
        self.rooms = ListRequest(rows: rows)
    }
}

/// The help panel: what is in it is made from the key table.
package struct HelpModel: Hashable, Sendable {
    /// How many lines are to be scrolled away; of more than there are, as many as can be.
    package let offset: Int
    /// What was looked at when help was asked for.
    package let about: Focus

    /// More lines than there are; a page can be added.
    static let end = 1 << 30

    func scrolled(to offset: Int) -> HelpModel { HelpModel(offset: offset, about: about) }
}
