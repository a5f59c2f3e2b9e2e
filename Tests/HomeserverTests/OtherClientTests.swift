import Comments
import HomeserverSupport
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// matrix-nio stands on the other side of the room: what is done here is seen there as any Matrix client would see it,
/// and what is done there is seen here.
@Suite struct OtherClientTests {
    @Test func anotherClientAndOursSeeTheSame() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let token = try server.account("host\(number)")
        _ = try server.room("room\(number)", token: token)
        let room = "#room\(number):localhost"
        _ = try server.account("nio\(number)")
        let nio = try Speaker("speak", server.address, "nio\(number)", room)
        let board = MatrixBoard(
            try MatrixAddress(server.address), room: room, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let anna = try await board.signUp(name: "anna\(number)", password: "correct horse")
        func make(_ operation: Operation) async throws -> String {
            let id = MutationID("anna\(Homeserver.newNumber())")
            let outcome = await board.submit(operation, id: id, mayHaveArrived: false, as: anna)
            guard case .accepted(let made, _) = outcome else {
                Issue.record("\(operation) ended as \(outcome)")
                return ""
            }
            return made ?? ""
        }
        let post = try await make(.addPost(title: "ours", text: ""))
        try nio.line(with: "ready")
        let client = try ClientOnServer(at: server.address, room: room, as: anna, post: post)

        // What is done here, as it is told there.
        let comment = try await make(.addComment(post: post, parent: nil, text: "ours, with \u{1F431}"))
        let told = try nio.line(with: comment, "ours, with", "m.thread")
        #expect(told.contains(post) && told.contains("\"is_falling_back\": true"))
        let reply = try await make(.addComment(post: post, parent: comment, text: "a reply"))
        #expect(try nio.line(with: reply, "a reply").contains("\"is_falling_back\": false"))
        _ = try await make(.editComment(comment, text: "ours, edited"))
        #expect(try nio.line(with: "m.new_content", "ours, edited").contains(comment))
        _ = try await make(.setPostFavourite(post, true))
        let heart = Speaker.text("id", of: try nio.line(with: "m.reaction", post))
        _ = try await make(.setPostFavourite(post, false))
        try nio.line(with: "m.room.redaction", heart)
        _ = try await make(.deleteComment(reply))
        try nio.line(with: "m.room.redaction", reply)

        // What is done there, as it is seen here.
        func there(_ order: String) throws -> String {
            nio.tell(order)
            let id = Speaker.text("sent", of: try nio.line(with: "\"sent\""))
            #expect(id.hasPrefix("$"), "\(id)")
            return id
        }
        let theirs = try there(#"{"do":"comment","target":"\#(post)","text":"theirs"}"#)
        let answer = try there(
            #"{"do":"comment","target":"\#(post)","parent":"\#(comment)","text":"their reply"}"#)
        try client.wait("their comments") { $0.lines.map(\.text) == ["ours, edited", "their reply", "theirs"] }
        _ = try there(#"{"do":"edit","target":"\#(theirs)","text":"theirs, edited"}"#)
        // An edit of somebody else's words, which the server lets through.
        _ = try there(#"{"do":"edit","target":"\#(comment)","text":"forged"}"#)
        let onOurs = try there(#"{"do":"favourite","target":"\#(comment)"}"#)
        // One heart in two spellings, of one person.
        _ = try there(#"{"do":"favourite","target":"\#(comment)","key":"\u2764"}"#)
        _ = try there(#"{"do":"favourite","target":"\#(post)"}"#)
        try client.wait("their edit and their favourites") {
            $0.lines == [
                ClientOnServer.Line(text: "ours, edited", favourites: 1, isEdited: true),
                ClientOnServer.Line(text: "their reply"),
                ClientOnServer.Line(text: "theirs, edited", isEdited: true),
            ] && $0.favouritesOfThePost == 1
        }
        _ = try there(#"{"do":"take back","target":"\#(onOurs)"}"#)
        _ = try there(#"{"do":"take back","target":"\#(answer)"}"#)
        let theirPost = try there(#"{"do":"post","text":"their post"}"#)
        try client.wait("what was taken back, and their post") { client in
            client.lines.map(\.text) == ["ours, edited", "theirs, edited"]
                && client.store.read { $0.item(Ref<Post>.server(theirPost))?.record.title.raw } == "their post"
        }
        // One spelling was taken back; the other one stands.
        #expect(client.lines.first?.favourites == 1)
        // A favourite of ours on theirs, and a reply to theirs.
        _ = try await make(.setCommentFavourite(theirs, true))
        try nio.line(with: "m.reaction", theirs)
        _ = try await make(.addComment(post: post, parent: theirs, text: "to theirs"))
        try nio.line(with: "to theirs", theirs)
        client.end()
        nio.end()
    }
}
