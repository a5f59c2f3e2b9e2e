import CommentLines
import Testing

@Suite struct WordTests {
    private static let said: [(String, Word)] = [
        ("posts", .posts), ("  OPEN 3 ", .open(3)), ("more", .more), ("read 2", .read(2)),
        ("comment", .comment(nil)), ("comment  What a  day! ", .comment("What a  day!")),
        ("reply 3 Me too", .reply(to: 3, "Me too")), ("reply 3", .reply(to: 3, nil)),
        ("post Sunday", .addPost("Sunday")), ("favourite 2", .favourite(.comment(2), wish: true)),
        ("unfavourite post", .favourite(.post, wish: false)), ("edit 4", .edit(.comment(4), nil)),
        ("edit post New title", .edit(.post, "New title")), ("delete 4", .delete(.comment(4))),
        ("retry all", .retryAll), ("retry o2", .retry(.outbox(2))), ("discard 5", .discard(.comment(5))),
        ("keep 5", .keep(.comment(5))), ("network bad", .network("bad")), ("auto-retry off", .automaticRetry(false)),
        ("sign-in ann", .signIn("ann")), ("sign-up", .signUp(nil)), ("?", .help), ("quit", .quit), ("q", .quit),
    ]

    @Test(arguments: WordTests.said)
    func aLineIsAWord(line: String, word: Word) throws {
        #expect(try Word.read(line) == word)
    }

    @Test func anEmptyLineSaysNothing() throws {
        #expect(try Word.read("") == nil)
        #expect(try Word.read(" \t ") == nil)
    }

    @Test(arguments: [
        "open", "open x", "open 0", "open -1", "open 99999999999999999999", "reply", "reply x text", "delete",
        "favourite all", "retry", "auto-retry maybe", "posts 3", "quit now",
    ])
    func whatAWordNeedsIsTold(line: String) {
        let name = line.prefix { $0 != " " }
        do throws(WordMistake) {
            _ = try Word.read(line)
            Issue.record("\(line) is no word")
        } catch {
            guard case .usage(let usage) = error else { return #expect(Bool(false), "\(error)") }
            #expect(usage.hasPrefix(name))
        }
    }

    @Test func anUnknownWordIsNamed() {
        #expect(throws: WordMistake.unknown("coment")) { _ = try Word.read("coment 5") }
    }

    @Test func everyUsageBeginsWithTheWord() {
        for entry in WordList.all {
            let name = String(entry.usage.prefix { $0 != " " })
            do throws(WordMistake) {
                _ = try Word.read(name)
            } catch {
                #expect(error == .usage(entry.usage))
            }
        }
    }
}

@Suite struct LineBufferTests {
    @Test func linesComeWholeHoweverTheBytesCome() {
        for size in 1...7 {
            var buffer = LineBuffer(longest: 100)
            var lines: [LineBuffer.Line] = []
            let bytes = Array("posts\r\nopen 1\n\nsaid 夏の海\nlast".utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                buffer.append(bytes[start..<min(start + size, bytes.count)])
                lines += taken(from: &buffer)
            }
            #expect(lines == [.text("posts"), .text("open 1"), .text(""), .text("said 夏の海")])
            buffer.end()
            #expect(taken(from: &buffer) == [.text("last")])
        }
    }

    @Test func aLineThatIsTooLongIsThrownAwayAndTheNextIsRead() {
        var buffer = LineBuffer(longest: 10)
        for _ in 0..<1_000 {
            buffer.append(Array("xxxxxxxxxxxxxxxx".utf8))
            #expect(taken(from: &buffer) == [])
        }
        buffer.append(Array("\nquit\n".utf8))
        #expect(taken(from: &buffer) == [.tooLong, .text("quit")])
    }

    /// What ``LineBuffer/hasLine()`` says is there, and no more.
    private func taken(from buffer: inout LineBuffer) -> [LineBuffer.Line] {
        var lines: [LineBuffer.Line] = []
        while buffer.hasLine(), let line = buffer.next() { lines.append(line) }
        return lines
    }
}
