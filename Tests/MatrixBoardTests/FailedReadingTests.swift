import Comments
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// Readings that fail in every way: none of them may have done anything.
@Suite struct FailedReadingTests {
    private enum Reading: CaseIterable {
        case posts, comments, post, comment, favouriters, changes, rooms, directory, facts, signIn
    }

    private func ask(_ board: MatrixBoard, for reading: Reading, as session: Session) async throws(ServiceError) {
        let page = PageRequest(limit: 10)
        switch reading {
        case .posts: _ = try await board.posts(page, as: session)
        case .comments: _ = try await board.comments(of: "$p", page, as: session)
        case .post: _ = try await board.post("$p", as: session)
        case .comment: _ = try await board.comment("$c", as: session)
        case .favouriters: _ = try await board.favouriters(of: .post("$p"), limit: 10, as: session)
        case .changes: _ = try await board.changes(since: nil, as: session)
        case .rooms: _ = try await board.rooms(as: session)
        case .directory: _ = try await board.rooms(matching: "word", as: session)
        case .facts: _ = try await board.facts()
        case .signIn: _ = try await board.signIn(name: "kei", password: "correct horse")
        }
    }

    @Test(arguments: ["502", "garbage", "half", "reset", "refusal"])
    func aReadingThatFailsHasPostedNothing(fault: String) async throws {
        let listener = try LoopbackListener { connection, _ in
            while readRequest(connection) != nil {
                switch fault {
                case "502": writeAll(connection, reply(502, #"{"errcode":"M_UNKNOWN","error":"no such server"}"#))
                case "garbage": writeAll(connection, reply(200, "<html>"))
                case "half": writeAll(connection, "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{")
                case "refusal": writeAll(connection, reply(403, #"{"errcode":"M_FORBIDDEN","error":"no"}"#))
                case _: break
                }
                if ["half", "reset"].contains(fault) { return }
            }
        }
        let board = MatrixBoard(
            try MatrixAddress(listener.address), room: "#x:nowhere.invalid", time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let session = Session(account: "@kei:a", name: "kei", token: "token")
        for reading in Reading.allCases {
            do throws(ServiceError) {
                try await ask(board, for: reading, as: session)
                // A directory that nobody may see is an empty one.
                #expect(fault == "refusal", "\(reading)")
            } catch {
                switch error {
                case .offline(let failure), .refused(let failure):
                    #expect(!failure.mayHaveArrived, "\(reading): \(failure)")
                    #expect(error.isWithoutAnswer == (fault != "refusal") || reading == .signIn, "\(reading): \(error)")
                case .form(.wrongNameOrPassword): #expect(fault == "refusal" && reading == .signIn)
                case .form, .timedOut, .needsSignIn, .notFound, .cancelled: Issue.record("\(reading): \(error)")
                }
            }
        }
        // What does work says it.
        let outcome = await board.submit(
            .addPost(title: "a", text: ""), id: MutationID("m"), mayHaveArrived: false, as: session)
        if case .accepted = outcome { Issue.record("taken") }
    }
}
