import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let sendingChecks = [
        Check("A create that comes again under its id is answered as the first was, and makes nothing") { stage in
            guard stage.service.capabilities.recognisesIDs else { return }
            let anna = try await stage.signUp("anna")
            let (postID, commentID) = (stage.newID(), stage.newID())
            let post = try await anna.make(.addPost(title: "t", text: ""), id: postID)
            #expect(try await anna.make(.addPost(title: "t", text: ""), id: postID) == post)
            let operation = Operation.addComment(post: post, parent: nil, text: "once")
            let comment = try await anna.make(operation, id: commentID)
            for _ in 0..<3 { #expect(try await anna.make(operation, id: commentID) == comment) }
            #expect(try await anna.posts().count == 1)
            #expect(try await anna.comments(of: post).map(\.serverID) == [comment])
            // For ever: also when what it made is gone.
            try await anna.perform(.deleteComment(comment))
            #expect(try await anna.make(operation, id: commentID) == comment)
            try await anna.perform(.deletePost(post))
            #expect(try await anna.make(operation, id: commentID) == comment)
            #expect(try await anna.posts().isEmpty)
        },
        Check("A change that comes again under its id changes nothing any more") { stage in
            guard stage.service.capabilities.recognisesIDs else { return }
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            let (edit, wish) = (stage.newID(), stage.newID())
            try await anna.perform(.editComment(comment, text: "first"), id: edit)
            try await anna.perform(.editComment(comment, text: "second"))
            try await anna.perform(.editComment(comment, text: "first"), id: edit)
            #expect(try await anna.comment(comment).text.raw == "second")
            try await anna.perform(.setPostFavourite(post, true), id: wish)
            try await anna.perform(.setPostFavourite(post, false))
            try await anna.perform(.setPostFavourite(post, true), id: wish)
            #expect(try await anna.post(post).favourites == 0)
        },
        Check("Two accounts may use one id") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let id = stage.newID()
            let first = try await anna.make(.addPost(title: "anna's", text: ""), id: id)
            let second = try await berta.make(.addPost(title: "berta's", text: ""), id: id)
            #expect(first != second)
            #expect(try await anna.posts().map(\.title.raw) == ["berta's", "anna's"])
        },
        Check("Without ids, a create that may have arrived is left to the user, and all else goes through") { stage in
            guard !stage.service.capabilities.recognisesIDs else { return }
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            func resend(_ operation: Operation) async -> Outcome {
                await stage.service.submit(operation, id: stage.newID(), mayHaveArrived: true, as: anna.session)
            }
            for operation: Operation in [
                .addPost(title: "t", text: ""), .addComment(post: post, parent: nil, text: "t"),
            ] {
                guard case .cannotTell(let failure) = await resend(operation) else {
                    Issue.record("\(operation) was sent again")
                    continue
                }
                #expect(failure.mayHaveArrived)
            }
            for operation: Operation in [
                .editComment(comment, text: "new"), .setPostFavourite(post, true), .deleteComment(comment),
                .deleteComment(comment),
            ] {
                guard case .accepted = await resend(operation) else {
                    Issue.record("\(operation) was not sent again")
                    continue
                }
            }
            #expect(try await anna.posts().count == 1)
        },
        Check("Without ids, what an earlier attempt may have made is found in its place and its words, and only there")
        {
            stage in
            guard !stage.service.capabilities.recognisesIDs else { return }
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let (post, other) = (try await anna.addPost(), try await anna.addPost())
            let answered = try await anna.addComment(to: post, "So blue!")
            func found(_ operation: Operation) async -> String? {
                let outcome = await stage.service.submit(
                    operation, id: stage.newID(), mayHaveArrived: true, as: anna.session)
                guard case .cannotTell(let failure) = outcome else {
                    Issue.record("\(operation) ended otherwise: \(outcome)")
                    return nil
                }
                return failure.likelyCopy
            }
            let comment = Operation.addComment(post: post, parent: nil, text: "So blue!")
            // One that was answered is its own, and another person's is another's.
            _ = try await berta.addComment(to: post, "So blue!")
            _ = try await anna.addComment(to: other, "So blue!")
            #expect(await found(comment) == nil)
            #expect(await found(.addComment(post: post, parent: answered, text: "So blue!")) == nil)
            #expect(await found(.addPost(title: "nobody wrote it", text: "")) == nil)
        },
        Check("Requests that overlap each make their own") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let made = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<10 {
                    group.addTask { (number, try await anna.addComment(to: post, "\(number)")) }
                }
                var made: [Int: String] = [:]
                for try await (number, id) in group { made[number] = id }
                return made
            }
            let comments = try await anna.comments(of: post)
            #expect(comments.count == 10)
            for comment in comments {
                #expect(made[Int(comment.text.raw) ?? -1] == comment.serverID)
            }
        },
        Check("A list names the mutations that made its records, of one's own account alone") { stage in
            guard stage.service.capabilities.recognisesIDs else { return }
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let (postID, commentID) = (stage.newID(), stage.newID())
            let post = try await anna.make(.addPost(title: "t", text: ""), id: postID)
            let comment = try await anna.make(.addComment(post: post, parent: nil, text: "t"), id: commentID)
            _ = try await berta.addComment(to: post)
            func echoes(
                for person: Person
            ) async throws -> (posts: [Ref<Post>: MutationID], comments: [Ref<Comments.Comment>: MutationID]) {
                let request = PageRequest(limit: 9)
                let posts = try await stage.asking { try await $0.posts(request, as: person.session) }
                let comments = try await stage.asking { try await $0.comments(of: post, request, as: person.session) }
                return (posts.echoes, comments.echoes)
            }
            let (posts, comments) = try await echoes(for: anna)
            #expect(posts == [.server(post): postID] && comments == [.server(comment): commentID])
            let (others, bertas) = try await echoes(for: berta)
            #expect(others.isEmpty && bertas.count == 1 && bertas[.server(comment)] == nil)
        },
    ]
}
