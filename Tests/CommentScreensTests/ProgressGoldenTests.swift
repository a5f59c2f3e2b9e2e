import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

/// The form with every state of its bar. `RAKKAN_RECORD=1 swift test --filter Golden` records them anew.
@Suite("Golden screens of the bar") struct ProgressGoldenTests {
    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 35)]

    /// A form that is filled and sent.
    private func desk(
        _ size: Size, _ mode: SignInPresenter.Mode = .signUp, repertoire: Repertoire = .unicode, switches: Int = 0
    ) throws -> Desk {
        let desk = try Desk(size, session: nil, repertoire: repertoire, offersProgressKinds: switches > 0)
        desk.client.openForm(mode, reason: .newcomer)
        desk.press(.text("kei"), .tab, .text("secret password"))
        for _ in 0..<switches { desk.press(.control("p")) }
        desk.press(.enter)
        return desk
    }

    /// As the loop does it: from deadline to deadline.
    private func wait(_ duration: Duration, _ desk: Desk) {
        let end = desk.board.time.now() + duration
        _ = desk.draw()
        while let next = desk.screen.nextChange, next <= end {
            desk.board.time.advance(by: next - desk.board.time.now())
            _ = desk.draw()
        }
        desk.advance(end - desk.board.time.now())
    }

    private func signIn(_ desk: Desk) throws {
        let member = try Desk(desk.size)
        _ = desk.client.signedIn(member.client.account)
    }

    @Test("Running: what it says as time passes", arguments: sizes)
    func running(size: Size) throws {
        let desk = try desk(size)
        Golden(name: "bar-begun-\(size.columns)").expect(desk)
        for (seconds, name) in [(5, "5-s"), (7, "12-s"), (22, "34-s")] {
            wait(.seconds(seconds), desk)
            Golden(name: "bar-\(name)-\(size.columns)").expect(desk)
        }
    }

    @Test("Succeeded: on its way to the end, there, and gone", arguments: sizes)
    func succeeded(size: Size) throws {
        let desk = try desk(size)
        wait(.seconds(3), desk)
        try signIn(desk)
        wait(.milliseconds(100), desk)
        Golden(name: "bar-completing-\(size.columns)").expect(desk)
        wait(.milliseconds(150), desk)
        Golden(name: "bar-complete-\(size.columns)").expect(desk)
        wait(.milliseconds(200), desk)
        #expect(!desk.draw().plainText().contains("Create your account"))
    }

    @Test("Failed and cancelled: it stands, under other signs and words", arguments: sizes)
    func frozen(size: Size) throws {
        let failed = try desk(size)
        wait(.seconds(8), failed)
        failed.client.signInFailed(.timedOut)
        Golden(name: "bar-failed-\(size.columns)").expect(failed)
        let cancelled = try desk(size, .signIn)
        wait(.seconds(8), cancelled)
        cancelled.press(.escape)
        Golden(name: "bar-cancelled-\(size.columns)").expect(cancelled)
    }

    @Test("In ASCII", arguments: sizes)
    func ascii(size: Size) throws {
        let desk = try desk(size, repertoire: .ascii)
        wait(.seconds(5), desk)
        Golden(name: "bar-ascii-\(size.columns)").expect(desk)
        desk.client.signInFailed(.offline(Failure(code: FailureCode.offline)))
        Golden(name: "bar-ascii-failed-\(size.columns)").expect(desk)
        #expect(desk.draw().plainText().allSatisfy { $0.isASCII })
    }

    @Test("What the demo compares it with", arguments: sizes)
    func kinds(size: Size) throws {
        for (switches, name) in [(1, "easing"), (2, "spinner"), (3, "honest")] {
            let desk = try desk(size, switches: switches)
            wait(.seconds(5), desk)
            Golden(name: "bar-\(name)-\(size.columns)").expect(desk)
            desk.press(.escape)
            Golden(name: "bar-\(name)-chosen-\(size.columns)").expect(desk)
        }
    }

    @Test("Nothing moves whatever there is to say", arguments: sizes)
    func still(size: Size) throws {
        let desk = try desk(size)
        func rows() -> [String: Int] {
            let lines = desk.draw().plainText().split(separator: "\n", omittingEmptySubsequences: false)
            return ["Name", "Password", "Create", "["].reduce(into: [:]) { rows, word in
                rows[word] = lines.firstIndex { $0.contains(word) }
            }
        }
        let before = rows()
        #expect(before.count == 4)
        for _ in 0..<62 {
            wait(.seconds(1), desk)
            #expect(rows() == before)
        }
        desk.client.signInFailed(.form(.signUpClosed))
        #expect(rows() == before)
    }

    @Test("Every state at every small size", arguments: [(60, 16), (40, 10), (20, 8), (20, 5)])
    func small(columns: Int, rows: Int) throws {
        let desk = try desk(Size(columns: columns, rows: rows))
        wait(.seconds(5), desk)
        Golden(name: "bar-small-\(columns)x\(rows)").expect(desk)
        desk.client.signInFailed(.timedOut)
        Golden(name: "bar-small-failed-\(columns)x\(rows)").expect(desk)
    }

    @Test("A resize in every state, down to nothing and back")
    func resize() throws {
        let sizes = (0...24).map { Size(columns: $0, rows: $0) } + [Size(columns: 9, rows: 300)] + Self.sizes
        for state in 0..<5 {
            let desk = try desk(Self.sizes[0])
            wait(.seconds(3), desk)
            switch state {
            case 0: break
            case 1: desk.press(.escape)
            case 2: desk.client.signInFailed(.timedOut)
            case 3: try signIn(desk)
            case _: desk.press(.escape, .tab)
            }
            for size in sizes.reversed() + sizes {
                desk.size = size
                #expect(desk.draw().size == size)
            }
        }
    }

    @Test("A key during the picture of a success ends it, and means what it means below")
    func skipping() throws {
        let desk = try desk(Self.sizes[0])
        try signIn(desk)
        #expect(desk.draw().plainText().contains("Your account is ready."))
        desk.press(.enter)
        #expect(!desk.draw().plainText().contains("Your account"))
        #expect(desk.client.focus == .feed)
        let other = try self.desk(Self.sizes[0])
        try signIn(other)
        other.press(.text("?"))
        #expect(other.client.focus == .help)
    }
}
