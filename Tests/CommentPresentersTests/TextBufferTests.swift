import CommentPresenters
import TestSupport
import Testing

@Suite struct TextBufferTests {
    private func edited(_ text: String, _ changes: TextChange...) -> TextBuffer {
        var buffer = TextBuffer(text)
        for change in changes { buffer.apply(change) }
        return buffer
    }

    /// The text with the cursor in it.
    private func shown(_ buffer: TextBuffer) -> String {
        buffer.head + "|" + buffer.text.dropFirst(buffer.head.count)
    }

    @Test func wordsAreCutAndPutBack() {
        #expect(edited("one two", .killToBlank).text == "one ")
        #expect(edited("one two", .killToBlank, .lineStart, .yank).text == "twoone ")
        #expect(edited("one two", .wordLeft, .killToLineEnd).text == "one ")
        #expect(edited("one two", .wordLeft, .killToLineStart).text == "two")
        #expect(edited("one two", .lineStart, .killWordForward).text == " two")
        #expect(edited("see a/b.c", .killToBlank).text == "see ")
        #expect(edited("see a/b.c", .killWordBackward).text == "see a/b.")
    }

    @Test func cutsInARowArePutBackAsOne() {
        #expect(edited("a b c", .killWordBackward, .killWordBackward, .yank).text == "a b c")
        #expect(edited("a\nb\nc", .up, .up, .killToLineEnd, .killToLineEnd, .killToLineEnd, .yank).text == "a\nb\nc")
        // A motion between two makes two of them; Alt-Y goes from the newer to the older and round again.
        let two: [TextChange] = [.killWordBackward, .left, .right, .killWordBackward, .yank]
        var buffer = TextBuffer("a b c")
        for change in two { buffer.apply(change) }
        #expect(buffer.text == "a b ")
        buffer.apply(.yankOlder)
        #expect(buffer.text == "a c")
        buffer.apply(.yankOlder)
        #expect(buffer.text == "a b ")
        buffer.apply(.left)
        #expect(buffer.apply(.yankOlder) == nil)
    }

    @Test func theCursorMovesByLines() {
        #expect(edited("abc\nde\nfgh", .up).cursor == 6)
        #expect(edited("abc\nde\nfgh", .up, .up).cursor == 2)
        #expect(edited("abc\nde\nfgh", .up, .up, .up).cursor == 0)
        #expect(edited("abc\nde\nfgh", .up, .up, .down).cursor == 6)
        #expect(edited("abc\nde", .down).cursor == 6)
    }

    @Test(arguments: [
        "👨‍👩‍👧‍👦", "🏳️‍⚧️", "🇯🇵", "👍🏽", "⚠️", "e\u{301}", "1️⃣", "한", "각", "が", "か\u{3099}",
        "e" + String(repeating: "\u{301}", count: 30),
        "\u{200B}", "क्ष", "ﷺ", "🅱️",
    ])
    func aClusterIsOneStepAndOneBackspace(_ cluster: String) {
        for (before, behind) in [("", ""), ("x", "y"), ("日", "本"), ("🇰🇷", "🇯🇵"), ("\n", "\n"), ("👍", "👍")] {
            var buffer = TextBuffer(before + cluster)
            for step in [TextChange.left, .right] {
                buffer.apply(step)
                #expect(buffer.head == (step == .left ? before : before + cluster))
            }
            buffer.paste(behind)
            for _ in behind { buffer.apply(.left) }
            #expect(shown(buffer) == before + cluster + "|" + behind)
            buffer.apply(.deleteBackward)
            #expect(shown(buffer) == before + "|" + behind)
            buffer.apply(.undo)
            buffer.apply(.left)
            buffer.apply(.deleteForward)
            #expect(shown(buffer) == before + "|" + behind)
        }
    }

    @Test func aMarkThatIsTypedJoinsTheLetterBeforeIt() {
        var buffer = TextBuffer("👨‍👩‍👧‍👦e")
        buffer.insert("\u{301}")
        #expect(buffer.text == "👨‍👩‍👧‍👦é" && buffer.clusters == (2, 2))
        buffer.apply(.deleteBackward)
        buffer.apply(.deleteBackward)
        #expect(buffer.isEmpty)
        // Typed before one: the cursor never stands inside of a cluster.
        buffer = TextBuffer("\u{301}x")
        buffer.move(to: 0)
        buffer.insert("e")
        #expect(shown(buffer) == "e\u{301}|x")
    }

    @Test func aRunOfFlagsIsTakenApartFlagByFlag() {
        let flags = ["🇯🇵", "🇰🇷", "🇩🇪", "🇫🇷", "🇧🇷"]
        var buffer = TextBuffer("日" + flags.joined() + "本")
        buffer.apply(.left)
        for count in flags.indices.reversed() {
            buffer.apply(.deleteBackward)
            #expect(buffer.text == "日" + flags[..<count].joined() + "本")
        }
    }

    @Test func writingWithoutBlanksHasWordsToo() {
        let text = "今日はらーめんをタベル。Swift한글"
        var buffer = TextBuffer(text)
        buffer.move(to: 0)
        var words: [String] = []
        while buffer.cursor < text.utf8.count {
            let before = buffer.head.count
            buffer.apply(.wordRight)
            words.append(String(buffer.head.dropFirst(before)))
        }
        #expect(words == ["今日", "はらーめんを", "タベル", "。Swift한글"])
        var back: [String] = []
        while buffer.cursor > 0 {
            let before = buffer.head
            buffer.apply(.wordLeft)
            back.append(String(before.dropFirst(buffer.head.count)))
        }
        #expect(back == ["Swift한글", "タベル。", "はらーめんを", "今日"])
        // Ctrl-W never takes a whole sentence of it.
        #expect(edited("昨日は晴れ", .killToBlank).text == "昨日は晴")
        #expect(edited("see 昨日 today", .killToBlank, .killToBlank).text == "see ")
    }

