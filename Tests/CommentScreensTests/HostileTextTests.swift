import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

/// Every path that a text can take to the screen, with every probe: no control gets into a cell, and no row is wider or
/// narrower than the screen.
@Suite struct HostileTextTests {
    enum Path: CaseIterable {
        case body, author, title, postText, postAuthor, listError, refusal, signInError, typed, typedName, pasted,
            banner
    }

    /// The longest take their time in a debug build: at one size, and where a long text can come from.
    private static func sizes(_ path: Path, _ probe: HostileText) -> [Size] {
        let usual = Size(columns: 80, rows: 24)
        if probe.text.utf8.count > 4_000 { return [.body, .title, .pasted, .refusal].contains(path) ? [usual] : [] }
        return [path == .body || path == .title ? Size(columns: 120, rows: 35) : usual, Size(columns: 20, rows: 5)]
    }

    @Test(arguments: Path.allCases) func noProbeHarmsTheScreen(path: Path) throws {
        for probe in HostileText.all {
            for size in Self.sizes(path, probe) {
                for desk in try Self.desks(path, probe.text, size) {
                    let canvas = desk.draw()
                    expectClean(canvas, "\(path), \(probe), \(size)")
                    expectClean(canvas.inASCII(), "\(path) in ASCII, \(probe), \(size)")
                    desk.press(.end)
                    expectClean(desk.draw(), "\(path) scrolled, \(probe), \(size)")
                }
            }
        }
    }

    private static func desks(_ path: Path, _ text: String, _ size: Size) throws -> [Desk] {
        let plain = Album.post(1, "title", by: "aki", hours: 1, comments: 1)
        func desk(_ post: Post, _ comment: Comments.Comment, opened: Bool = true, banner: String? = nil) throws -> Desk
        {
            let desk = try Desk(size, posts: [post], comments: ["1": [comment]], banner: banner)
            if opened { desk.press(.enter) }
            return desk
        }
        let comment = Album.comment(2, "body", by: "mina", minutes: 1, on: "1")
        switch path {
        case .body: return [try desk(plain, Album.comment(2, text, by: "mina", minutes: 1, on: "1"))]
        case .author: return [try desk(plain, Album.comment(2, "body", by: text, minutes: 1, on: "1"))]
        case .title:
            let post = Album.post(1, text, by: "aki", hours: 1, comments: 1)
            return [try desk(post, comment), try desk(post, comment, opened: false)]
        case .postText: return [try desk(Album.post(1, "t", by: "aki", hours: 1, text: text, comments: 1), comment)]
        case .postAuthor: return [try desk(Album.post(1, "t", by: text, hours: 1, comments: 1), comment)]
        case .listError: return [try Desk(size, listError: .refused(Failure(code: text, words: text)))]
        case .refusal:
            let desk = try desk(plain, comment)
            desk.press(.text("c"), .text("hello"), .enter)
            desk.board.service.answer(MutationID("m1"), .rejected(Failure(code: "refused", status: 403, words: text)))
            desk.settle()
            let failed = desk.draw()
            #expect(size.rows < 10 || failed.plainText().contains("not sent"))
            let other = try Desk(size)
            other.press(.enter, .text("c"), .text(String(text.prefix(150))), .enter, .text("o"))
            return [desk, other]
        case .signInError:
            let desk = try Desk(size, session: nil)
            desk.press(.text("c"))
            desk.client.signInFailed(.refused(Failure(code: "refused", words: text)))
            return [desk]
        case .typed:
            let desk = try desk(plain, comment)
            desk.press(.text("c"), .text(text))
            return [desk]
        case .pasted:
            let desk = try desk(plain, comment)
            desk.press(.text("c"), .paste(text), .left, .left, .up)
            return [desk]
        case .typedName:
            let desk = try Desk(size, session: nil)
            desk.press(.text("c"), .text(text))
            return [desk]
        case .banner: return [try desk(plain, comment, banner: text)]
        }
    }

    private func expectClean(_ canvas: Canvas, _ context: String) {
        for row in 0..<canvas.size.rows {
            var width = 0
            for cell in canvas.row(row) where !cell.isContinuation {
                // As nearly all are; the macro would take its time for each.
                if cell.text.utf8.count == 1, cell.text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
                    width += 1
                    continue
                }
                width += WidthRules.standard.width(ofDrawn: cell.text)
                if !isClean(cell.text) { Issue.record("row \(row): \(cell.text.debugDescription), \(context)") }
            }
            if width != canvas.size.columns { Issue.record("row \(row) has \(width) cells: \(context)") }
        }
        if let cursor = canvas.cursor { #expect(canvas[cursor] != nil, "the cursor is outside: \(context)") }
    }

    private func isClean(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }
}
