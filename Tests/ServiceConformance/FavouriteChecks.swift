import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let favouriteChecks = [
        Check("A favourite is one's own, and counted once for each") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            func expect(
                _ count: Int, anna annas: Bool, berta bertas: Bool, sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                for (person, own) in [(anna, annas), (berta, bertas)] {
                    let shownPost = try await person.post(post)
                    let shownComment = try await person.comment(comment)
                    #expect(
                        shownPost.favourites == count && shownComment.favourites == count,
                        sourceLocation: sourceLocation)
                    #expect(
                        shownPost.isFavourited == own && shownComment.isFavourited == own,
                        sourceLocation: sourceLocation)
                }
            }
            func wish(_ wish: Bool, by person: Person) async throws {
                try await person.perform(.setPostFavourite(post, wish))
                try await person.perform(.setCommentFavourite(comment, wish))
            }
            try await expect(0, anna: false, berta: false)
            try await wish(true, by: anna)
            try await expect(1, anna: true, berta: false)
            try await wish(true, by: berta)
            try await expect(2, anna: true, berta: true)
            // Already so is done.
            try await wish(true, by: berta)
            try await expect(2, anna: true, berta: true)
            for _ in 0..<2 { try await wish(false, by: anna) }
            try await expect(1, anna: false, berta: true)
        },
        Check("Who favourited something is told to everyone, without who asks") { stage in
            let anna = try await stage.signUp("anna")
            let berta = try await stage.signUp("berta")
            let carla = try await stage.signUp("carla")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            func expect(
                _ names: Set<String>, for person: Person, limit: Int = 10,
                sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                for target in [FavouriteTarget.post(post), .comment(comment)] {
                    let found = try await stage.asking {
                        try await $0.favouriters(of: target, limit: limit, as: person.session)
                    }
                    #expect(found.count == names.count, sourceLocation: sourceLocation)
                    #expect(found.others.count == min(limit, names.count), sourceLocation: sourceLocation)
                    #expect(names.isSuperset(of: found.others.map(\.raw)), sourceLocation: sourceLocation)
                }
            }
            func wish(_ wish: Bool, by person: Person) async throws {
                try await person.perform(.setPostFavourite(post, wish))
                try await person.perform(.setCommentFavourite(comment, wish))
            }
            try await expect([], for: anna)
            for person in [anna, berta, carla] { try await wish(true, by: person) }
            try await expect(["berta", "carla"], for: anna)
            try await expect(["anna", "carla"], for: berta)
            try await expect(["anna", "carla"], for: berta, limit: 1)
            try await wish(false, by: carla)
            try await expect(["anna"], for: berta)
            try await expect(["anna", "berta"], for: carla)
        },
        Check("Nobody favourited what is gone, or was never there") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            let other = try await anna.addPost()
            try await anna.perform(.setPostFavourite(post, true))
            try await anna.perform(.deleteComment(comment))
            try await anna.perform(.deletePost(other))
            for target in [FavouriteTarget.comment(comment), .post(other), .comment("c999999"), .post("p999999")] {
                let refusal = try await stage.refusal {
                    try await $0.favouriters(of: target, limit: 10, as: anna.session)
                }
                #expect(refusal == .notFound)
            }
        },
        Check("What is gone can't become a favourite, and is none already") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post)
            try await anna.perform(.setCommentFavourite(comment, true))
            try await anna.perform(.deleteComment(comment))
            try await anna.perform(.deletePost(post))
            for operation: Operation in [.setPostFavourite(post, true), .setCommentFavourite(comment, true)] {
                #expect(try await anna.refusal(of: operation).code == FailureCode.notFound)
            }
            try await anna.perform(.setPostFavourite(post, false))
            try await anna.perform(.setCommentFavourite(comment, false))
        },
    ]
}
