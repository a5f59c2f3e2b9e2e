/// Something in the configuration that means nothing.
package struct Mistake: Error, Hashable, Sendable {
    /// From 1; nil where it is about the whole file.
    package var line: Int?
    /// What is wrong, and what would be right. May quote the file: show it without controls.
    package var sentence: String

    package init(line: Int?, sentence: String) {
        self.line = line
        self.sentence = sentence
    }

    /// A word that is none of those that are known.
    init(_ what: String, _ word: String, among known: [String], line: Int) {
        let hint = suggestion(for: word, among: known).map { "did you mean \($0)?" }
        self.init(
            line: line, sentence: "unknown \(what) “\(word)”; \(hint ?? "there are \(known.joined(separator: ", "))")")
    }
}
