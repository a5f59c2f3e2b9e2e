import Testing

/// The core serves any domain: it has no word for this one.
struct NeutralCoreTests {
    @Test(arguments: ["comment", "post", "favourite", "terminal"]) func theCoreKnowsNothingOf(word: String) throws {
        let files = try House.files(in: "Sources/OptimisticState", ending: [".swift", ".md"])
        #expect(files.count > 20)
        // "Postpone" and the like are other words.
        let regex = try Regex(#"(?i)\b\#(word)s?\b"#)
        for file in files {
            for (index, line) in file.lines.enumerated() where line.contains(regex) {
                Issue.record("\(file.path):\(index + 1) says “\(word)”")
            }
        }
    }
}
