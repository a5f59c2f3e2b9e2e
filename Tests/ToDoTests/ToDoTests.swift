import Observation
import OptimisticState
import Synchronization
import Testing

/// A small app on the public face alone.
@Suite struct ToDoTests {
    @Test func aChoreShowsBeforeItIsSentAndStaysTheSameRow() async throws {
        let app = try App()
        let id = app.store.enqueue(AddChore(title: "milk"))
        #expect(app.chores.map(\.title) == ["milk"])
        let before = app.store.read { $0.item(Ref<Chore>.created(by: id)) }
        #expect(before?.loadingState == .loading(.queued(behind: nil)))
        let end = await app.running { await app.store.settled(id) }
        #expect(end == .accepted(serverID: "chore-1"))
        let after = app.store.read { $0.item(Ref<Chore>.server("chore-1")) }
        #expect(after?.id == before?.id && after?.loadingState == nil)
    }

    @Test func whatIsDoneToAChoreThatIsNotSentYetFollowsIt() async throws {
        let app = try App()
        let chore = Ref<Chore>.created(by: app.store.enqueue(AddChore(title: "milk")))
        let done = app.store.enqueue(FinishChore(chore: chore, isDone: true))
        #expect(app.chores.map(\.isDone) == [true])
        #expect(await app.running { await app.store.settled(done) } == .accepted(serverID: nil))
        #expect(await app.server.all.map(\.isDone) == [true])
    }

    @Test func aRefusedChoreStaysWithItsReasonUntilItIsDiscarded() async throws {
        let app = try App(server: ChoreServer(refusing: ["work"]))
        let id = app.store.enqueue(AddChore(title: "work"))
        let end = await app.running { await app.store.settled(id) }
        #expect(end == .failed(Failure(code: "refused", status: 422)))
        #expect(app.chores.map(\.title) == ["work"])
        #expect((app.store.discard(id).first as? AddChore)?.title == "work")
        #expect(app.chores.isEmpty)
    }

    @Test func whatWasNeverSentIsRemovedWithoutARequest() async throws {
        let app = try App()
        let chore = Ref<Chore>.created(by: app.store.enqueue(AddChore(title: "milk")))
        app.store.enqueue(RemoveChore(chore: chore))
        #expect(app.chores.isEmpty && app.store.read { $0.pendingCount } == 0)
    }

    @Test func observersAreToldWhenTheListChanges() async throws {
        let app = try App()
        let model = ListModel(of: Chore.list, 0..<10, in: app.store)
        app.store.enqueue(AddChore(title: "milk"))
        await model.follow { $0.count == 1 }
        let wasTold = Flag()
        withObservationTracking {
            _ = model.items
        } onChange: {
            wasTold.raise()
        }
        app.store.enqueue(AddChore(title: "bread"))
        await model.follow { $0.count == 2 }
        #expect(wasTold.isRaised)
        #expect(model.items.map(\.record.title) == ["milk", "bread"])
    }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}