    @Test func undoTakesBackWordsRunsAndPastes() {
        var buffer = TextBuffer()
        for letter in "one two" { buffer.insert(String(letter)) }
        buffer.paste("pasted\nand more")
        buffer.apply(.deleteBackward)
        buffer.apply(.deleteBackward)
        var seen: [String] = []
        while buffer.apply(.undo) != nil { seen.append(shown(buffer)) }
        #expect(seen == ["one twopasted\nand more|", "one two|", "one |", "|"])
        while buffer.apply(.redo) != nil { seen.append(shown(buffer)) }
        #expect(seen.suffix(4) == ["one |", "one two|", "one twopasted\nand more|", "one twopasted\nand mo|"])
        // What is typed after an undo takes the place of what was undone.
        buffer.apply(.undo)
        buffer.insert("!")
        #expect(buffer.apply(.redo) == nil)
    }

    @Test func undoGivesBackWhereTheCursorWas() {
        var buffer = TextBuffer("one two three")
        buffer.apply(.wordLeft)
        buffer.apply(.killToLineStart)
        #expect(shown(buffer) == "|three")
        buffer.apply(.undo)
        #expect(shown(buffer) == "one two |three")
        // A motion parts what is typed before it from what is typed after it.
        buffer.insert("a")
        buffer.apply(.left)
        buffer.apply(.right)
        buffer.insert("b")
        buffer.apply(.undo)
        #expect(shown(buffer) == "one two a|three")
    }

    @Test func twoCharactersAreExchanged() {
        #expect(shown(edited("ab", .transpose)) == "ba|")
        #expect(shown(edited("abc", .left, .transpose)) == "acb|")
        #expect(shown(edited("日👨‍👩‍👧‍👦", .transpose)) == "👨‍👩‍👧‍👦日|")
        #expect(edited("a\nb", .transpose).text == "a\nb")
    }

    /// Whatever is done, its edits lead from the text before to the text after: what a draft on disk is made of.
    @Test(arguments: UInt64(1)...20) func everyChangeIsItsEdit(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var buffer = TextBuffer()
        var kept: [UInt8] = []
        let pieces = [
            "a", " ", "\n", "日", "👨‍👩‍👧‍👦", "\u{301}", "🇯🇵", "\u{1F1F0}", "\u{200D}", "한", "e\u{301}", "\r\n", "\u{9B}",
            "words of it",
        ]
        for _ in 0..<400 {
            let edit: TextEdit?
            switch Int.random(in: 0..<4, using: &random) {
            case 0: edit = buffer.insert(pieces.randomElement(using: &random) ?? "")
            case 1:
                let probe = HostileText.all.randomElement(using: &random)
                edit = buffer.paste(String(probe?.text.prefix(80) ?? ""))
            default: edit = buffer.apply(Self.all.randomElement(using: &random) ?? .left)
            }
            if let edit {
                let range = edit.offset..<edit.offset + edit.removed.count
                #expect(Array(kept[range]) == edit.removed, "seed \(seed)")
                kept.replaceSubrange(range, with: edit.inserted)
            }
            #expect(kept == buffer.utf8, "seed \(seed)")
            #expect(buffer.scalarCount == buffer.text.unicodeScalars.count, "seed \(seed)")
            #expect(String(validating: buffer.utf8[..<buffer.cursor], as: UTF8.self) != nil, "seed \(seed)")
        }
        while let edit = buffer.apply(.undo) {
            kept.replaceSubrange(edit.offset..<edit.offset + edit.removed.count, with: edit.inserted)
        }
        #expect(kept.isEmpty && buffer.isEmpty, "seed \(seed)")
    }

    private static let all: [TextChange] = [
        .left, .right, .wordLeft, .wordRight, .up, .down, .lineStart, .lineEnd, .deleteBackward, .deleteForward,
        .killToLineEnd, .killToLineStart, .killWordBackward, .killWordForward, .killToBlank, .yank, .yankOlder,
        .transpose, .undo, .redo, .newLine, .clear,
    ]

    @Test func nothingMovesBeyondTheEnds() {
        var buffer = TextBuffer("")
        for change in Self.all where change != .newLine { buffer.apply(change) }
        #expect(buffer.text == "" && buffer.cursor == 0)
        buffer.apply(.newLine)
        for change in Self.all { buffer.apply(change) }
        #expect(buffer.cursor <= buffer.utf8.count)
        buffer.apply(.place(.max))
        #expect(buffer.cursor == buffer.utf8.count)
        buffer.apply(.place(.min))
        #expect(buffer.cursor == 0)
    }

    @Test func controlsAreTakenOutAndLineBreaksAreOne() {
        let buffer = TextBuffer("a\r\nb\rc\nd\u{85}e\u{2028}f\tg\u{1B}[2J\u{7}\u{9B}\u{0}h")
        #expect(buffer.text == "a\nb\nc\nd\ne\nf g[2Jh")
    }
}
