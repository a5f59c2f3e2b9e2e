import CommentPresenters
import Testing

@Suite struct TextBufferTests {
    private func edited(_ text: String, _ changes: TextChange...) -> TextBuffer {
        var buffer = TextBuffer(text)
        for change in changes { buffer.apply(change) }
        return buffer
    }

    @Test func wordsAreCutAndPutBack() {
        #expect(edited("one two", .killWordBackward).text == "one ")
        #expect(edited("one two", .killWordBackward, .lineStart, .yank).text == "twoone ")
        #expect(edited("one two", .wordLeft, .killToLineEnd).text == "one ")
        #expect(edited("one two", .wordLeft, .killToLineStart).text == "two")
        #expect(edited("one two", .lineStart, .killWordForward).text == " two")
    }

    @Test func theCursorMovesByLines() {
        #expect(edited("abc\nde\nfgh", .up).cursor == 6)
        #expect(edited("abc\nde\nfgh", .up, .up).cursor == 2)
        #expect(edited("abc\nde\nfgh", .up, .up, .up).cursor == 0)
        #expect(edited("abc\nde\nfgh", .up, .up, .down).cursor == 6)
        #expect(edited("abc\nde", .down).cursor == 6)
    }

    @Test func anEmojiOrACombinedLetterIsOneStep() {
        var buffer = TextBuffer("👨‍👩‍👧‍👦e")
        buffer.insert("\u{301}")
        #expect(buffer.text == "👨‍👩‍👧‍👦é")
        #expect(buffer.cursor == 2)
        buffer.apply(.deleteBackward)
        buffer.apply(.deleteBackward)
        #expect(buffer.isEmpty)
    }

    @Test func nothingMovesBeyondTheEnds() {
        var buffer = TextBuffer("")
        let all: [TextChange] = [
            .left, .right, .wordLeft, .wordRight, .up, .down, .lineStart, .lineEnd, .deleteBackward, .deleteForward,
            .killToLineEnd, .killToLineStart, .killWordBackward, .killWordForward, .yank, .clear,
        ]
        for change in all { buffer.apply(change) }
        #expect(buffer.text == "" && buffer.cursor == 0)
        buffer.apply(.newLine)
        for change in all { buffer.apply(change) }
        #expect(buffer.cursor <= buffer.characters.count)
    }
}
