import TerminalUI

/// Keys with pauses and captions, one thing a line:
/// ```
/// # what a line like this says is skipped
/// caption Press Enter, and it is there.
/// press c
/// type So blue!
/// wait 800ms
/// press Enter Ctrl-F Esc
/// until Enter retries
/// ```
package struct Script: Hashable, Sendable {
    package let steps: [Step]

    package static let words = ["caption", "wait", "press", "type", "until"]

    /// - Throws: ``ScriptMistake``, for the first line that means nothing.
    package init(_ text: String) throws(ScriptMistake) {
        var steps: [Step] = []
        // To Swift, CR and LF together are one character, and a line break.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard !line.isEmpty, line.first != "#" else { continue }
            do throws(Refusal) {
                steps.append(try Self.step(line))
            } catch {
                throw ScriptMistake(line: index + 1, reason: error.reason)
            }
        }
        self.steps = steps
    }

    private struct Refusal: Error {
        let reason: ScriptMistake.Reason
    }

    private static func step(_ line: Substring) throws(Refusal) -> Step {
        let word = line.prefix { $0 != " " }
        // What is typed keeps its blanks, but for the one behind the word.
        let rest = line.dropFirst(word.count).dropFirst()
        switch word {
        case "caption": return .caption(String(rest))
        case "wait":
            guard let pause = duration(rest) else { throw Refusal(reason: .noDuration(String(rest))) }
            return .pause(pause)
        case "press":
            let names = rest.split(separator: " ")
            guard !names.isEmpty else { throw Refusal(reason: .nothingToPress) }
            var keys: [Key] = []
            for name in names {
                guard let key = Key(named: String(name)) else { throw Refusal(reason: .unknownKey(String(name))) }
                keys.append(key)
            }
            return .press(keys)
        case "type":
            guard !rest.isEmpty else { throw Refusal(reason: .nothingToType) }
            return .type(String(rest))
        case "until":
            guard !rest.isEmpty else { throw Refusal(reason: .nothingToWaitFor) }
            return .until(String(rest))
        case _: throw Refusal(reason: .unknownWord(String(word)))
        }
    }

    /// "800ms" or "2.5s", an hour at most.
    private static func duration(_ text: Substring) -> Duration? {
        let unit = text.hasSuffix("ms") ? 1.0 : 1_000
        guard text.hasSuffix("s"), let number = Double(text.dropLast(text.hasSuffix("ms") ? 2 : 1)), number >= 0,
            number * unit <= 3_600_000
        else { return nil }
        return .milliseconds(number * unit)
    }
}
