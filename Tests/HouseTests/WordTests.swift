import Testing

/// Words that do not occur, because of what they would start or hide.
struct WordTests {
    private struct Rule: CustomTestStringConvertible, Sendable {
        let words: String
        let why: String
        /// Files that may.
        var except: [String] = []
        var testDescription: String { words }
    }

    private static let rules: [Rule] = [
        Rule(
            words: #"\bTask *\{"#, why: "it leaves our executor and starts Dispatch, which wakes once a second for ever"
        ),
        Rule(words: #"\bTask *\((?!executorPreference:)"#, why: "it leaves our executor, as Task { } does"),
        Rule(words: #"\bTask\.detached"#, why: "it leaves our executor, as Task { } does"),
        Rule(words: #"\bTask\.sleep"#, why: "it starts Dispatch; deadlines go to the loop's poll"),
        Rule(words: #"@MainActor"#, why: "a synchronous main never runs it"),
        Rule(words: #"\bDispatchQueue\b|\bimport Dispatch\b"#, why: "one executor and one loop do all the work"),
        Rule(
            words: #"\bimport Foundation(Networking)?$"#, why: "10 ms of start; FoundationEssentials has JSON and dates"
        ),
        Rule(
            words: #"\bMutex[<(]"#, why: "the thread sanitizer does not see it; Locked it does",
            except: ["Sources/OptimisticState/Locked.swift"]),
        Rule(words: #"\btry!|\bas!"#, why: "a trap leaves someone's terminal in ruins"),
        Rule(words: #"\bfatalError\("#, why: "a trap leaves someone's terminal in ruins"),
    ]

    @Test(arguments: rules) private func noSourceSays(rule: Rule) throws {
        let regex = try Regex(rule.words)
        for file in try House.files(in: "Sources", ending: [".swift"]) where !rule.except.contains(file.path) {
            for (index, line) in file.code.enumerated() where line.contains(regex) {
                Issue.record("\(file.path):\(index + 1) says \(rule.words): \(rule.why)")
            }
        }
    }

    @Test func whatTheCompilerDoesNotCheckSaysWhyItHolds() throws {
        let regex = try Regex(#"@unchecked Sendable|nonisolated\(unsafe\)"#)
        for file in try House.files(in: "Sources", ending: [".swift"]) {
            for (index, line) in file.code.enumerated() where line.contains(regex) {
                let above = file.lines[..<index].last { !$0.contains(regex) }
                #expect(above?.contains("//") == true, "\(file.path):\(index + 1) needs the sentence above it")
            }
        }
    }

    @Test func screensDrawByWhatTheTerminalWasMeasuredToDo() throws {
        let rows = ["Sources/CommentScreens/Drawing/Pen.swift", "Sources/CommentScreens/Composer/TextRow.swift"]
        for file in try House.files(in: "Sources/CommentScreens", ending: [".swift"]) where !rows.contains(file.path) {
            for (index, line) in file.code.enumerated() where line.contains("DisplayText(sanitizing:") {
                Issue.record("\(file.path):\(index + 1) makes text without the pen, and so without the width rules")
            }
        }
    }

    @Test func noFileIsTwoThings() throws {
        let code = try House.everyFile().filter { file in [".swift", ".c", ".h"].contains { file.path.hasSuffix($0) } }
        #expect(code.count > 50)
        for file in code { #expect(file.lines.count <= 500, "\(file.path) has \(file.lines.count) lines") }
    }

    @Test func nothingPointsOutsideTheRepository() throws {
        // Put together here, so that this file does not hold them.
        let words = [["..", "shared"], ["", "work", ""]].map { $0.joined(separator: "/") }
        for file in try House.everyFile() {
            for word in words { #expect(!file.text.contains(word), "\(file.path) names \(word)") }
        }
    }
}
