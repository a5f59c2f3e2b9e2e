import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TerminalUI
import TestSupport
import Testing

/// One script on two worlds with the same seed: what the screen shows and what the lines tell is the same after each step.
@Suite struct BothFacesTests {
    /// What one sees of a comment, whatever the face.
    struct Seen: Equatable, CustomStringConvertible {
        var author: String
        var text: String
        var favourites: Int
        var isFavourite: Bool
        var isReply: Bool
        var isEdited: Bool
        /// What is said of its state.
        var states: [String]

        var description: String {
            "\(author)\(isReply ? " replies" : "")\(isEdited ? ", edited" : ""): \(text) \(isFavourite ? "♥" : "♡")\(favourites) \(states)"
        }
    }

    private let screen: ScreenDesk
    private let lines: LineDesk

    init() throws {
        screen = ScreenDesk(try World())
        lines = LineDesk(try World())
    }

    @Test func oneScriptIsSeenAlikeThroughBoth() throws {
        try step("open") {
            screen.press(.enter)
        } and: {
            lines.say("open 1")
        }
        try step("comment") {
            screen.press(.text("c"), .text("Love it"), .enter)
        } and: {
            lines.say("comment Love it")
        }
        try both("refused") { $0.board.refuse("m1") }
        #expect(try seenOnScreen().last?.states == ["not sent: 403 refused"])
        try step("retry") {
            point("Love it", .enter)
        } and: {
            say("retry", "Love it")
        }
        try both("accepted") { $0.accept("m1", as: World.comment(14, "Love it", by: "kei", isMine: true)) }
        try step("favourite") {
            point("What a day!", .text("f"))
        } and: {
            say("favourite", "What a day!")
        }
        #expect(try seenOnScreen().first?.favourites == 3)
        try both("favourite refused") { $0.board.refuse("m2") }
        #expect(try seenOnScreen().first?.states == ["favourite refused: 403 refused"])
        try step("favourite again") {
            point("What a day!", .text("f"))
        } and: {
            say("favourite", "What a day!")
        }
        try both("favourite accepted") { world in
            world.board.answer(
                "m3",
                .accepted(
                    serverID: nil,
                    said: [
                        .record(
                            World.comment(11, "What a day!", by: "aki", minutes: 119, favourites: 3, isFavourited: true)
                        )
                    ]))
        }
        try step("edit") {
            point("So blue!", .text("e"))
            screen.press(.control("u"), .text("So green!"), .enter)
        } and: {
            say("edit", "So blue!", "So green!")
        }
        try both("edit waits") { world in
            let busy = Failure(code: FailureCode.serverError, status: 503, isTransient: true)
            world.board.answer("m4", .transient(busy, retryAfter: .seconds(60)))
        }
        try step("sent now") {
            point("So green!", .enter)
        } and: {
            say("retry", "So green!")
        }
        try both("edit refused") { $0.board.refuse("m4") }
        try step("reply") {
            point("What a day!", .text("r"))
            screen.press(.text("It was"), .enter)
        } and: {
            say("reply", "What a day!", "It was")
        }
        try both("reply lost") { world in
            world.board.answer(
                "m5", .rejected(Failure(code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true)))
        }
        try step("another comment") {
            screen.press(.text("c"), .text("Second"), .enter)
        } and: {
            lines.say("comment Second")
        }
        try both("second refused") { $0.board.refuse("m6") }
        try step("discard") {
            point("Second", .text("x"))
            screen.press(.escape)
        } and: {
            say("discard", "Second")
        }
        #expect(screen.world.drafts.all == lines.world.drafts.all)
        try step("discard the edit") {
            point("So green!", .text("x"))
            screen.press(.escape)
        } and: {
            say("discard", "So green!")
        }
        try step("delete") {
            point("Love it", .text("d"))
            screen.press(.text("y"))
        } and: {
            say("delete", "Love it")
            lines.say("yes")
        }
        try step("undo") {
            screen.press(.text("u"))
        } and: {
            lines.say("undo")
        }
        try step("delete again") {
            point("Love it", .text("d"))
            screen.press(.text("y"))
        } and: {
            say("delete", "Love it")
            lines.say("yes")
        }
        try step("held back long enough") {
            screen.advance(.seconds(6))
        } and: {
            lines.advance(.seconds(6))
        }
        try both("someone else") { world in
            world.board.service.publish([.comment(World.comment(30, "Hello", by: "mina"), echoOf: nil)])
        }
        try both("deletion refused") { world in
            for entry in world.board.service.asked where "\(entry.operation)".hasPrefix("deleteComment") {
                world.board.refuse(entry.id.rawValue)
            }
        }
        #expect(try seenOnScreen().count == 6)
        #expect(try seenInLines().contains { $0.states == ["not deleted: 403 refused"] })
    }

    // MARK: Doing

    private func step(
        _ name: String, _ onScreen: () throws -> Void, and inLines: () throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try onScreen()
        try inLines()
        try compare(name, sourceLocation)
    }

    /// Something happens to both.
    private func both(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ happening: (World) -> Void
    ) throws {
        happening(screen.world)
        screen.settle()
        lines.after { happening(lines.world) }
        try compare(name, sourceLocation)
    }

