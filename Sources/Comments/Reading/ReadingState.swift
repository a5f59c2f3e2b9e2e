import OptimisticState

/// How far reading has come: what a view says beside what it shows.
package struct ReadingState: Hashable, Sendable {
    package var connection: ConnectionState = .connecting
    /// Where the place goes on, where it was given up.
    package var successor: String?
    /// Why the account is not there any more.
    package var removal: Removal?
    package var feed = ListReading()
    /// The posts whose comments were asked for, by the server's id.
    package var posts: [String: ListReading] = [:]
    /// What others wrote while their posts were followed.
    package var arrivals: [String: Arrivals] = [:]

    package init() {}

    /// How far one list has come.
    package subscript(list: ReadList) -> ListReading {
        get {
            switch list {
            case .feed: feed
            case .comments(let post): posts[post] ?? ListReading()
            }
        }
        set {
            switch list {
            case .feed: feed = newValue
            case .comments(let post): posts[post] = newValue
            }
        }
    }
}

/// Comments of others under one post, as they were told: not those that were there when it was read.
package struct Arrivals: Hashable, Sendable {
    /// More are counted, not named.
    package static let most = 1_000
    /// By the server's id, the newest last.
    package private(set) var latest: [String] = []
    package private(set) var count = 0

    package init() {}

    mutating func note(_ id: String) {
        count += 1
        latest.append(id)
        if latest.count > Self.most { latest.removeFirst() }
    }
}

/// A list that is read in pages.
package enum ReadList: Hashable, Sendable {
    case feed
    /// Of the post with this id of the server's.
    case comments(of: String)
}

/// Whether the place where the comments live answers.
package enum ConnectionState: Hashable, Sendable {
    /// Asked, not answered yet.
    case connecting
    case online
    /// It was there, and is asked again at this moment.
    case reconnecting(at: Timestamp)
    /// Not reachable, and asked again at this moment.
    case offline(until: Timestamp)
    /// The session is over.
    case needsSignIn
}

/// How much of one list was read. What was read is one stretch, from the newest back to `oldest`.
package struct ListReading: Hashable, Sendable {
    package var isLoading = false
    /// Why the last reading gave nothing; nil once one succeeds.
    package var error: ServiceError?
    /// Whether anything was read yet.
    package var wasRead = false
    /// Where the list goes on towards older ones; nil before the first page and behind the last.
    package var next: Cursor?
    /// The oldest place that was read.
    package var oldest: Place?

    package init() {}

    /// Whether everything there is was read.
    package var isComplete: Bool { wasRead && next == nil }

    /// Whether a record at `place` belongs to the stretch that was read: outside it, it would stand alone in a hole.
    func covers(_ place: Place) -> Bool {
        guard wasRead else { return false }
        guard next != nil, let oldest else { return true }
        return oldest <= place
    }
}
