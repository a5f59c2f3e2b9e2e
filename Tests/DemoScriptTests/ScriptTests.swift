import DemoScript
import TerminalUI
import Testing

@Suite struct ScriptTests {
    @Test func aScriptIsReadLineByLine() throws {
        let script = try Script(
            """
            # a comment
            caption Press Enter, and it is there.

            press c
              type So  blue!
            wait 800ms
            wait 2.5s
            press Enter Ctrl-F Esc j PgDn Space
            until Enter retries
            caption
            """)
        #expect(
            script.steps == [
                .caption("Press Enter, and it is there."), .press([.text("c")]), .type("So  blue!"),
                .pause(.milliseconds(800)), .pause(.milliseconds(2_500)),
                .press([.enter, .control("f"), .escape, .text("j"), .pageDown, .text(" ")]), .until("Enter retries"),
                .caption(""),
            ])
    }

    @Test(arguments: [
        ("dance", ScriptMistake.Reason.unknownWord("dance")), ("wait", .noDuration("")), ("wait 3", .noDuration("3")),
        ("wait -1s", .noDuration("-1s")), ("wait 2h", .noDuration("2h")), ("press", .nothingToPress),
        ("press Hyper-X", .unknownKey("Hyper-X")), ("press Ctrl-", .unknownKey("Ctrl-")),
        ("press Ctrl-é", .unknownKey("Ctrl-é")), ("type", .nothingToType), ("until ", .nothingToWaitFor),
    ])
    func aMistakeHasItsLineAndItsReason(line: String, reason: ScriptMistake.Reason) {
        #expect(throws: ScriptMistake(line: 3, reason: reason)) { try Script("# one\nwait 1s\n\(line)\nwait 1s") }
    }

    @Test func linesOfOtherSystemsAreLinesToo() throws {
        #expect(try Script("press c\r\ntype a\r\n").steps == [.press([.text("c")]), .type("a")])
    }
}
