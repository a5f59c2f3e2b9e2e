/// The mutations of one lane that may still be sent by themselves, in sequence order. What failed and does not block
/// its lane is not in it, and comes back to its old place when it is retried.
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

    private var members = OrderedChunks<Member>()

    var isEmpty: Bool { members.isEmpty }
    var head: MutationID? { members.first?.id }
    var last: MutationID? { members.last?.id }
    var ids: [MutationID] { members.all.map(\.id) }

    /// The one that stands directly before this member.
    func predecessor(of member: Member) -> MutationID? { members.neighbours(of: member).before?.id }

    /// The one that stands directly behind this member.
    func successor(of member: Member) -> MutationID? { members.neighbours(of: member).after?.id }

    mutating func insert(_ member: Member) {
        guard !members.contains(member) else { return }
        members.insert(member)
    }

    mutating func remove(_ member: Member) {
        members.remove(member)
    }
}
