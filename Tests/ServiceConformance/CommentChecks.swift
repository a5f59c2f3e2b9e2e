import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let commentChecks = [
        Check("A comment stands under its post as it was written") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let post = try await anna.addPost()
            let other = try await anna.addPost()
            let id = try await berta.addComment(to: post, "Nice")
            let comment = try #require(try await anna.comments(of: post).first)
            #expect(comment.serverID == id && comment.post == .server(post))
            #expect(comment.text.raw == "Nice" && comment.author.raw == "berta")
            #expect(!comment.isMine && !comment.isEdited && !comment.isDeleted && comment.parent == nil)
            #expect(try await berta.comment(id).isMine)
            #expect(try await anna.post(post).comments == 1)
            #expect(try await anna.comments(of: other).isEmpty)
        },
        Check("Ten comments stand in the order typed, on every page size") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            for number in 1...10 { _ = try await anna.addComment(to: post, "\(number)") }
            for pageSize in [1, 4, 10, 50] {
                let comments = try await anna.comments(of: post, pageSize: pageSize)
                #expect(comments.reversed().map(\.text.raw) == (1...10).map(String.init))
                #expect(comments.sorted { $0.order < $1.order } == comments.reversed())
            }
            #expect(try await anna.post(post).comments == 10)
        },
        Check("Replies stand under their comment, and a reply to a reply beside it") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let first = try await anna.addComment(to: post, "first")
            _ = try await anna.addComment(to: post, "second")
            let reply = try await anna.addComment(to: post, under: first, "reply to first")
            _ = try await anna.addComment(to: post, under: reply, "reply to the reply")
            let comments = try await anna.comments(of: post).sorted { $0.order < $1.order }
            #expect(comments.map(\.text.raw) == ["first", "reply to first", "reply to the reply", "second"])
            #expect(comments.map(\.parent) == [nil, .server(first), .server(first), nil])
            #expect(comments.map(\.parentPlace) == [nil, comments[0].place, comments[0].place, nil])
            #expect(comments.map(\.replies) == [2, 0, 0, 0])
            #expect(try await anna.post(post).comments == 4)
        },
        Check("A reply stands under a comment of the same post, or nowhere") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let other = try await anna.addPost()
            let elsewhere = try await anna.addComment(to: other)
            let gone = try await anna.addComment(to: post)
            try await anna.perform(.deleteComment(gone))
            for parent in [elsewhere, gone, "c99999", ""] {
                let failure = try await anna.refusal(of: .addComment(post: post, parent: parent, text: "t"))
                #expect(failure.code == FailureCode.notFound && !failure.isTransient)
            }
            #expect(try await anna.comments(of: post).isEmpty)
        },
    ]
}
