import Comments
import HomeserverSupport
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// Two homeservers that know each other, each with an account of its own.
@Suite struct FederationTests {
    @Test func aCommentCrosses() async throws {
        let first = try Homeserver(federation: freePort())
        let second = try Homeserver(federation: freePort())
        let host = try first.account("host")
        let room = try first.room("album", token: host)
        let name = "#album:\(first.name)"
        func board(_ server: Homeserver) throws -> MatrixBoard {
            MatrixBoard(
                try MatrixAddress(server.address), room: name, time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }
        let here = try board(first)
        let anna = try await here.signUp(name: "anna", password: "correct horse")
        let there = try board(second)
        let berta = try await there.signUp(name: "berta", password: "correct horse")
        #expect(anna.account == "@anna:\(first.name)" && berta.account == "@berta:\(second.name)")
        func make(_ operation: Operation, _ id: String, on board: MatrixBoard, as session: Session) async -> String? {
            let outcome = await board.submit(operation, id: MutationID(id), mayHaveArrived: false, as: session)
            guard case .accepted(let made?, _) = outcome else {
                Issue.record("\(operation) ended as \(outcome)")
                return nil
            }
            return made
        }
        /// Follows until a comment with these words is told.
        func hear(_ text: String, on board: MatrixBoard, as session: Session, from start: Cursor) async throws
            -> Comments.Comment
        {
            var cursor = start
            while true {
                let batch = try await board.changes(since: cursor, as: session)
                cursor = batch.cursor
                for case .comment(let comment, _) in batch.said where comment.text.raw == text { return comment }
            }
        }
        // The second server joins the room of the first when the room is named.
        let atHers = try await there.changes(since: nil, as: berta).cursor
        let atHis = try await here.changes(since: nil, as: anna).cursor
        let post = try #require(await make(.addPost(title: "across", text: ""), "a", on: here, as: anna))
        let comment = try #require(
            await make(.addComment(post: post, parent: nil, text: "from the first"), "b", on: here, as: anna))
        let heard = try await hear("from the first", on: there, as: berta, from: atHers)
        #expect(heard.ref == .server(comment) && heard.author.raw.hasPrefix("anna") && !heard.isMine)
        let answer = try #require(
            await make(
                .addComment(post: post, parent: comment, text: "from the second"), "b", on: there, as: berta))
        let back = try await hear("from the second", on: here, as: anna, from: atHis)
        #expect(back.ref == .server(answer) && back.parent == .server(comment) && !back.isMine)
        // Once on either, by the servers' own word; one's own is found by its mark on another server, too.
        let bertasToken = try second.signIn("berta")
        for (server, token) in [(first, host), (second, bertasToken)] {
            #expect(
                try server.threadTexts(of: post, in: room, token: token).sorted() == [
                    "from the first", "from the second",
                ])
        }
        first.kill()
        second.kill()
    }
}