    /// Selects the comment with a text, and presses a key there.
    private func point(_ text: String, _ key: Key) {
        let seen = (try? seenOnScreen()) ?? []
        let index = seen.firstIndex { $0.text == text } ?? 0
        screen.press(.text("g"))
        for _ in 0...index { screen.press(.text("j")) }
        screen.press(key)
    }

    /// Says a word about the comment with a text, by its number.
    private func say(_ word: String, _ text: String, _ more: String = "") {
        let listed = lines.say("comments").first { $0.hasSuffix(": \(text)") }
        let number = listed?.prefix { $0 != " " } ?? "?"
        lines.say("\(word) \(number)" + (more.isEmpty ? "" : " \(more)"))
    }

    // MARK: Comparing

    private func compare(_ name: String, _ sourceLocation: SourceLocation) throws {
        // The word beside what is pending shows after 0.4 s.
        screen.advance(.milliseconds(500))
        lines.advance(.milliseconds(500))
        let (one, other) = (try seenOnScreen(), try seenInLines())
        #expect(one == other, "\(name)", sourceLocation: sourceLocation)
        #expect(one.count >= 3, "\(name)", sourceLocation: sourceLocation)
        #expect(outboxOnScreen() == outboxInLines(), "\(name): outbox", sourceLocation: sourceLocation)
    }

    private func seenOnScreen() throws -> [Seen] {
        let rows = screen.rows.dropLast().dropFirst(2)
        let blocks = rows.split(separator: "").map { $0.map(\.self) }.filter { $0.count > 1 }
        return try blocks.map { block in
            var header = block[0].drop { " ▸◌✗".contains($0) }
            let isReply = block[1].hasPrefix("      ")
            let hearts = header.split { $0 != "♥" && $0 != "♡" }.last
            let count = header.split(separator: " ").last.flatMap { Int($0) }
            if hearts != nil { header = header[..<(header.lastIndex { "♥♡".contains($0) } ?? header.endIndex)] }
            let facts = header.split(separator: "  ").map { $0.filter { $0 != " " || true } }.map(trimmed)
            let pending = facts.dropFirst(2).filter { $0 != "edited" && !$0.isEmpty }
            let failed = block.dropFirst(2).map {
                trimmed(String($0.prefix(upTo: $0.range(of: "  Enter") ?? $0.endIndex)))
            }
            return Seen(
                author: try #require(facts.first), text: trimmed(block[1]), favourites: hearts == nil ? 0 : count ?? -1,
                isFavourite: hearts == "♥", isReply: isReply, isEdited: facts.contains("edited"),
                states: normal(failed + pending))
        }
    }

    private func seenInLines() throws -> [Seen] {
        var seen: [Seen] = []
        for line in lines.say("comments").dropFirst() {
            if line.hasPrefix("  ") {
                let words = line.prefix(upTo: line.range(of: ". retry") ?? line.endIndex)
                seen[seen.count - 1].states.append(trimmed(String(words)))
                continue
            }
            let colon = try #require(line.range(of: ": "))
            let facts = line[..<colon].split(separator: ", ").map(String.init)
            let text = String(line[colon...].dropFirst(2))
            let favourites = facts.first { $0.contains("favourite") }
            seen.append(
                Seen(
                    author: String(facts[0].drop { $0 != " " }.dropFirst()), text: text,
                    favourites: favourites.flatMap { Int($0.prefix { $0 != " " }) } ?? 0,
                    isFavourite: favourites?.hasSuffix("yours") ?? false,
                    isReply: facts.contains { $0.hasPrefix("reply") }, isEdited: facts.contains("edited"),
                    states: facts.contains("sending") ? ["sending"] : []))
        }
        return seen.map { comment in
            var comment = comment
            comment.states = normal(comment.states)
            return comment
        }
    }

    private func outboxOnScreen() -> [String] {
        screen.press(.text("o"))
        let rows = screen.rows.dropLast().dropFirst(3)
        screen.press(.escape)
        let words = rows.filter { $0.hasPrefix("   ") && !$0.contains("Nothing waits") && !$0.contains("goes back") }
        return normal(words.map { trimmed(String($0.prefix(upTo: $0.range(of: "  Enter") ?? $0.endIndex))) })
    }

    private func outboxInLines() -> [String] {
        let known = [
            "not sent", "favourite refused", "edit not sent", "not deleted", "may have been", "waiting", "sending",
            "goes out", "waits",
        ]
        return normal(
            lines.say("outbox").filter { $0.first == "o" }.map { line in
                let words = line.prefix(upTo: line.range(of: ". retry") ?? line.endIndex)
                let begin = known.compactMap { words.range(of: $0) }.min() ?? words.startIndex
                return String(words[begin...])
            })
    }

    /// Each face says "sending" in its own way, and parts what belongs together by its own sign.
    private func normal(_ words: [String]) -> [String] {
        words.map { $0.contains("sending") ? "sending" : $0.split(separator: " · ").joined(separator: ", ") }
    }

    private func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}

extension StringProtocol {
    /// Where a text begins.
    fileprivate func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
