import CommentScreens
import PresenterSupport
import TerminalUI
import TestSupport
import Testing

@Suite struct RebindingTests {
    @Test func theTableAsItComesHasNoConflictsAndEachActionHasKeys() {
        #expect(KeyTable(own: [:]).conflicts.isEmpty)
        #expect(KeyTable.actions.contains("favourite"))
        #expect(Set(KeyTable.actions).count == KeyTable.actions.count)
    }

    @Test func anOwnKeyTakesThePlaceOfTheUsualOneEverywhere() throws {
        let desk = try Desk(keys: KeyTable(own: ["favourite": [.function(5), .text("v")]]))
        desk.press(.enter)
        let before = desk.draw().plainText()
        #expect(before.contains("F5 favourite"))
        desk.press(.text("f"))
        #expect(desk.draw().plainText() == before)
        desk.press(.text("v"))
        #expect(desk.draw().plainText() != before)
        desk.press(.function(5))
        #expect(desk.draw().plainText() == before)
        desk.size = Size(columns: 80, rows: 60)
        desk.press(.text("?"))
        #expect(desk.draw().plainText().contains("F5 v"))
    }

    @Test func whatFailedSaysTheKeysAsTheyAre() throws {
        let keys = KeyTable(own: ["activate": [.text("!")], "discard": [.delete]])
        let desk = try Desk(keys: keys)
        desk.press(.text("!"), .text("c"), .text("Love it"), .enter)
        desk.refuse("m1")
        #expect(desk.draw().plainText().contains("! retries · Del discards"))
        desk.press(.text("!"))
        #expect(!desk.draw().plainText().contains("not sent"))
    }

    @Test func aLetterIsTextWhereTextIsTyped() throws {
        let desk = try Desk(keys: KeyTable(own: ["back": [.text("b")], "send": [.control("s"), .text("s")]]))
        desk.press(.enter, .text("c"), .text("bs"))
        #expect(desk.draw().plainText().contains("Ctrl-S sends"))
        #expect(desk.draw().plainText().contains("Esc keeps the draft"))
        desk.press(.escape)
        #expect(desk.drafts.texts == ["bs"])
        desk.press(.text("b"))
        #expect(desk.draw().plainText().contains("▸  Sunday at the lake"))
    }

    @Test func aConflictNamesBothAndLeavesTheUsualKeys() throws {
        let table = KeyTable(own: ["favourite": [.text("c")], "copy": [.text("Y")]])
        let conflict = try #require(table.conflicts.first)
        #expect(table.conflicts.count == 1)
        #expect(conflict.key == .text("c"))
        #expect(conflict.actions == ["favourite", "comment"])
        #expect(conflict.placeName == "Feed")
        let page = table.markdown()
        #expect(page.contains("| `f` | favourite"))
        #expect(page.contains("| `Y` | copy |"))
    }

    @Test func twoActionsThatSwapTheirKeysAreNoConflict() {
        #expect(KeyTable(own: ["favourite": [.text("c")], "comment": [.text("f")]]).conflicts.isEmpty)
    }

    @Test func whatIsTakenBackCanStandInTheWayOfAnother() {
        // "f" is free only as long as favourite has moved, and it can't move to Ctrl-C.
        let table = KeyTable(own: ["favourite": [.control("c")], "copy": [.text("f")]])
        #expect(table.conflicts.map(\.actions) == [["favourite", "quit"], ["copy", "favourite"]])
        #expect(table.markdown() == KeyTable.standard.markdown())
    }

    @Test func ctrlCAlwaysQuits() {
        let table = KeyTable(own: ["quit": [.function(10)]])
        #expect(table.markdown().contains("| `F10` | quit |"))
        #expect(table.markdown().contains("| `Ctrl-C` | quit; what waits is kept |"))
    }

    @Test func everyHintBeginsWithTheNameOfAKeyThere() throws {
        // Else it could not follow that key: each one changes when everything has moved.
        var own: [String: [Key]] = [:]
        for (index, action) in KeyTable.actions.enumerated() {
            own[action] = [.alt(Character(UnicodeScalar(0x4E00 + index) ?? "x"))]
        }
        let table = KeyTable(own: own)
        #expect(table.conflicts.isEmpty)
        for keys in [["c"], ["L"], ["o"]] as [[String]] {
            let desk = try Desk(size(120), keys: .standard, network: true)
            let moved = try Desk(size(120), keys: table, network: true)
            for key in keys {
                desk.press(.text(key))
                moved.press(table.key(of: ["c": "comment", "L": "network", "o": "outbox"][key] ?? ""))
            }
            let hints = desk.draw().plainText().split(separator: "\n").last.map(String.init) ?? ""
            let others = moved.draw().plainText().split(separator: "\n").last.map(String.init) ?? ""
            for hint in hints.components(" · ") where others.components(" · ").contains(hint) {
                #expect(hint.hasPrefix("board"), "“\(hint)” has not changed")
            }
        }
    }

    private func size(_ columns: Int) -> Size { Size(columns: columns, rows: 30) }
}

extension KeyTable {
    fileprivate func key(of action: String) -> Key { keys(of: action).first ?? .escape }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
