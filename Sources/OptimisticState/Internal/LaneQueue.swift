/// The mutations of one lane that may still be sent by themselves, in sequence order. What failed and does not block
/// its lane is not in it, and comes back to its old place when it is retried.
///
/// What can only follow a failure stands aside: it keeps its place among those that may become one with it, and
/// nobody's turn waits for its own.
///
/// - Complexity: O(log n) and a move within one chunk for everything but ``ids``.
struct LaneQueue {
    struct Member: Comparable {
        let sequence: Int64
        let id: MutationID
        static func == (first: Member, second: Member) -> Bool {
            first.sequence == second.sequence && first.id == second.id
        }
        static func < (first: Member, second: Member) -> Bool {
            first.sequence != second.sequence ? first.sequence < second.sequence : first.id < second.id
        }
    }

    private var turns = OrderedChunks<Member>()
    private var aside = OrderedChunks<Member>()

    var isEmpty: Bool { turns.isEmpty && aside.isEmpty }
    /// Whose turn it is.
    var head: MutationID? { turns.first?.id }
    /// The last of all, those aside among them.
    var last: MutationID? { Self.later(turns.last, aside.last)?.id }
    var ids: [MutationID] { turns.all.map(\.id) + aside.all.map(\.id) }

    /// The one whose turn comes directly before this member's.
    func turn(before member: Member) -> MutationID? { turns.neighbours(of: member).before?.id }

    /// The one that stands directly before this member, aside or not.
    func predecessor(of member: Member) -> MutationID? {
        Self.later(turns.neighbours(of: member).before, aside.neighbours(of: member).before)?.id
    }

    /// The one that stands directly behind this member, aside or not.
    func successor(of member: Member) -> MutationID? {
        let (first, second) = (turns.neighbours(of: member).after, aside.neighbours(of: member).after)
        guard let first, let second else { return (first ?? second)?.id }
        return min(first, second).id
    }

    private static func later(_ first: Member?, _ second: Member?) -> Member? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }

    mutating func insert(_ member: Member) {
        guard !turns.contains(member) else { return }
        turns.insert(member)
    }

    mutating func insertAside(_ member: Member) {
        guard !aside.contains(member) else { return }
        aside.insert(member)
    }

    mutating func remove(_ member: Member) {
        if !turns.remove(member) { aside.remove(member) }
    }
}
