import TerminalUI
import Testing

@Suite struct KeyNameTests {
    @Test func everyNameIsThatOfItsKey() {
        var keys: [Key] = [
            .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
            .pageUp, .pageDown, .controlLeft, .controlRight, .altEnter, .altBackspace, .text(" "), .text("f"),
            .text("F"), .text("?"), .text("楽"), .text("-"),
        ]
        keys += (1...12).map { .function($0) }
        for letter in "abcdefgjklnopqrstuvwxyz" { keys += [.control(letter), .alt(letter)] }
        for key in keys { #expect(Key(named: key.name) == key, "\(key.name)") }
    }

    /// What a terminal can send is told back by the name that it is shown with.
    @Test func everyKeyThatATerminalSendsIsToldBack() {
        var sequences = (0..<0x80).map { [UInt8($0)] } + (0x20..<0x80).map { [0x1B, UInt8($0)] }
        sequences += "äÄßǆ楽é".map { [0x1B] + Array(String($0).utf8) }
        for bytes in sequences {
            var decoder = KeyDecoder()
            let keys = decoder.feed(bytes, now: 0) + decoder.expire(now: 10_000)
            for key in keys { #expect(Key(named: key.name) == key, "\(bytes): \(key.name)") }
        }
    }

    @Test(
        arguments: [
            ("Ctrl-/", .control("_")), ("ctrl-space", .control("@")), ("alt-shift-b", .alt("B")), ("Alt-/", .alt("/")),
            ("ctrl-f", .control("f")), ("ENTER", .enter), ("Left", .left), ("Ctrl-Left", .controlLeft),
            ("escape", .escape),
            ("f5", .function(5)), ("f", .text("f")), ("Delete", .delete), ("PageDown", .pageDown), ("alt-B", .alt("b")),
        ] as [(String, Key)]) func namesMayBeWrittenInOtherWays(name: String, key: Key)
    {
        #expect(Key(named: name) == key)
    }

    @Test(arguments: [
        "", "F13", "F0", "Ctrl-", "Ctrl-M", "Ctrl-I", "Ctrl-H", "Ctrl-Ä", "Ctrl-[", "Ctrl-1", "Alt-", "Alt-Shift-/",
        "Alt-fg", "fg", "\u{1B}", "\u{9B}", "Hyper-X",
    ])
    func whatIsNoKeyHasNone(name: String) {
        #expect(Key(named: name) == nil)
    }
}
