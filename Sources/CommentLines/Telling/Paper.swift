import Comments
import TerminalUI

/// Makes lines that are safe to print: no controls, no escape sequences, whoever wrote what is in them.
struct Paper: Sendable {
    /// For our own sentences.
    let words: Repertoire
    /// For everyone's texts: ASCII where the locale has nothing else.
    let texts: Repertoire

    /// The longest sentence: what is quoted in one may be a hostile title of megabytes.
    private static var longestSentence: Int { 4_096 }

    /// A sentence of ours, with whatever it quotes.
    func line(_ sentence: String) -> DisplayText {
        let text = DisplayText(
            sanitizing: words == .ascii ? sentence.inASCII : sentence, limit: Self.longestSentence)
        return fitting(text.lines().first ?? text)
    }

    /// A text behind a sentence of ours; its other lines are indented.
    func text(_ untrusted: UntrustedText, behind sentence: String) -> [DisplayText] {
        var lines = DisplayText(sanitizing: untrusted.raw).lines().map(fitting)
        let first = lines.isEmpty ? DisplayText() : lines.removeFirst()
        let isPlain = sentence.isEmpty || first.isEmpty
        return [line(sentence) + (isPlain ? "" : " ") + first] + lines.map { "  " + $0 }
    }

    /// A text alone, indented.
    func indented(_ untrusted: UntrustedText) -> [DisplayText] {
        DisplayText(sanitizing: untrusted.raw).lines().map { "  " + fitting($0) }
    }

    private func fitting(_ text: DisplayText) -> DisplayText {
        guard texts == .ascii else { return text }
        return DisplayText(sanitizing: String(text.clusters.map { ASCIIForm.of($0.text) }))
    }
}
