import Comments
import LocalBoard
import NetworkConditions
import OptimisticState
import ServiceConformance
import TestSupport
import Testing

@Suite struct UnkeyedTests {
    /// No key, and a network that loses answers: whatever arrived is there once, and of the rest the user knows.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func withoutKeysALostCreateIsNeverMadeTwice(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let (time, executor) = (ManualTime(), ManualExecutor())
        let board = try board(in: folder, time, executor)
        let service = conditions(.flaky, seed: seed, on: unkeyed(board, seed: seed), time, executor)
        try Conformance.run(on: time, executor) {
            let anna = try await board.signUp(name: "anna", password: "correct horse")
            guard
                case .accepted(let post?, _) = await board.submit(
                    .addPost(title: "t", text: ""), id: MutationID("p"), mayHaveArrived: false, as: anna)
            else { return }
            var ends: [String: String] = [:]
            for number in 0..<40 {
                var mayHaveArrived = false
                repeat {
                    let outcome = await service.submit(
                        .addComment(post: post, parent: nil, text: "\(number)"), id: MutationID("\(number)"),
                        mayHaveArrived: mayHaveArrived, as: anna)
                    if case .unknown = outcome { mayHaveArrived = true }
                    ends["\(number)"] = outcome.failed
                } while ends["\(number)"] != "accepted" && ends["\(number)"]?.hasPrefix("cannot tell") != true
            }
            let page = try await board.comments(of: post, PageRequest(limit: 100), as: anna)
            let texts = page.records.map(\.text.raw)
            #expect(Set(texts).count == texts.count)
            for (text, end) in ends where end == "accepted" { #expect(texts.contains(text)) }
            #expect(ends.values.contains { $0.hasPrefix("cannot tell") }, "no answer was lost with this seed")
        }
    }
}

extension UnkeyedTests {
    @Test func whatArrivedWithoutAnAnswerIsFoundAndOffered() throws {
        let folder = try TemporaryFolder()
        let (time, executor) = (ManualTime(), ManualExecutor())
        let board = try board(in: folder, time, executor)
        let service = unkeyed(board, seed: 1)
        try Conformance.run(on: time, executor) {
            let anna = try await board.signUp(name: "anna", password: "correct horse")
            func add(_ operation: Operation, to service: any CommentService, _ id: String) async -> String? {
                let outcome = await service.submit(operation, id: MutationID(id), mayHaveArrived: false, as: anna)
                if case .accepted(let serverID, _) = outcome { return serverID }
                return nil
            }
            let post = try #require(await add(.addPost(title: "t", text: "u"), to: board, "p"))
            let comment = Operation.addComment(post: post, parent: nil, text: "So blue!")
            // Once with an answer, and once, to the board alone, as if its answer was lost.
            let answered = try #require(await add(comment, to: service, "a"))
            let lost = try #require(await add(comment, to: board, "b"))
            let reply = Operation.addComment(post: post, parent: answered, text: "Brr.")
            let lostReply = try #require(await add(reply, to: board, "c"))
            for (operation, copy) in [
                (comment, lost), (reply, lostReply), (.addPost(title: "t", text: "u"), post),
            ] {
                let outcome = await service.submit(operation, id: MutationID("x"), mayHaveArrived: true, as: anna)
                guard case .cannotTell(let failure) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(failure.likelyCopy == copy && failure.mayHaveArrived)
            }
        }
    }
}
