import CommentPresenters
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

@Suite struct ScrollTests {
    private func desk(_ comments: [Comments.Comment], rows: Int = 24) throws -> Desk {
        let desk = try Desk(
            Size(columns: 80, rows: rows), posts: [Album.post(4, "Sunday", by: "aki", hours: 1)],
            comments: ["4": comments])
        desk.press(.enter)
        return desk
    }

    private func numbered(_ count: Int64) -> [Comments.Comment] {
        (1...count).map { Album.comment($0, "comment number \($0).", by: "aki", minutes: 10) }
    }

    private func shown(_ desk: Desk) -> String { desk.draw().plainText() }

    /// The row with the pointer, and what stands below it.
    private func selected(_ desk: Desk) -> (row: Int, text: String)? {
        let rows = shown(desk).split(separator: "\n", omittingEmptySubsequences: false)
        guard let row = rows.firstIndex(where: { $0.hasPrefix("▸") }) else { return nil }
        return (row, rows.indices.contains(row + 1) ? String(rows[row + 1]) : "")
    }

    @Test func anOpenedPostShowsItsNewestCommentsAtTheBottom() throws {
        let desk = try desk(numbered(60))
        #expect(shown(desk).contains("comment number 60."))
        #expect(!shown(desk).contains("comment number 1."))
        #expect(selected(desk)?.text.contains("number 60.") == true)
    }

    @Test func theSelectionStaysInViewWhereverItGoes() throws {
        let desk = try desk(numbered(60))
        for key in ["k", "k", "g", "j", "G", "k"] + Array(repeating: "k", count: 70) + Array(repeating: "j", count: 70)
        {
            desk.press(.text(key))
            #expect(selected(desk) != nil, "after \(key)")
        }
        #expect(selected(desk)?.text.contains("number 60.") == true)
        for key in [Key.pageUp, .pageUp, .control("d"), .pageDown, .control("u"), .home, .end] {
            desk.press(key)
            #expect(selected(desk) != nil, "after \(key)")
        }
    }

    @Test func thePaneMovesByHalfAPageWhenTheSelectionLeavesIt() throws {
        let desk = try desk(numbered(60))
        var moves = 0
        var before = shown(desk).replacing("▸", with: " ")
        for _ in 0..<12 {
            desk.press(.text("k"))
            let now = shown(desk).replacing("▸", with: " ")
            if now != before { moves += 1 }
            before = now
        }
        // Half of the pane holds three comments: twelve steps need no more than three moves.
        #expect((1...3).contains(moves))
    }

    @Test func whatArrivesBelowComesIntoViewIfTheEndWasInView() throws {
        let desk = try desk(numbered(60))
        let new = Album.comment(61, "comment number 61.", by: "mina", minutes: 0)
        desk.board.service.publish([.comment(new, echoOf: nil)])
        desk.settle()
        #expect(shown(desk).contains("comment number 61."))
        #expect(selected(desk)?.text.contains("number 60.") == true)
    }

    /// The end is in view, and a row above it is being read.
    @Test func whatArrivesBelowMovesNothingUnderWhoReadsFurtherUp() throws {
        let desk = try desk(numbered(60))
        desk.press(.text("kk"))
        let before = shown(desk).split(separator: "\n", omittingEmptySubsequences: false)
        for number: Int64 in 61...64 {
            let new = Album.comment(number, "comment number \(number).", by: "mina", minutes: 0)
            desk.board.service.publish([.comment(new, echoOf: nil)])
            desk.settle()
        }
        let after = shown(desk).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(after.dropLast(2) == before.dropLast(2))
        #expect(shown(desk).contains("4 new below"))
    }

    @Test func aLargerWindowShowsMoreAbove() throws {
        let desk = try desk(numbered(60))
        desk.size = Size(columns: 90, rows: 50)
        desk.settle()
        #expect(shown(desk).contains("comment number 60.") && shown(desk).contains("comment number 48."))
        #expect(selected(desk)?.text.contains("number 60.") == true)
        desk.size = Size(columns: 40, rows: 10)
        desk.settle()
        desk.size = Size(columns: 80, rows: 60)
        desk.settle()
        #expect(shown(desk).contains("comment number 60.") && shown(desk).contains("comment number 48."))
    }

    @Test func whatArrivesBelowMovesNothingIfTheEndWasNotInView() throws {
        let desk = try desk(numbered(60))
        desk.press(.text("g"), .text("jjj"))
        func rows() -> [Substring] { shown(desk).split(separator: "\n", omittingEmptySubsequences: false) }
        let before = rows()
        let new = Album.comment(61, "comment number 61.", by: "mina", minutes: 0)
        desk.board.service.publish([.comment(new, echoOf: nil)])
        desk.settle()
        // The hint stands in the last row of the pane.
        let after = rows()
        #expect(after.indices.filter { after[$0] != before[$0] } == [22])
        #expect(after[22].hasSuffix("1 new below · G goes there"))
    }

