import Testing
import Visitors

struct CommandWordsTests {
    private func words(_ text: String) throws -> [String] { try CommandWords.split(Array(text.utf8)) }

    @Test(arguments: [
        ("", []), ("  \t\n ", []), ("posts --json", ["posts", "--json"]), (" posts  ", ["posts"]),
        ("comment p1 'What a day!'", ["comment", "p1", "What a day!"]),
        (#"comment p1 "a \"b\" \\ \n""#, ["comment", "p1", #"a "b" \ \n"#]),
        (#"a\ b c"#, ["a b", "c"]), ("''", [""]), (#"a'b'"c"d"#, ["abcd"]), ("'a\nb'", ["a\nb"]),
        ("comment p1 $(id) `id` ;id|id>x&*~", ["comment", "p1", "$(id)", "`id`", ";id|id>x&*~"]),
        (#"'it''s' \'"#, ["its", "'"]), ("楽観 ♥", ["楽観", "♥"]),
    ])
    func wordsArePartedByBlanksAndHeldByQuotes(text: String, expected: [String]) throws {
        #expect(try words(text) == expected)
    }

    @Test(arguments: ["'", "\"", "a \\", "posts '--json", "\"\\"])
    func whatIsNotFinishedIsAMistake(text: String) {
        #expect(throws: CommandWords.Mistake.unfinished) { try words(text) }
    }

    @Test(arguments: ["a\u{1B}[2J", "a\u{0}b", "\u{7F}", "\u{9B}2J", "'\r'", "\\\u{7}"])
    func aControlCharacterIsAMistakeAlsoInQuotes(text: String) {
        #expect(throws: CommandWords.Mistake.controlCharacter) { try words(text) }
    }

    @Test func bytesThatAreNoTextAreAMistake() {
        #expect(throws: CommandWords.Mistake.notText) { try CommandWords.split([0x61, 0xFF]) }
        #expect(throws: CommandWords.Mistake.notText) { try CommandWords.split([0xED, 0xA0, 0x80]) }
    }

    @Test func thereIsAnEndToHowLongItMayBe() throws {
        let longest = String(repeating: "a", count: CommandWords.longest)
        #expect(try words(longest) == [longest])
        #expect(throws: CommandWords.Mistake.tooLong) { try words(longest + "a") }
    }
}
