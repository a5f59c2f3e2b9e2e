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
        /// Counts how often it was begun anew: a stretch that was asked for before is none of it.
        var feedRun = 0
        /// Whether what is kept is brought up to now by following, or was begun to be kept in this run.
        var goesOnFromKept = false
        /// How many answers in a row came at once and told nothing.
        var emptyAnswers = 0
        /// What news came lately, so that what was read meanwhile does not lose it.
        var news: [(number: Int, event: Event)] = []
        var newsCount = 0
        /// What was done under each id: answered again for ever.
        var done: [MutationID: String?] = [:]
        /// How far was looked for what may have arrived.
        var looks: [MutationID: Look] = [:]
        /// The comments of a post that were told out of what is kept: the thread's next page leaves them out.
        var keptComments: [String: Set<String>] = [:]
        /// What replies name and the server does not have, or does not show.
        var absent: Set<String> = []
        /// When the stream of news was asked last: while it is followed, the index is as good as the server.
        var followedAt: Timestamp?
        /// Varies the question, so that it is not answered from the server's memory.
        var polls = 0
    }

    /// A stretch that was looked through.
    struct Look: Sendable {
        /// Where it begins, and where it goes on.
        var newest: String
        var next: String
        var pages: Int
    }

    struct Feed: Sendable {
        /// The newest first.
        var posts: [String] = []
        /// Where it goes on; nil at the room's beginning.
        var next: String?
        var isAtBeginning = false
        /// How many events are asked for at once: as many as come in a few seconds.
        var chunk = 100
        /// The newest event that was walked past.
        var newest: String?
        /// Whether no page has come of it yet.
        var isUnderWay = true
        /// A walk that was given up before: this one goes on there when it comes upon it.
        var earlier: Earlier?

        struct Earlier: Sendable {
            var newest: String
            var posts: [String]
            var next: String?
        }

        init() {}

        /// From the newest on again. What was walked on a slow link until the time was over is not walked once more.
        init(again old: Feed?) {
            guard let old, old.isUnderWay else { return }
            chunk = old.chunk
            earlier = old.earlier ?? old.newest.map { Earlier(newest: $0, posts: old.posts, next: old.next) }
        }

        /// Takes a stretch further back: its events, the posts among them, and where it goes on.
        mutating func walk(_ events: [Event], posts found: [String], next end: String?) {
            newest = newest ?? events.first?.id
            next = end
            var found = found
            if let earlier, events.contains(where: { $0.id == earlier.newest }) {
                found += earlier.posts
                next = earlier.next
                self.earlier = nil
            }
            var known = Set(posts)
            posts += found.filter { known.insert($0).inserted }
            isAtBeginning = next == nil
        }

        /// Fits the next chunk to how long one took: many comments on a slow link would take longer than a page may.
        mutating func fit(_ limit: Int, took: Duration) {
            chunk = took > .seconds(4) ? max(20, limit / 3) : took > .seconds(2) ? limit : min(1_000, limit * 3)
        }
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
