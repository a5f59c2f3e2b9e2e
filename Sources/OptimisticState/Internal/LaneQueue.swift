/// The mutations of one lane that may still be sent by themselves, in sequence order. What failed and does not block
/// its lane is not in it, and comes back to its old place when it is retried.
///
/// What can only follow a failure stands aside: it keeps its place among those that may become one with it, and
/// nobody's turn waits for its own.
///
/// An object that each of its mutations holds: all but the first look at a lane does without its name.
///
/// - Complexity: O(log n) and a move within one chunk for everything but ``members``.
final class LaneQueue {
    typealias Member = Outbox.Entry

    /// The name under which it is found.
    var lane: Lane
    /// How many mutations are of this lane, whether they stand in it now or not.
    var residentCount = 0
    private var turns = OrderedChunks<Member>()
    private var aside = OrderedChunks<Member>()
    /// What is in flight: a head that comes back to its old place waits for it all the same.
    private(set) var flight: MutationID?
    /// What else is in flight: only where two lanes have become one.
    private var otherFlights: [MutationID] = []

    init(_ lane: Lane) { self.lane = lane }

    /// Whose turn it is.
    var head: Member? { turns.first }
    /// The last of all, those aside among them.
    var last: Member? { Self.later(turns.last, aside.last) }
    var members: [Member] { turns.all + aside.all }

    /// The one whose turn comes directly before this member's.
    func turn(before member: Member) -> Member? { turns.neighbours(of: member).before }
    /// The one that stands directly before this member, aside or not.
    func predecessor(of member: Member) -> Member? {
        Self.later(turns.neighbours(of: member).before, aside.neighbours(of: member).before)
    }
    /// The one that stands directly behind this member, aside or not.
    func successor(of member: Member) -> Member? {
        let (first, second) = (turns.neighbours(of: member).after, aside.neighbours(of: member).after)
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    private static func later(_ first: Member?, _ second: Member?) -> Member? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }

    func insert(_ member: Member) {
        guard !turns.contains(member) else { return }
        turns.insert(member)
    }
    func insertAside(_ member: Member) {
        guard !aside.contains(member) else { return }
        aside.insert(member)
    }
    func remove(_ member: Member) {
        if !turns.remove(member) { aside.remove(member) }
    }
    func removeAll() {
        turns = OrderedChunks()
        aside = OrderedChunks()
    }

    // MARK: In flight

    var flights: [MutationID] { [flight].compactMap { $0 } + otherFlights }

    func beginFlight(of id: MutationID) {
        if flight == nil { flight = id } else { otherFlights.append(id) }
    }
    func endFlight(of id: MutationID) {
        if flight == id { flight = otherFlights.popLast() } else { otherFlights.removeAll { $0 == id } }
    }
}
