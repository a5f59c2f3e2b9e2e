import Comments
import DemoAlbum
import OptimisticState
import TestSupport
import Testing

@Suite struct GuestTests {
    @Test func aGuestWritesAndFavouritesAtAPersonsPace() throws {
        let (time, executor) = (ManualTime(), ManualExecutor())
        let service = ScriptedService()
        service.hold(
            posts: [
                Post(
                    ref: .server("1"), place: .confirmed(1), title: UntrustedText("First steps"),
                    text: UntrustedText(""), author: UntrustedText("nora"), createdAt: time.now())
            ],
            comments: [
                "1": [
                    Comment(
                        ref: .server("2"), post: .server("1"), place: .confirmed(2), author: UntrustedText("tom"),
                        text: UntrustedText("Love it"), createdAt: time.now())
                ]
            ])
        let staying = executor.start {
            var guest = Guest(0, password: "password of nobody", generator: SeededGenerator(seed: 3))
            await guest.stay(on: service, time: time)
        }
        executor.run()
        var actions: [Operation] = []
        for _ in 0..<600 {
            time.advance(by: .seconds(1))
            executor.run()
            for asked in service.asked.dropFirst(actions.count) {
                actions.append(asked.operation)
                service.answer(asked.id, .accepted(serverID: nil, said: []))
                executor.run()
            }
        }
        // In ten minutes: a person, not a machine.
        #expect((20...120).contains(actions.count), "\(actions.count)")
        let comments = actions.count { if case .addComment = $0 { true } else { false } }
        #expect(comments > 3 && comments < actions.count)
        staying.cancel()
        executor.run()
        #expect(time.sleeperCount == 0)
    }
}
