import Configuration
import NetworkConditions

extension UsageError {
    /// What is wrong with `--network`, and what would be right.
    init(_ mistake: NetworkMistake) {
        let sentence =
            switch mistake {
            case .unknownPreset(let word):
                "unknown network preset “\(shown(word))”; \(Self.hint(word, among: Network.all.map(\.name)))"
            case .unknownKey(let word):
                "--network knows no “\(shown(word))”; \(Self.hint(word, among: Network.customKeys))"
            case .twice(let key): "--network says \(key) twice"
            case .noDuration(let key, let value):
                "--network: \(key) takes a time such as 300ms or 3s, ten minutes at most, not “\(shown(value))”"
            case .noShare(let key, let value):
                "--network: \(key) takes a share such as 0.2 or 20%, not “\(shown(value))”"
            case .noRate(let key, let value):
                "--network: \(key) takes a rate such as 240kbps or 1.5Mbps, not “\(shown(value))”"
            case .unknownFault(let word):
                "--network: fail takes an HTTP status from 400 to 599 or one of "
                    + "\(Network.faultWords.joined(separator: ", ")), not “\(shown(word))”"
            case .retryAfterWithoutStatus: "--network: retry-after needs a status to go with: fail=503"
            case .chanceWithoutFault: "--network: chance needs a fault to go with: fail=503"
            }
        self.init(sentence: sentence)
    }

    private static func hint(_ word: String, among known: [String]) -> String {
        suggestion(for: word, among: known).map { "did you mean \($0)?" }
            ?? "there are \(known.joined(separator: ", "))"
    }
}
