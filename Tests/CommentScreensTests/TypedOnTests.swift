import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

/// A key that does nothing says why, and what is typed behind a refused one is no row of keys.
@Suite struct TypedOnTests {
    private func lastRow(_ desk: Desk) -> String {
        desk.draw().plainText().split(separator: "\n").last.map(String.init) ?? ""
    }

    private func emptyFeed() throws -> Desk { try Desk(posts: [], comments: [:]) }

    @Test func aKeyThatCanOpenNoComposerSaysWhy() throws {
        let desk = try emptyFeed()
        desk.type("c")
        #expect(lastRow(desk).hasSuffix("no post here yet: p writes one"))
        let unread = try Desk(listError: .offline(Failure(code: FailureCode.offline)))
        unread.type("c")
        #expect(lastRow(unread).hasSuffix("not read yet"))
        let other = try Desk()
        other.press(.enter, .text("e"))
        #expect(lastRow(other).hasSuffix("only your own can be changed"))
    }

    @Test func lettersTypedRightBehindARefusedKeyAreNoKeys() throws {
        for (desk, keys) in [(try emptyFeed(), ["cSome text"]), (try emptyFeed(), ["c", "S", "d", " ", "opq"])] {
            for key in keys {
                desk.type(key)
                desk.advance(.milliseconds(200))
            }
            desk.press(.enter)
            #expect(desk.client.focus == .feed)
            #expect(lastRow(desk).hasSuffix("no post here yet: p writes one"))
            #expect(!desk.commands.contains(.quit))
        }
    }

    @Test func afterARefusedEditToo() throws {
        let desk = try Desk()
        desk.press(.enter, .text("eSdx"))
        #expect(desk.client.focus == .post)
        desk.press(.escape)
        #expect(desk.client.focus == .post)
        desk.press(.escape)
        #expect(desk.client.focus == .feed)
    }

    @Test func afterAPauseLettersAreKeysAgain() throws {
        let desk = try emptyFeed()
        desk.type("cSo")
        desk.advance(.milliseconds(500))
        desk.type("S")
        #expect(desk.client.focus == .signOutQuestion)
    }

    @Test func whatIsNoTypingIsAKeyAtOnce() throws {
        let desk = try Desk()
        desk.press(.enter, .text("e"), .up, .text("q"))
        #expect(desk.client.focus == .feed)
    }

    @Test func aKeyOfAnotherListSaysWhatWorksHere() throws {
        let desk = try Desk()
        desk.board.store.enqueue(
            AddComment(post: .server("4"), text: UntrustedText("Love it"), author: UntrustedText("kei")))
        desk.settle()
        desk.type("o")
        for key in ["d", "f"] {
            desk.type(key)
            #expect(lastRow(desk).contains("\(key) does nothing here: Enter retries"))
        }
        // These begin a text elsewhere: what follows is the text.
        for key in ["c", "r", "p"] {
            desk.type("\(key)q")
            #expect(lastRow(desk).contains("\(key) does nothing here: Enter retries"))
            desk.advance(.seconds(1))
        }
        #expect(desk.client.focus == .outbox)
        desk.type("Z")
        #expect(!lastRow(desk).contains("Z does"))
        desk.press(.text("q"))
        #expect(desk.client.focus == .feed)
        desk.type("R")
        #expect(lastRow(desk).contains("there is one room here"))
    }

    @Test func aNetworkThatIsCalledOfflineIsNotSaidTwice() throws {
        let desk = try Desk(network: true, listError: .offline(Failure(code: FailureCode.offline)))
        #expect(lastRow(desk).contains("flaky · offline"))
        desk.press(.text("L"), .text("offl"), .enter)
        #expect(lastRow(desk).contains("board.sqlite · offline") && !lastRow(desk).contains("offline · offline"))
    }
}
