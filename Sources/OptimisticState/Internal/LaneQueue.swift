/// The mutations of one lane that may still be sent by themselves, in sequence order. What failed and does not block
/// its lane is not in it, and comes back to its old place when it is retried.
struct LaneQueue {
    struct Member: Comparable {
        let sequence: Int64
        let id: MutationID
        static func < (first: Member, second: Member) -> Bool {
            (first.sequence, first.id) < (second.sequence, second.id)
        }
    }

    private var members: [Member] = []
    /// Members before this place have left: taking the head is O(1), and the room is given back now and then.
    private var start = 0

    var isEmpty: Bool { start == members.count }
    var head: MutationID? { isEmpty ? nil : members[start].id }
    var last: MutationID? { isEmpty ? nil : members[members.count - 1].id }
    var ids: [MutationID] { members[start...].map(\.id) }

    /// The one that stands directly before this member.
    func predecessor(of member: Member) -> MutationID? {
        let index = place(of: member)
        return index > start && index <= members.count ? members[index - 1].id : nil
    }

    /// The one that stands directly behind this member.
    func successor(of member: Member) -> MutationID? {
        let index = place(of: member) + 1
        return index < members.count ? members[index].id : nil
    }

    mutating func insert(_ member: Member) {
        let index = place(of: member)
        guard index == members.count || members[index] != member else { return }
        members.insert(member, at: index)
    }

    mutating func remove(_ member: Member) {
        let index = place(of: member)
        guard index < members.count, members[index] == member else { return }
        if index == start {
            start += 1
            if start > 32, start > members.count / 2 {
                members.removeFirst(start)
                start = 0
            }
        } else {
            members.remove(at: index)
        }
    }

    private func place(of member: Member) -> Int {
        guard let last = members.last, !(last < member) else { return members.count }
        var low = start
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            if members[middle] < member { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
