import TerminalUI
import TestSupport
import Testing

@Suite struct PasteTests {
    private func keys(_ parts: String..., apart: Int64 = 50) -> [Key] {
        var decoder = KeyDecoder()
        return parts.enumerated().flatMap { decoder.feed($1.utf8, now: Int64($0) * apart) }
    }

    @Test(arguments: [1_000, 1_000_000]) func aPasteIsOneKeyHoweverItComes(size: Int) {
        let line = "あ line of a paste\r"
        let text = String(repeating: line, count: size / line.utf8.count)
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~j".utf8)
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var decoder = KeyDecoder()
        var got: [Key] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let length = Int.random(in: 1...4_095, using: &generator)
            got += decoder.feed(rest.prefix(length), now: 0)
            rest = rest.dropFirst(length)
        }
        #expect(got == [.paste(text.replacing("\r", with: "\n")), .text("j")], "seed \(seed)")
    }

    @Test func aPasteThatHoldsTheEndMarkStaysInItsBrackets() {
        #expect(keys("\u{1B}[200~a\u{1B}[201~rm\r\u{1B}[201~q") == [.paste("arm\n"), .text("q")])
        #expect(keys("\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~") == [.paste("a"), .paste("b")])
    }

    @Test func aPasteWhoseEndIsLostEndsAfterAWhile() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~abc".utf8, now: 0) == [])
        #expect(decoder.expire(now: 10_000) == [.paste("abc")])
        #expect(decoder.feed("q".utf8, now: 10_001) == [.text("q")])
    }

    /// A tunnel in the middle of it: the line break in the rest must not send what is half there.
    @Test func theRestOfAPasteThatHasStalledIsStillThePaste() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~line one\rline t".utf8, now: 0) == [])
        #expect(decoder.expire(now: 5_500) == [.paste("line one\nline t")])
        #expect(decoder.feed("wo\r".utf8, now: 9_000) == [.paste("wo\n")])
        #expect(decoder.feed("line three q\r".utf8, now: 9_050) == [.paste("line three q\n")])
        // One key is a key: whoever waits is not locked up in it.
        #expect(decoder.feed("\u{1B}[A".utf8, now: 9_100) == [.up])
        #expect(decoder.feed("the end\r\u{1B}[201~".utf8, now: 9_200) == [.paste("the end\n")])
        #expect(decoder.feed("ab\r".utf8, now: 9_300) == [.text("ab"), .enter])
    }

    @Test func whatIsCutInAStalledPasteIsPutTogether() {
        let (first, second) = (Array("あ".utf8.prefix(1)), Array("あ".utf8.dropFirst()))
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array("\u{1B}[200~a".utf8) + first, now: 0) == [])
        #expect(decoder.expire(now: 6_000) == [.paste("a")])
        #expect(decoder.feed(second + Array("b\u{1B}[20".utf8), now: 7_000) == [.paste("あb")])
        #expect(decoder.feed("1~q".utf8, now: 7_100) == [.text("q")])
    }

    @Test func aKeyBehindAPasteThatStalledInItsEndMarkIsThatKey() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~abc\u{1B}".utf8, now: 0) == [])
        #expect(decoder.expire(now: 5_500) == [.paste("abc")])
        #expect(decoder.expire(now: 9_000) == [])
        #expect(decoder.feed("q".utf8, now: 9_500) == [.text("q")])
    }

    @Test func aStalledPasteIsNotWaitedForForEver() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~abc".utf8, now: 0) == [])
        #expect(decoder.expire(now: 5_500) == [.paste("abc")])
        #expect(decoder.feed("hello\r".utf8, now: 60_000) == [.text("hello"), .enter])
    }

    @Test func controlsInAPasteAreDropped() {
        #expect(keys("\u{1B}[200~a\u{0}b\u{1B}]52;c;x\u{7}c\td\u{1B}[201~") == [.paste("abc\td")])
    }

    @Test func aLineAndReturnInOneReadAreTypedAndSent() {
        #expect(keys("hello\r") == [.text("hello"), .enter])
        #expect(keys("hello\r\n") == [.text("hello"), .enter])
        #expect(keys("\r") == [.enter])
        #expect(keys("\r\r") == [.enter, .enter])
        #expect(keys("aki\tsecret\r") == [.text("aki"), .tab, .text("secret"), .enter])
        #expect(keys("a\r\u{1B}[A") == [.text("a"), .enter, .up])
    }

    @Test func aReturnWithTextBehindItIsALineBreak() {
        #expect(keys("a\rb") == [.paste("a\nb")])
        #expect(keys("a\r\nb\r\n") == [.paste("a\nb\n")])
        #expect(keys("a\rb\r") == [.paste("a\nb\n")])
        #expect(keys("a\tb\rc\nd") == [.paste("a\tb\nc\nd")])
        #expect(keys("a\rb\u{1B}[Ac\r") == [.paste("a\nb"), .up, .text("c"), .enter])
    }

    @Test func aPasteWithoutBracketsGoesOnInTheNextRead() {
        #expect(keys("a\rb", "\r", "c\r", apart: 1) == [.paste("a\nb"), .paste("\n"), .paste("c\n")])
        #expect(keys("a\rb", "\r", apart: 50) == [.paste("a\nb"), .enter])
    }
}
