import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let postChecks = [
        Check("A post stands in the feed as it was written") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let id = try await anna.addPost("The title", "The text,\nin two lines")
            let post = try #require(try await anna.posts().first)
            #expect(post.serverID == id)
            #expect(post.title.raw == "The title" && post.text.raw == "The text,\nin two lines")
            #expect(post.author.raw == "anna" && post.isMine && !post.isEdited)
            #expect(post.comments == 0 && post.favourites == 0 && !post.isFavourited)
            #expect(!post.place.isPending)
            #expect(try await anna.post(id) == post)
            #expect(try await berta.post(id).isMine == false)
        },
        Check("A board is read without signing in, if the service says so") { stage in
            let anna = try await stage.signUp("anna")
            let id = try await anna.addPost()
            _ = try await anna.addComment(to: id)
            guard !stage.service.capabilities.readingNeedsSignIn else { return }
            let post = try #require(try await stage.posts(as: nil).first)
            #expect(post.serverID == id && !post.isMine)
            #expect(try await stage.comments(of: id, as: nil).map(\.isMine) == [false])
        },
        Check("Posts come the newest first, page by page, each once") { stage in
            let anna = try await stage.signUp("anna")
            #expect(try await anna.posts().isEmpty)
            var ids: [String] = []
            for number in 1...7 { ids.append(try await anna.addPost("post \(number)")) }
            for pageSize in [1, 3, 7, 8, 50] {
                let posts = try await anna.posts(pageSize: pageSize)
                #expect(posts.map(\.serverID) == ids.reversed(), "pages of \(pageSize)")
                #expect(zip(posts, posts.dropFirst()).allSatisfy { $0.order < $1.order })
            }
            // The last page says so, also when it is full.
            let page = try await stage.asking { try await $0.posts(PageRequest(limit: 7), as: anna.session) }
            #expect(page.next == nil)
        },
        Check("A page goes on where it ended, whatever was written meanwhile") { stage in
            let anna = try await stage.signUp("anna")
            var ids: [String] = []
            for number in 1...4 { ids.append(try await anna.addPost("post \(number)")) }
            let first = try await stage.asking { try await $0.posts(PageRequest(limit: 2), as: anna.session) }
            _ = try await anna.addPost("newer")
            try await anna.perform(.deletePost(ids[2]))
            let second = try await stage.asking {
                try await $0.posts(PageRequest(after: first.next, limit: 2), as: anna.session)
            }
            #expect(second.records.map(\.serverID) == [ids[1], ids[0]])
        },
        Check("What is not there is not found, however it is called") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            #expect(post != comment)
            let strange = [
                "", " ", "x", "p", "p0", "p-1", "p+1", "p01", "p99999", "c99999", "p1 ", "p1\0", "1",
                "p9223372036854775808",
                "p1; DROP TABLE posts", "../p1", "％", String(repeating: "p", count: 10_000),
            ]
            for id in strange + [comment] {
                #expect(
                    try await stage.refusal { try await $0.post(id, as: anna.session) } == .notFound,
                    "post \(id.prefix(40))")
                #expect(
                    try await stage.refusal {
                        try await $0.comments(of: id, PageRequest(limit: 1), as: anna.session)
                    } == .notFound, "comments of \(id.prefix(40))")
                #expect(
                    try await anna.refusal(of: .addComment(post: id, parent: nil, text: "t")).code
                        == FailureCode.notFound)
            }
            for id in strange + [post] {
                #expect(
                    try await stage.refusal { try await $0.comment(id, as: anna.session) } == .notFound,
                    "comment \(id.prefix(40))")
            }
        },
    ]
}
