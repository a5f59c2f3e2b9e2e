import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let followingChecks = [
        Check("Following begins at now") { stage in
            let anna = try await stage.signUp("anna")
            _ = try await anna.addPost()
            let batch = try await anna.changes(since: nil)
            #expect(batch.said.isEmpty && !batch.hasGap)
        },
        Check("What happens is told, with the mutation's id for one's own") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let beginning = try await anna.changes(since: nil).cursor
            let (postID, commentID) = (stage.newID(), stage.newID())
            let post = try await anna.make(.addPost(title: "t", text: ""), id: postID)
            let comment = try await anna.make(.addComment(post: post, parent: nil, text: "t"), id: commentID)
            let knows = stage.service.capabilities.recognisesIDs
            for person in [anna, berta] {
                let told = try await person.follow(
                    from: beginning, until: { $0.posts[post]?.comments == 1 && $0.comments[comment] != nil })
                let isAnna = person.session == anna.session
                #expect(told.posts[post]?.isMine == isAnna && told.comments[comment]?.isMine == isAnna)
                #expect(told.echoes[post] == (isAnna && knows ? postID : nil))
                #expect(told.echoes[comment] == (isAnna && knows ? commentID : nil))
            }
        },
        Check("Edits, favourites, replies and deletions are told with the counts that they change") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            var seen = try await berta.changes(since: nil).cursor
            func next(_ arrived: (Told) -> Bool) async throws -> Told {
                let told = try await berta.follow(from: seen, until: arrived)
                seen = told.cursor
                return told
            }
            try await anna.perform(.editComment(comment, text: "edited"))
            _ = try await next { $0.comments[comment]?.text.raw == "edited" }
            try await berta.perform(.setCommentFavourite(comment, true))
            _ = try await next { $0.comments[comment]?.favourites == 1 && $0.comments[comment]?.isFavourited == true }
            try await anna.perform(.setPostFavourite(post, true))
            _ = try await next { $0.posts[post]?.favourites == 1 && $0.posts[post]?.isFavourited == false }
            let reply = try await anna.addComment(to: post, under: comment)
            _ = try await next {
                $0.comments[reply] != nil && $0.comments[comment]?.replies == 1 && $0.posts[post]?.comments == 2
            }
            try await anna.perform(.deleteComment(comment))
            _ = try await next { $0.comments[comment]?.isDeleted == true && $0.posts[post]?.comments == 1 }
            try await anna.perform(.deleteComment(reply))
            _ = try await next { $0.gone.isSuperset(of: [reply, comment]) && $0.posts[post]?.comments == 0 }
            try await anna.perform(.editPost(post, title: "new", text: ""))
            _ = try await next { $0.posts[post]?.title.raw == "new" }
            try await anna.perform(.deletePost(post))
            _ = try await next { $0.gone.contains(post) }
        },
        Check("Whoever follows waits until something happens, and can stop waiting") { stage in
            let anna = try await stage.signUp("anna")
            let now = try await anna.changes(since: nil).cursor
            async let told = anna.follow(from: now, until: { !$0.posts.isEmpty })
            try await stage.pause(.seconds(60))
            let post = try await anna.addPost()
            #expect(try await told.posts.keys.map { $0 } == [post])

            let end = try await anna.changes(since: nil).cursor
            let error = await withTaskGroup(of: ServiceError?.self) { group in
                group.addTask {
                    do throws(ServiceError) {
                        // On a network that loses polls, one that was lost is begun again.
                        while true {
                            do throws(ServiceError) {
                                _ = try await stage.service.changes(since: end, as: anna.session)
                                return nil
                            } catch .offline {
                                continue
                            }
                        }
                    } catch {
                        return error
                    }
                }
                try? await stage.pause(.seconds(60))
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(error == .cancelled)
        },
        Check("A cursor that means nothing is a gap, never silence") { stage in
            let anna = try await stage.signUp("anna")
            for cursor in ["", "x", "999999999", "-5"] {
                let batch = try await anna.changes(since: Cursor(cursor))
                #expect(batch.hasGap, "\(cursor)")
                let post = try await anna.addPost()
                _ = try await anna.follow(from: batch.cursor, until: { $0.posts[post] != nil })
            }
        },
    ]
}

/// What was told so far: the newest of each.
struct Told: Sendable {
    var posts: [String: Post] = [:]
    var comments: [String: Comments.Comment] = [:]
    var gone: Set<String> = []
    var echoes: [String: MutationID] = [:]
    var cursor: Cursor

    mutating func hear(_ change: ChangeBatch.Change) {
        switch change {
        case .post(let post, let echo):
            posts[post.serverID] = post
            echoes[post.serverID] = echo
        case .comment(let comment, let echo):
            comments[comment.serverID] = comment
            echoes[comment.serverID] = echo
        case .postRemoved(let id), .commentRemoved(let id, _):
            posts[id] = nil
            comments[id] = nil
            gone.insert(id)
        }
    }
}

extension Person {
    func changes(since cursor: Cursor?) async throws -> ChangeBatch {
        try await stage.asking { try await $0.changes(since: cursor, as: session) }
    }

    /// Listens until it has heard what the check waits for. A check that never hears it gets stuck, which the suite
    /// reports.
    func follow(from cursor: Cursor, until hasArrived: (Told) -> Bool) async throws -> Told {
        var told = Told(cursor: cursor)
        repeat {
            let batch = try await changes(since: told.cursor)
            #expect(!batch.hasGap)
            for change in batch.said { told.hear(change) }
            told.cursor = batch.cursor
        } while !hasArrived(told)
        return told
    }
}
