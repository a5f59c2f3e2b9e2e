import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

/// What the users of other clients reported, told again before a scripted board. `ClientReports` among the house's tests
/// has every report with its test.
@Suite struct ReportTests {
    private let wide = Size(columns: 120, rows: 35)

    private func desk(
        _ comments: [Comments.Comment], at size: Size = Size(columns: 80, rows: 24), author: String = "aki"
    ) throws -> Desk {
        let post = Album.post(1, "Sunday", by: author, hours: 2, comments: comments.count)
        let desk = try Desk(size, posts: [post], comments: ["1": comments])
        desk.press(.enter)
        return desk
    }

    private func rows(_ desk: Desk) -> [String] { desk.draw().plainText().split(separator: "\n").map(String.init) }

    @Test("element-x-ios 675: a failed comment is still there when one comes back to its post")
    func leavingAndComingBack() throws {
        let desk = try desk([])
        desk.press(.text("c"), .text("Love it"), .enter)
        desk.refuse("m1")
        desk.press(.escape, .enter)
        #expect(rows(desk).contains { $0.contains("Love it") })
        #expect(rows(desk).contains { $0.contains("not sent: 403 refused") })
    }

    @Test("gomuks 450, himalaya 59: what failed is sent again by a key, or goes back to the composer whole")
    func againOrBack() throws {
        let text = "\"quoted\" back\\slash {brace} 日本語"
        let desk = try desk([])
        desk.press(.text("c"), .text(text), .enter)
        desk.refuse("m1")
        desk.press(.text("x"))
        #expect(rows(desk).contains { $0.contains(text) })
        desk.press(.enter)
        desk.refuse("m2")
        desk.press(.enter)
        #expect(desk.board.service.asked.map(\.id.rawValue) == ["m1", "m2", "m2"])
    }

    @Test("remark42 69, gh-dash 518, vscode-pull-request-github 1455, kata 203: Esc wipes nothing")
    func escapeWipesNothing() throws {
        let desk = try desk([])
        desk.press(.text("c"), .text("half a thou"), .escape, .escape, .text("c"))
        #expect(rows(desk).contains { $0.contains("half a thou") })
    }

    @Test(
        "matterhorn 625, 717, 785, 842: an emoji in a name moves no column, and pasted the input stays where it is",
        arguments: ["☕ barista", "☕️☕️", "👩‍🚀 pilot", "🇩🇪", "a\u{200B}b", "あき"])
    func emojiInAName(name: String) throws {
        let desk = try desk(
            [
                Album.comment(2, "What a day!", by: name, minutes: 3, on: "1", favourites: 2),
                Album.comment(3, "So blue!", by: "mina", minutes: 1, on: "1"),
            ], at: wide, author: name)
        desk.press(.text("c"), .paste("\(name) pasted"))
        let canvas = desk.draw()
        let columns = (0..<33).map { row in canvas.row(row).firstIndex { ["│", "┼", "├"].contains($0.text) } }
        let offsets = (0..<33).map { row in columns[row].map { $0 - canvas.row(row).startIndex } }
        #expect(Set(offsets).count == 1, "\(canvas.plainText())")
        let cursor = try #require(canvas.cursor)
        let row = canvas.row(cursor.row)
        #expect(row[row.startIndex + cursor.column - 1].text == "d", "the cursor stands behind what was pasted")
    }

    @Test("toot bf69879: Backspace in a prompt takes a wide letter whole") func backspaceInAPrompt() throws {
        let desk = try Desk(session: nil)
        desk.press(.text("c"), .text("aあ👍🏽"))
        let full = try #require(desk.draw().cursor?.column)
        desk.press(.backspace)
        #expect(desk.draw().cursor?.column == full - 2)
        desk.press(.backspace)
        #expect(desk.draw().cursor?.column == full - 4)
        #expect(rows(desk).contains { $0.contains("Name") && $0.contains("a") && !$0.contains("あ") })
    }

    @Test(
        "toot 20968fe: an address that is none is text",
        arguments: ["http://[::1", "https://%zz%", "http://user:@:99999/?#[", "ftp://\u{202E}moc.live", "https://"])
    func addressesThatAreNone(text: String) throws {
        let desk = try desk([Album.comment(2, "see \(text) there", by: "mina", minutes: 1, on: "1")])
        let shown = DisplayText(sanitizing: "see \(text) there").string
        #expect(rows(desk).contains { $0.contains(shown) })
    }

    @Test(
        "toot 479, 481, 499, 559: odd HTML, accents behind #, a name that is missing",
        arguments: ["<p>odd &amp; <b unclosed", "#ñandú #été #日本", "<a href=\"x\">", "&#0;&#x110000;"])
    func particularPosts(text: String) throws {
        for author in ["mina", "", " "] {
            let desk = try desk([Album.comment(2, text, by: author, minutes: 1, on: "1")], author: author)
            #expect(rows(desk).contains { $0.contains(text) }, "as it was written")
            desk.press(.end, .text("k"), .home)
            #expect(desk.draw().size == desk.size)
        }
    }

    @Test(
        "t3code 3983, Signal-iOS 655, openclaw 120478: a clock that is hours off reorders nothing, and nothing is yet to come"
    )
    func clocksThatAreHoursOff() throws {
        // The second says that it was written in five hours, the third five hours ago.
        let desk = try desk([
            Album.comment(2, "first", by: "aki", minutes: 2, on: "1"),
            Album.comment(3, "second", by: "mina", minutes: -300, on: "1"),
            Album.comment(4, "third", by: "jonas", minutes: 300, on: "1"),
        ])
        desk.press(.text("c"), .text("mine"), .enter)
        let lines = rows(desk)
        let places = ["first", "second", "third", "mine"].map { text in lines.firstIndex { $0.hasSuffix("   \(text)") }
        }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        let heads = lines.filter { $0.contains("mina") }
        #expect(heads.allSatisfy { $0.contains("now") && !$0.contains("-") }, "\(heads)")
    }

    @Test("weechat 2053: a wide emoji in an area of one column is drawn, and ends", arguments: 20...24)
    func aWideEmojiInANarrowArea(columns: Int) throws {
        let desk = try desk(
            [Album.comment(2, "👩‍🚀🎉あ🇯🇵", by: "🎉", minutes: 1, on: "1")], at: Size(columns: columns, rows: 6))
        desk.press(.text("c"), .text("🎉あ"), .left, .left)
        #expect(desk.draw().size == desk.size)
    }
}
