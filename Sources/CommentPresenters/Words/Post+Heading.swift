import Comments
import OptimisticState

extension Post {
    /// What it is called where there is a line for it: its title; where there is nothing to see in that, the first line
    /// of its words in which there is; else that it has none.
    package var heading: UntrustedText {
        if hasHeading { return title }
        return title.firstVisibleLine ?? text.firstVisibleLine ?? UntrustedText("(no title)")
    }

    /// Whether what it is called is its title, and not what stands in for one.
    package var hasHeading: Bool { !UntrustedText(String(title.raw.prefix { !$0.isNewline })).isBlank }
}

extension UntrustedText {
    /// No line is wider than so many characters.
    private static let widestLine = 200

    /// The first line in which there is anything to see; nil if there is none.
    fileprivate var firstVisibleLine: UntrustedText? {
        var rest = raw[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            let text = UntrustedText(String(line.prefix(Self.widestLine)))
            if !text.isBlank { return text }
            rest = rest[line.endIndex...].dropFirst()
        }
        return nil
    }
}
