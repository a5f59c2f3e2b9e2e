import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

/// Questions, choices, reasons and notices where there is hardly room for them.
@Suite struct SmallScreenTests {
    private static let sizes = [Size(columns: 20, rows: 5), Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)]

    private func desk(_ size: Size, pendingRule: PendingRule = .queue) throws -> Desk {
        let post = Album.post(4, "Sunday at the lake", by: "kei", hours: 2, isMine: true, comments: 1)
        let mine = Album.comment(12, "So blue! Was it as cold as it looks?", by: "kei", minutes: 64, isMine: true)
        return try Desk(size, posts: [post], comments: ["4": [mine]], pendingRule: pendingRule)
    }

    @Test(arguments: sizes) func everyQuestionAndItsAnswersAreLegible(size: Size) throws {
        let name = "\(size.columns)x\(size.rows)"
        let deletion = try desk(size)
        deletion.press(.enter, .text("d"))
        Golden(name: "ask-delete-\(name)").expect(deletion)
        let post = try desk(size)
        post.press(.text("d"))
        Golden(name: "ask-delete-post-\(name)").expect(post)
        let leaving = try desk(size)
        leaving.press(.text("S"))
        Golden(name: "ask-sign-out-\(name)").expect(leaving)
        let discarding = try desk(size)
        discarding.press(.enter, .text("c"), .text("Love it"), .enter, .text("r"), .text("Brr."), .enter)
        discarding.press(.text("S"))
        Golden(name: "ask-sign-out-waiting-\(name)").expect(discarding)
        discarding.press(.text("d"))
        Golden(name: "ask-sign-out-discard-\(name)").expect(discarding)
        discarding.press(.escape, .text("o"), .text("x"))
        Golden(name: "ask-discard-\(name)").expect(discarding)
        let restricted = try desk(size, pendingRule: .restrict)
        restricted.press(.enter, .text("c"), .text("Love it"), .enter, .text("d"))
        Golden(name: "ask-not-sent-yet-\(name)").expect(restricted)
    }

    /// A refused comment that six replies wait for, and one that is being sent and that one reply waits for.
    private func discarding(_ size: Size, refused: Bool) throws -> Desk {
        let desk = try desk(size)
        desk.press(.enter, .text("c"), .text("parent words"), .enter)
        if refused { desk.refuse("m1") }
        for number in 1...(refused ? 6 : 1) { desk.press(.text("r"), .text("reply \(number)"), .enter) }
        desk.press(.text("o"), .text("x"))
        return desk
    }

    @Test(arguments: [(20, 5), (20, 6), (30, 6), (40, 7)])
    func whatGoesAlongAndWhatMayArriveIsSaidHoweverSmall(columns: Int, rows: Int) throws {
        for (name, refused) in [("six", true), ("sent", false)] {
            let desk = try discarding(Size(columns: columns, rows: rows), refused: refused)
            Golden(name: "ask-discard-\(name)-\(columns)x\(rows)").expect(desk)
        }
    }

    @Test func noSizeLosesWhatTheQuestionSays() throws {
        for refused in [true, false] {
            let desk = try discarding(Size(columns: 20, rows: 5), refused: refused)
            for (columns, rows) in stride(from: 20, through: 90, by: 5).flatMap({ columns in
                (5...12).map { (columns, $0) }
            }) {
                desk.size = Size(columns: columns, rows: rows)
                let lines = desk.draw().plainText().split(separator: "\n").dropLast()
                    .map { String($0.drop { $0 == " " }) }
                let said = lines.joined(separator: " ")
                let counts =
                    refused
                    ? said.contains("6 that wait") || said.contains("and 6?")
                        || (1...6).contains { said.contains("· and \($0) more") }
                    : said.contains("1 that waits") || said.contains("“reply 1”")
                #expect(counts, "\(columns)×\(rows): \(said)")
                #expect(
                    refused || said.contains("may still arrive") || said.contains("all the same"),
                    "\(columns)×\(rows): \(said)")
                #expect(said.contains("y discards") && said.contains("n keeps"), "\(columns)×\(rows): \(said)")
                let dangles = zip(lines, lines.dropFirst()).contains { $0.hasSuffix("too:") && !$1.hasPrefix("·") }
                #expect(!dangles, "\(columns)×\(rows): \(said)")
            }
        }
    }

    @Test(arguments: sizes) func reasonsAndNoticesAreLegible(size: Size) throws {
        let name = "\(size.columns)x\(size.rows)"
        let failed = try desk(size)
        failed.press(.enter, .text("c"), .text("Love it"), .enter)
        failed.refuse("m1")
        Golden(name: "told-failed-\(name)").expect(failed)
        failed.press(.text("o"))
        Golden(name: "told-failed-outbox-\(name)").expect(failed)
        failed.press(.text("c"))
        Golden(name: "told-nothing-here-\(name)").expect(failed)
        let waiting = try desk(size)
        waiting.press(.enter, .text("c"), .text("Love it"), .enter)
        waiting.board.answer(
            "m1", .transient(Failure(code: FailureCode.rateLimited, status: 429), retryAfter: .seconds(12)))
        waiting.advance(.seconds(1))
        waiting.press(.text("o"))
        Golden(name: "told-waiting-outbox-\(name)").expect(waiting)
    }

    @Test(arguments: sizes) func aPostNotReadYetShowsWhatIsPendingOnIt(size: Size) throws {
        let name = "\(size.columns)x\(size.rows)"
        let desk = try Desk(size, listError: .offline(Failure(code: FailureCode.offline)))
        desk.board.store.enqueue(
            AddComment(post: .server("4"), text: UntrustedText("Love it"), author: UntrustedText("kei")))
        desk.settle()
        desk.refuse("m1")
        desk.board.store.enqueue(
            AddComment(post: .server("4"), text: UntrustedText("So blue!"), author: UntrustedText("kei")))
        desk.advance(.milliseconds(450))
        Golden(name: "unread-feed-\(name)").expect(desk)
        desk.press(.enter)
        Golden(name: "unread-post-\(name)").expect(desk)
    }

    @Test func whatWaitsOnCommentsNotReadYetIsCountedInTheFeed() throws {
        for hasPost in [false, true] {
            let desk = try Desk(listError: .offline(Failure(code: FailureCode.offline)))
            if hasPost {
                desk.board.store.enqueue(
                    AddPost(title: UntrustedText("A new one"), text: UntrustedText(""), author: UntrustedText("kei")))
            }
            desk.board.store.enqueue(EditComment(comment: .server("12"), text: UntrustedText("edited")))
            desk.board.store.enqueue(SetCommentFavourite(comment: .server("11"), wish: true))
            desk.settle()
            desk.advance(.milliseconds(450))
            Golden(name: "unread-changes-\(hasPost ? "and-a-post" : "alone")-80").expect(desk)
        }
    }

    @Test func anEmptyOutboxHintsAtNoKeysForWhatIsInIt() throws {
        let desk = try Desk()
        desk.press(.text("o"))
        Golden(name: "outbox-empty-80").expect(desk)
        desk.press(.text("c"))
        let last = desk.draw().plainText().split(separator: "\n").last.map(String.init) ?? ""
        #expect(last.contains("c does nothing here: q back · ? help"))
    }

    @Test func aPostThatDoesNotExistIsSaidNotTo() throws {
        let desk = try Desk()
        desk.client.show(post: .server("77"))
        desk.settle()
        Golden(name: "no-such-post-80").expect(desk)
    }

    @Test func aNewPostThatWasBegunIsMarkedInTheFeed() throws {
        let desk = try Desk()
        desk.press(.text("p"), .text("A title"), .escape)
        Golden(name: "feed-post-draft-80").expect(desk)
    }

    @Test func helpHasItsWordsBelowTheKeys() throws {
        let desk = try Desk(Size(columns: 30, rows: 10))
        desk.press(.text("?"))
        Golden(name: "help-30").expect(desk)
    }
}
