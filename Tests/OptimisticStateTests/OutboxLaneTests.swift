@testable import OptimisticState
import Testing

/// The lanes themselves: when two become one because the server's name for a record was learnt, and how much they keep.
@Suite struct OutboxLaneTests {
    private let outbox = Outbox()
    private let named = Ref<Note>.server("n1")
    private let made = Ref<Note>.created(by: MutationID("a"))

    private func insert(_ id: String, _ sequence: Int64, on note: Ref<Note>, under parents: [String] = []) {
        outbox.insert(
            Outbox.Entry(
                id: MutationID(id), sequence: sequence, queue: outbox.queue(of: Lane("stars", on: note)),
                parents: parents.map { MutationID($0) }, blocksLane: false, isUnderstood: true, state: MutationState()))
    }

    private func set(_ id: String, _ stage: Stage) {
        if let entry = outbox.entries[MutationID(id)] { outbox.set(entry, to: MutationState(stage: stage)) }
    }

    @Test func whatFailedComesBackToTheLaneThatGoesOnUnderTheOtherName() {
        insert("1", 1, on: named)
        set("1", .failed(.refused))
        insert("2", 2, on: made)
        set("2", .inFlight)
        outbox.rename(AnyRef(named), to: AnyRef(made))
        set("1", .queued)
        #expect(!outbox.hasReady, "one in flight in a lane")
        set("2", .acknowledged(serverID: nil))
        #expect(outbox.nextReady() == MutationID("1"))
    }

    @Test func whereBothWereInFlightTheNextWaitsForBoth() {
        insert("1", 1, on: named)
        insert("2", 2, on: made)
        set("1", .inFlight)
        set("2", .inFlight)
        outbox.rename(AnyRef(named), to: AnyRef(made))
        insert("3", 3, on: made)
        set("1", .acknowledged(serverID: nil))
        #expect(!outbox.hasReady)
        set("2", .acknowledged(serverID: nil))
        #expect(outbox.nextReady() == MutationID("3"))
    }

    @Test func aHeadIsOfferedOnceHoweverMuchIsEnqueuedBehindIt() {
        for number in 1...100 { insert("\(number)", Int64(number), on: made) }
        #expect(outbox.nextReady() == MutationID("1"))
        #expect(outbox.nextReady() == nil)
        outbox.offer(MutationID("1"))
        #expect(outbox.nextReady() == MutationID("1"))
    }

    @Test func aChainOfAnyLengthStandsAsideAndComesBack() {
        insert("0", 0, on: made)
        for number in 1...20_000 { insert("\(number)", Int64(number), on: made, under: ["\(number - 1)"]) }
        insert("other", 20_001, on: made)
        set("0", .failed(.refused))
        #expect(outbox.nextReady() == MutationID("other"))
        set("0", .queued)
        #expect(outbox.nextReady() == MutationID("0"))
    }
}
