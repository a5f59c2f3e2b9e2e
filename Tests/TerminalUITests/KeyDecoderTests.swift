import TerminalUI
import Testing

@Suite struct KeyDecoderTests {
    static let sequences: [(String, [Key])] = [
        ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}OD", [.left]),
        ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[7~", [.home]), ("\u{1B}OF", [.end]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[2~", [.insert]), ("\u{1B}[3~", [.delete]),
        ("\u{1B}[Z", [.backTab]), ("\u{1B}[1;5C", [.controlRight]), ("\u{1B}[1;3D", [.controlLeft]),
        ("\u{1B}Oc", [.controlRight]), ("\u{1B}O5D", [.controlLeft]),
        ("\u{1B}OP", [.function(1)]), ("\u{1B}[[E", [.function(5)]), ("\u{1B}[24~", [.function(12)]),
        ("\u{1B}[17;2~", [.function(6)]), ("\u{1B}OM", [.enter]), ("\u{1B}Ow", [.text("7")]),
        ("\u{1B}[13;2u", [.altEnter]), ("\u{1B}[27;5;13~", [.altEnter]), ("\u{1B}[57441u", []),
        ("\u{1B}[<0;5;3M", [.mouse(MouseEvent(action: .press, point: Point(column: 4, row: 2)))]),
        ("\u{1B}[<0;5;3m", [.mouse(MouseEvent(action: .release, point: Point(column: 4, row: 2)))]),
        ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(action: .wheelDown, point: Point(column: 0, row: 0)))]),
        ("\u{1B}[<35;1;1M", []), ("\u{1B}[M !!", []),
        // Answers: device attributes, cursor position, mode report, focus, colours, version, a key's release.
        ("\u{1B}[?62;22c", []), ("\u{1B}[>0;276;0c", []), ("\u{1B}[12;40R", []), ("\u{1B}[?2026;2$y", []),
        ("\u{1B}[I", []), ("\u{1B}[O", []), ("\u{1B}]11;rgb:0000/0000/0000\u{7}", []),
        ("\u{1B}]11;rgb:00/00/00\u{1B}\\", []), ("\u{1B}P>|tmux 3.3a\u{1B}\\", []), ("\u{1B}_Gi=31;OK\u{1B}\\", []),
        ("\u{1B}[201~", []), ("\u{1B}[999;999;999;999z", []), ("\u{9B}A", [.up]), ("\u{8F}B", [.down]),
        ("\u{9D}0;x\u{9C}", []),
        ("\u{1B}x", [.alt("x")]), ("\u{1B}é", [.alt("é")]), ("\u{1B}\r", [.altEnter]),
        ("\u{1B}\u{7F}", [.altBackspace]),
        ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1}", [.control("a")]), ("\u{1A}", [.control("z")]), ("\n", [.control("j")]), ("\u{1C}", [.control("\\")]),
        ("\u{0}", [.control("@")]), ("\t", [.tab]), ("\r", [.enter]), ("\u{8}", [.backspace]), ("\u{7F}", [.backspace]),
        ("é", [.text("é")]), ("あ", [.text("あ")]), ("😂", [.text("😂")]),
        ("\u{1B}[200~a\r\nb\rc\u{1B}[31md\u{1B}[201~", [.paste("a\nb\ncd")]),
        ("\u{1B}[200~\u{1B}[201~", []),
    ]

    @Test func everySequenceGivesTheSameKeysHoweverItIsSplit() {
        for (sequence, expected) in Self.sequences {
            let bytes = Array(("x" + sequence + "y").utf8)
            let keys = [.text("x")] + expected + [.text("y")]
            if sequence == "\r" { continue }
            for split in 0...bytes.count {
                for second in split...bytes.count {
                    var decoder = KeyDecoder()
                    var got: [Key] = []
                    for part in [bytes[..<split], bytes[split..<second], bytes[second...]] {
                        got += decoder.feed(part, now: 0)
                    }
                    #expect(merged(got) == merged(keys), "\(sequence.debugDescription) at \(split), \(second)")
                    #expect(decoder.deadline == nil)
                }
            }
            var decoder = KeyDecoder()
            let single = bytes.flatMap { decoder.feed([$0], now: 0) }
            #expect(merged(single) == merged(keys), "\(sequence.debugDescription), byte by byte")
        }
    }

    /// Characters that came in several reads are several keys.
    private func merged(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { result, key in
            if case .text(let new) = key, case .text(let old) = result.last {
                result[result.count - 1] = .text(old + new)
            } else {
                result.append(key)
            }
        }
    }

    @Test func anEscapeIsAKeyWhenNothingFollowsInTime() {
        var decoder = KeyDecoder(escapeDelay: 25)
        #expect(decoder.feed([0x1B], now: 100) == [])
        #expect(decoder.deadline == 125)
        #expect(decoder.expire(now: 124) == [])
        #expect(decoder.expire(now: 125) == [.escape])
        #expect(decoder.deadline == nil)
    }

    @Test(arguments: [(5, [Key.altEnter]), (60, [.escape, .enter]), (300, [.escape, .enter])])
    func escapeAndReturnAreOneKeyOnlyWithinTheDelay(apart: Int, expected: [Key]) {
        let apart = Int64(apart)
        var decoder = KeyDecoder(escapeDelay: 25)
        #expect(decoder.feed([0x1B], now: 0) + decoder.feed([13], now: apart) == expected)
        var remote = KeyDecoder(escapeDelay: KeyDecoder.escapeDelay(isRemote: true))
        #expect((remote.feed([0x1B], now: 0) + remote.feed([13], now: apart)) == (apart < 100 ? [.altEnter] : expected))
    }

    @Test func anArrowSplitBehindItsEscapeIsAnArrowHoweverLate() {
        var decoder = KeyDecoder(escapeDelay: 25)
        #expect(decoder.feed([0x1B], now: 0) + decoder.feed("[A".utf8, now: 300) == [.escape, .up])
        #expect(decoder.feed([0x1B], now: 1_000) + decoder.feed("[".utf8, now: 1_005) == [])
        #expect(decoder.feed("Aj".utf8, now: 1_305) == [.up, .text("j")])
        #expect(decoder.feed("[A".utf8, now: 1_400) == [.text("[A")])
    }

    @Test func altWithTheStartOfASequenceIsAKeyAfterAll() {
        var decoder = KeyDecoder(escapeDelay: 25)
        for letter in ["[", "O", "]", "P", "X"] as [Character] {
            #expect(decoder.feed("\u{1B}\(letter)".utf8, now: 0) == [])
            #expect(decoder.expire(now: 10_000) == [.alt(letter)])
        }
        #expect(decoder.feed("q".utf8, now: 10_001) == [.text("q")])
    }

    @Test func anAnswerThatNeverEndsDoesNotSwallowTheKeysForEver() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}]52;c;".utf8, now: 0) == [])
        #expect(decoder.feed("abc".utf8, now: 900) == [])
        #expect(decoder.feed("q".utf8, now: 1_100) == [.text("q")])
    }

    @Test func theTerminalsOwnStringsComeFirst() {
        var decoder = KeyDecoder(sequences: [(Array("\u{1B}[M".utf8), .function(1)), (Array("\u{1B}[Y".utf8), .end)])
        #expect(decoder.feed("\u{1B}[M\u{1B}[Yx".utf8, now: 0) == [.function(1), .end, .text("x")])
    }

    @Test func whereNoTextIsTypedABurstOfLinesIsKeysThatCameTogether() {
        var decoder = KeyDecoder()
        decoder.expectsText = false
        #expect(decoder.feed(Array("\rjj\rc".utf8), now: 0) == [.enter, .text("jj"), .enter, .text("c")])
        #expect(decoder.feed(Array("j".utf8), now: 1) == [.text("j")])
        decoder.expectsText = true
        #expect(decoder.feed(Array("a\rb\r".utf8), now: 2) == [.paste("a\nb\n")])
    }

    @Test func bytesThatAreNoTextAreDropped() {
        var decoder = KeyDecoder()
        let bytes: [UInt8] = [0x61, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x62, 0xFF, 0xE3, 0x81]
        #expect(decoder.feed(bytes, now: 0) == [.text("a(b")])
        #expect(decoder.feed([0x82, 0x63], now: 5_000) == [.text("あc")])
    }
}
