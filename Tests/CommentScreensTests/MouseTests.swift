import CommentScreens
import TerminalUI
import TestSupport
import Testing

@Suite struct MouseTests {
    private let wide = Size(columns: 120, rows: 35)

    private func press(_ text: String, _ desk: Desk, _ action: MouseEvent.Action = .press) throws {
        let rows = desk.draw().plainText().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains(text) })
        let column = rows[row].prefix(upTo: try #require(rows[row].firstRange(of: text)).lowerBound).count
        desk.press(.mouse(MouseEvent(action: action, point: Point(column: column, row: row))))
        desk.press(.mouse(MouseEvent(action: .release, point: Point(column: column, row: row))))
    }

    private func selected(_ desk: Desk) -> String {
        desk.draw().plainText().split(separator: "\n").first { $0.contains("▸") }.map(String.init) ?? ""
    }

    @Test func aClickSelectsInEitherPane() throws {
        let desk = try Desk(wide)
        try press("First steps", desk)
        #expect(selected(desk).contains("▸  First steps"))
        try press("So blue! Was it", desk)
        #expect(selected(desk).contains("│▸  you  1 h"))
        try press("夏の海", desk)
        #expect(selected(desk).hasPrefix("▸  夏の海"))
    }

    @Test func aClickOnWhatFailedRetriesItAndNothingElse() throws {
        let desk = try Desk(wide)
        desk.press(.enter, .text("c"), .text("Love it"), .enter)
        desk.refuse("m1")
        desk.press(.text("g"))
        try press("haruka", desk)
        #expect(desk.draw().plainText().contains("not sent: 403"))
        try press("not sent: 403", desk)
        #expect(!desk.draw().plainText().contains("not sent: 403"))
        #expect(selected(desk).contains("you  now"))
    }

    @Test func theWheelMovesByThreeInThePaneUnderIt() throws {
        let desk = try Desk(wide)
        desk.press(.enter, .text("g"))
        try press("What a day!", desk, .wheelDown)
        #expect(selected(desk).contains("aki  59 min"))
        try press("What a day!", desk, .wheelUp)
        #expect(selected(desk).contains("│▸  aki  1 h"))
        try press("First steps", desk, .wheelDown)
        #expect(selected(desk).hasPrefix("▸  First steps"))
    }

    @Test func aClickElsewhereDoesNothing() throws {
        let desk = try Desk(wide)
        let before = desk.draw()
        for point in [
            Point(column: 0, row: 34), Point(column: 60, row: 33), Point(column: 40, row: 4),
            Point(column: -1, row: 900),
        ] {
            desk.press(.mouse(MouseEvent(action: .press, point: point)))
        }
        #expect(desk.draw() == before)
    }

    @Test func whileOneWritesTheMouseIsStill() throws {
        let desk = try Desk(wide)
        desk.press(.enter, .text("c"), .text("So"))
        let before = desk.draw()
        try press("First steps", desk)
        try press("First steps", desk, .wheelDown)
        #expect(desk.draw() == before)
        desk.press(.escape, .text("?"))
        try press("Keys", desk, .wheelDown)
        #expect(!desk.draw().plainText().contains("Post and comments\n"))
    }
}
