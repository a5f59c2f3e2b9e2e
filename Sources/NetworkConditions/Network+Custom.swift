/// What is wrong with the words of a network.
package enum NetworkMistake: Error, Hashable, Sendable {
    case unknownPreset(String)
    case unknownKey(String)
    case twice(String)
    /// "300ms" or "3s".
    case noDuration(key: String, value: String)
    /// "0.2" or "20%".
    case noShare(key: String, value: String)
    /// "240kbps" or "1.5Mbps".
    case noRate(key: String, value: String)
    case unknownFault(String)
    /// Only a status can ask for patience.
    case retryAfterWithoutStatus
    /// Only faults have a chance.
    case chanceWithoutFault
}

extension Network {
    package static let customKeys = [
        "latency", "jitter", "loss", "down", "up", "dns", "server", "fail", "chance", "retry-after",
    ]
    package static let faultWords = ["refused", "reset-before", "reset-after", "hang", "half", "html"]

    /// The network that is written so: a preset's name, or `latency=300ms,jitter=50ms,loss=0.2,down=240kbps,fail=503`.
    ///
    /// `latency` is one way; `fail` is a status or a word of ``faultWords`` and hits submits and sign-ins, all of them
    /// unless `chance` says how many.
    package static func parse(_ text: String) throws(NetworkMistake) -> Network {
        if let preset = named(text) { return preset }
        guard text.contains("=") else { throw .unknownPreset(text) }
        var link = Link()
        var words: [String: String] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (key, value) = (halves[0], halves.count > 1 ? halves[1] : "")
            guard customKeys.contains(key) else { throw .unknownKey(key) }
            guard words.updateValue(value, forKey: key) == nil else { throw .twice(key) }
            switch key {
            case "latency":
                link.downDelay = try duration(key, value)
                link.upDelay = link.downDelay
            case "jitter": link.jitter = try duration(key, value)
            case "dns": link.dns = try duration(key, value)
            case "server": link.server = try duration(key, value)
            case "loss":
                link.downLoss = try share(key, value)
                link.upLoss = link.downLoss
            case "down": link.downRate = try rate(key, value)
            case "up": link.upRate = try rate(key, value)
            case _: break
            }
        }
        return Network(text, .link(link), faults: try faults(words))
    }

    private static func faults(_ words: [String: String]) throws(NetworkMistake) -> Faults {
        guard let word = words["fail"] else {
            if words["retry-after"] != nil { throw .retryAfterWithoutStatus }
            if words["chance"] != nil { throw .chanceWithoutFault }
            return Faults()
        }
        var patience: Duration?
        if let value = words["retry-after"] { patience = try duration("retry-after", value) }
        let fault = try fault(word, retryAfter: patience)
        if case .status = fault {} else if patience != nil { throw .retryAfterWithoutStatus }
        var faults = Faults(chance: 1, kinds: [fault])
        if let value = words["chance"] { faults.chance = try share("chance", value) }
        return faults
    }

    private static func fault(_ word: String, retryAfter: Duration?) throws(NetworkMistake) -> Fault {
        switch word {
        case "refused": return .refused
        case "reset-before": return .resetBefore
        case "reset-after": return .resetAfter
        case "hang": return .hang
        case "half": return .halfAnswer
        case "html": return .notJSON
        case _:
            guard let status = Int(word), (400..<600).contains(status) else { throw .unknownFault(word) }
            return .status(status, retryAfter: retryAfter)
        }
    }

    // MARK: Values

    private static func duration(_ key: String, _ value: String) throws(NetworkMistake) -> Duration {
        let units: [(String, Double)] = [("ms", 1), ("s", 1_000)]
        guard let milliseconds = number(value, units), milliseconds <= 600_000 else {
            throw .noDuration(key: key, value: value)
        }
        return .milliseconds(milliseconds)
    }

    private static func share(_ key: String, _ value: String) throws(NetworkMistake) -> Double {
        guard let share = number(value, [("%", 0.01), ("", 1)]), share <= 1 else {
            throw .noShare(key: key, value: value)
        }
        return share
    }

    private static func rate(_ key: String, _ value: String) throws(NetworkMistake) -> Int {
        let units: [(String, Double)] = [("kbps", 1_000), ("mbps", 1_000_000), ("gbps", 1_000_000_000), ("bps", 1)]
        guard let rate = number(value.lowercased(), units), rate >= 1, rate <= 1e12 else {
            throw .noRate(key: key, value: value)
        }
        return Int(rate)
    }

    /// A number with one of the units behind it, in the smallest of them; nil if it is none, or below zero.
    private static func number(_ text: String, _ units: [(word: String, size: Double)]) -> Double? {
        guard let unit = units.first(where: { text.hasSuffix($0.word) }) else { return nil }
        let digits = text.dropLast(unit.word.count)
        guard let first = digits.first, first.isASCII, first.isNumber || first == ".", digits.allSatisfy({ $0 != "x" }),
            let number = Double(digits), number.isFinite
        else { return nil }
        return number * unit.size
    }
}
