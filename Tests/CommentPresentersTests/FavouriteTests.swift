import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct FavouriteTests {
    @Test func aFavouriteFlipsAtOnceAndOnRefusalIsAsTheServerHasIt() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.toggleFavourite))
        #expect(talk.comments.last?.isFavourited == true)
        #expect(talk.comments.last?.favourites == 1)
        #expect(talk.words(of: 1).isEmpty)
        talk.board.refuse("m1")
        #expect(talk.comments.last?.isFavourited == false)
        #expect(talk.comments.last?.favourites == 0)
        #expect(talk.words(of: 1) == ["favourite refused: 403 refused"])
    }

    @Test func theMarkGoesWithTheNextWishInTheSameWrite() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.toggleFavourite))
        talk.board.refuse("m1")
        let writes = talk.board.disk.writeCount
        _ = talk.client.handle(.item(.toggleFavourite))
        #expect(talk.board.disk.writeCount == writes + 1)
        #expect(talk.board.disk.rows.map(\.id) == [MutationID("m2")])
        #expect(talk.words(of: 1).isEmpty)
    }

    @Test func fiftyPressesEndInTheLastWishWithAtMostTwoRequests() throws {
        let talk = try Talk()
        talk.openPost()
        for _ in 0..<49 { talk.want(.item(.toggleFavourite)) }
        #expect(talk.comments.last?.isFavourited == true)
        for _ in 0..<2 {
            for (id, _) in talk.board.service.asked {
                talk.board.answer(id.rawValue, .accepted(serverID: nil, said: []))
            }
        }
        #expect(talk.board.service.asked.count <= 2)
        #expect(talk.comments.last?.isFavourited == true)
        #expect(talk.frame.status.pending == 0)
    }

    @Test func aPostIsFavouritedFromTheFeedAndFromItsHead() throws {
        let talk = try Talk()
        talk.want(.item(.toggleFavourite))
        #expect(talk.frame.feed.posts.rows.first?.isFavourited == true)
        #expect(talk.frame.post?.post.isFavourited == true)
        talk.openPost()
        talk.want(.move(.first), .item(.toggleFavourite))
        #expect(talk.frame.feed.posts.rows.first?.isFavourited == false)
    }
}
