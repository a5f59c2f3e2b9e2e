import Comments
import OptimisticState

/// What the board knows as one account: the room, what it has read of it, what it has done. For as long as the process
/// runs.
final class AccountState: Sendable {
    struct Contents: Sendable {
        /// What the room is kept under, once that was asked.
        var key: String?
        var roomID: String?
        /// Whether it was joined in this run, and looked at.
        var isEntered = false
        /// Whether it was made an encrypted one while it was open.
        var isEncrypted = false
        /// Which successor of the room whoever follows it has been told.
        var toldSuccessor: String?
        var knowsMembers = false
        var index: RoomIndex
        /// The feed as far as it was walked back.
        var feed: Feed?
        /// What news came lately, so that what was read meanwhile does not lose it.
        var news: [(number: Int, event: Event)] = []
        var newsCount = 0
        /// What was done under each id: answered again for ever.
        var done: [MutationID: String?] = [:]
        /// When the stream of news was asked last: while it is followed, the index is as good as the server.
        var followedAt: Timestamp?
        /// Varies the question, so that it is not answered from the server's memory.
        var polls = 0
    }

    struct Feed: Sendable {
        /// The newest first.
        var posts: [String] = []
        /// Where it goes on; nil at the room's beginning.
        var next: String?
        var isAtBeginning = false
        var chunk = 100
    }

    let account: String
    private let contents: Locked<Contents>

    init(account: String) {
        self.account = account
        contents = Locked(Contents(index: RoomIndex(account: account)))
    }

    func with<T>(_ body: (inout Contents) throws -> T) rethrows -> T { try contents.withLock(body) }
}

extension AccountState.Contents {
    /// Takes what was read from now backwards while the news that came since `number` were taken too.
    mutating func take(read events: [Event], since number: Int) {
        for event in events { index.take(event) }
        for item in news where item.number >= number { index.take(item.event, isNews: true) }
    }

    mutating func take(news event: Event) -> Set<String> {
        news.append((newsCount, event))
        newsCount += 1
        if news.count > 2_000 { news.removeFirst(1_000) }
        return index.take(event, isNews: true)
    }
}