    @Test func whatArrivesAboveMovesNothing() throws {
        let desk = try desk(numbered(60))
        desk.press(.pageUp, .text("k"))
        let before = shown(desk)
        // A reply to a comment far above.
        let new = Album.comment(61, "a reply to the fifth.", by: "mina", minutes: 0, under: 5)
        desk.board.service.publish([.comment(new, echoOf: nil)])
        desk.settle()
        #expect(shown(desk) == before)
        #expect(desk.client.frame(FrameRequest(rows: 24)).post?.thread.count == 62)
    }

    @Test func whatArrivesAboveInAListThatFitsIsShown() throws {
        let desk = try Desk(
            Size(columns: 80, rows: 24), posts: [Album.post(4, "Sunday", by: "aki", hours: 1)], comments: [:])
        #expect(shown(desk).contains("Sunday"))
        desk.board.service.publish([.post(Album.post(5, "Monday", by: "mina", hours: 0), echoOf: nil)])
        desk.settle()
        #expect(shown(desk).contains("Monday") && shown(desk).contains("Sunday"))
    }

    @Test func olderPagesAreReadAsTheSelectionGoesUpAndNothingJumps() throws {
        let desk = try desk(numbered(250))
        #expect(desk.board.reader.state.posts["4"]?.isComplete == false)
        desk.press(.text("g"))
        let selectedBefore = selected(desk)?.row
        #expect(selectedBefore != nil)
        for _ in 0..<4 { desk.press(.text("j"), .text("g")) }
        #expect(desk.board.reader.state.posts["4"]?.isComplete == true)
        #expect(shown(desk).contains("comment number 1."))
    }

    @Test func aFrameReadsAWindowNotTheList() throws {
        let desk = try desk(numbered(100))
        let frame = desk.client.frame(
            FrameRequest(
                feed: ListRequest(rows: 24), thread: ListRequest(anchor: .comment(.server("50")), rows: 24),
                outbox: ListRequest(rows: 24)))
        #expect(frame.post?.thread.count == 101)
        #expect((frame.post?.thread.rows.count ?? 0) <= 3 * 24 + 1)
    }

    @Test func aCommentTallerThanThePaneIsReadToItsEnd() throws {
        let tall = (1...100).map { "line \($0);" }.joined(separator: "\n")
        let desk = try desk([
            Album.comment(1, "before", by: "aki", minutes: 9), Album.comment(2, tall, by: "mina", minutes: 8),
            Album.comment(3, "after", by: "aki", minutes: 7),
        ])
        desk.press(.text("g"), .text("jj"), .enter)
        var seen: Set<Int> = []
        for _ in 0..<40 {
            let screen = shown(desk)
            for line in 1...100 where screen.contains("line \(line);") { seen.insert(line) }
            desk.press(.text("j"))
        }
        #expect(seen.count == 100)
        #expect(selected(desk)?.text.contains("after") == true)
        for _ in 0..<40 { desk.press(.text("k")) }
        #expect(shown(desk).contains("before"))
    }

    @Test(arguments: [
        String(repeating: "a", count: 100_000), String(repeating: "line\n", count: 10_000), "", "   ",
        String(repeating: "👨‍👩‍👧‍👦", count: 500), "\u{1B}[2J\u{9B}31m\u{202E}abc",
        "e" + String(repeating: "\u{301}", count: 30),
        String(repeating: "あいう。", count: 300),
    ])
    func anyTextIsDrawnAtAnySize(text: String) throws {
        let desk = try desk([
            Album.comment(1, text, by: text, minutes: 9), Album.comment(2, "after", by: "aki", minutes: 7),
        ])
        for size in [(80, 24), (300, 100), (40, 10), (20, 5), (10, 3), (2, 1), (1, 1), (0, 0)] {
            desk.size = Size(columns: size.0, rows: size.1)
            desk.press(.text("k"), .text("j"), .text("g"), .text("G"))
            let canvas = desk.draw()
            #expect(canvas.size == desk.size)
            #expect(!canvas.plainText().unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        }
    }

    @Test func aPanelThatClosesLeavesTheListWhereItWas() throws {
        for keys in [[Key.text("c")], [.text("r"), .paste("1\n2\n3\n4\n5\n6\n7\n8")]] {
            let desk = try desk(numbered(60))
            desk.press(.text("k"))
            let before = shown(desk)
            for key in keys { desk.press(key) }
            #expect(selected(desk) == nil || selected(desk)?.text.contains("number 59.") == true)
            #expect(shown(desk).contains("comment number 59."))
            desk.press(.escape)
            #expect(shown(desk) == before)
        }
    }

    @Test func everyPanelIsDrawnAtAnySize() throws {
        for keys in [
            [Key.text("o")], [.text("L")], [.text("?")], [.text("c"), .text("a long comment\u{65e5}")], [.text("S")],
        ] {
            let desk = try Desk(network: true)
            for key in keys { desk.press(key) }
            for columns in [0, 1, 19, 20, 21, 40, 99, 100, 200] {
                for rows in [0, 1, 5, 6, 10, 24, 50] {
                    desk.size = Size(columns: columns, rows: rows)
                    let canvas = desk.draw()
                    #expect(canvas.size == desk.size)
                    if let cursor = canvas.cursor { #expect(canvas[cursor] != nil) }
                }
            }
        }
    }
}
