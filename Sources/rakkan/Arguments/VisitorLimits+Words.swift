import Configuration
import Visitors

extension UsageError {
    /// What is wrong with `--limits`, and what would be right.
    init(_ mistake: VisitorLimits.Mistake) {
        let sentence =
            switch mistake {
            case .unknownName(let name):
                "--limits knows no “\(shown(name))”; "
                    + (suggestion(for: name, among: VisitorLimits.names).map { "did you mean \($0)?" }
                        ?? "there are \(VisitorLimits.names.joined(separator: ", "))")
            case .noNumber(let name, let value): "--limits: \(name) takes a whole number, not “\(shown(value))”"
            case .noDuration(let name, let value):
                "--limits: \(name) takes a time such as 90s or 30m, a day at most, not “\(shown(value))”"
            case .noChoice(let name, let value): "--limits: \(name) takes yes or no, not “\(shown(value))”"
            }
        self.init(sentence: sentence)
    }

    /// What is wrong with what a visitor wrote behind the host's name.
    init(_ mistake: CommandWords.Mistake) {
        let sentence =
            switch mistake {
            case .tooLong:
                "the command is longer than \(CommandWords.longest) bytes; a text can come in by standard input: comment POST -"
            case .notText: "the command is not UTF-8"
            case .controlCharacter: "the command has a control character in it"
            case .unfinished: "a quote is not closed, or nothing follows a \\"
            }
        self.init(sentence: sentence)
    }
}
