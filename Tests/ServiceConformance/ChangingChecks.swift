import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let changingChecks = [
        Check("An edit shows as edited, and the last one stands") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            try await anna.perform(.editPost(post, title: "new title", text: "new text"))
            for text in ["once", "twice"] { try await anna.perform(.editComment(comment, text: text)) }
            let edited = try await anna.post(post)
            #expect(edited.title.raw == "new title" && edited.text.raw == "new text" && edited.isEdited)
            #expect(try await anna.comment(comment).text.raw == "twice")
            #expect(try await anna.comment(comment).isEdited)
            #expect(try await anna.comments(of: post).count == 1)
        },
        Check("Only its author edits or deletes a thing") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let post = try await anna.addPost("title", "text")
            let comment = try await anna.addComment(to: post, "mine")
            for operation: Operation in [
                .editPost(post, title: "t", text: "t"), .deletePost(post), .editComment(comment, text: "t"),
                .deleteComment(comment),
            ] {
                let failure = try await berta.refusal(of: operation)
                #expect(failure.code == FailureCode.forbidden && failure.status == 403 && !failure.isTransient)
            }
            #expect(try await berta.post(post).title.raw == "title")
            #expect(try await berta.comment(comment).text.raw == "mine")
        },
        Check("A deleted comment is gone, and deleting it again is no mistake") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let gone = try await anna.addComment(to: post, "gone")
            let kept = try await anna.addComment(to: post, "kept")
            for _ in 0..<2 { try await anna.perform(.deleteComment(gone)) }
            #expect(try await anna.comments(of: post).map(\.serverID) == [kept])
            #expect(try await anna.post(post).comments == 1)
            #expect(try await stage.refusal { try await $0.comment(gone, as: anna.session) } == .notFound)
            #expect(try await anna.refusal(of: .editComment(gone, text: "t")).code == FailureCode.notFound)
        },
        Check("A deleted comment with replies keeps its place, without its words, until they are gone too") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post, "words")
            let reply = try await berta.addComment(to: post, under: comment, "reply")
            try await anna.perform(.editComment(comment, text: "other words"))
            try await anna.perform(.deleteComment(comment))
            let mark = try await berta.comment(comment)
            #expect(mark.isDeleted && mark.text.raw.isEmpty && mark.replies == 1)
            // Whose it was does not change: its author stays "you".
            #expect(try await anna.comment(comment).isMine)
            #expect(!mark.isMine)
            #expect(try await berta.comments(of: post).map(\.serverID) == [reply, comment])
            #expect(try await berta.post(post).comments == 1)
            // One who answers the reply finds the thread still there.
            let late = try await anna.addComment(to: post, under: reply, "late")
            for id in [late] { try await anna.perform(.deleteComment(id)) }
            try await berta.perform(.deleteComment(reply))
            #expect(try await berta.comments(of: post).isEmpty)
            #expect(try await berta.post(post).comments == 0)
        },
        Check("A deleted post is gone with the comments under it") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let gone = try await anna.addPost()
            let kept = try await anna.addPost()
            let comment = try await berta.addComment(to: gone)
            for _ in 0..<2 { try await anna.perform(.deletePost(gone)) }
            #expect(try await berta.posts().map(\.serverID) == [kept])
            #expect(try await stage.refusal { try await $0.post(gone, as: berta.session) } == .notFound)
            #expect(try await stage.refusal { try await $0.comment(comment, as: berta.session) } == .notFound)
            #expect(
                try await stage.refusal { try await $0.comments(of: gone, PageRequest(limit: 9), as: berta.session) }
                    == .notFound)
            #expect(
                try await berta.refusal(of: .addComment(post: gone, parent: nil, text: "t")).code
                    == FailureCode.notFound)
            #expect(try await anna.refusal(of: .editPost(gone, title: "t", text: "t")).code == FailureCode.notFound)
        },
    ]
}
