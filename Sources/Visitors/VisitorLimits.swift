/// What one visitor may take of a host, and all of them together.
///
/// Read in one place, `--limits`; each has the name under which it is set there.
package struct VisitorLimits: Hashable, Sendable {
    /// How many sessions of one key are open at a time.
    package var sessionsPerKey = 4
    /// How many sessions are open at a time.
    package var sessions = 200
    /// Comments, posts, edits and deletions of one account in a minute.
    package var comments = 12
    /// Favourites of one account in a minute, given or taken back.
    package var favourites = 60
    /// The longest text of a comment or a post, in Unicode scalars.
    package var length = 2_000
    /// How many accounts are made with one key in a day.
    package var accountsPerKey = 3
    /// How many accounts are made by all visitors in a day.
    package var accounts = 500
    /// How long nobody touches a key before the session ends.
    package var idle = Duration.seconds(30 * 60)
    /// Whether one may read without an account; nil leaves that to the command: yes in the demo, no otherwise.
    package var readers: Bool?
    /// Whether a key can be the account: it needs no password.
    package var keyAccounts = false

    package init() {}

    package enum Mistake: Error, Hashable, Sendable {
        case unknownName(String)
        case noNumber(name: String, value: String)
        case noDuration(name: String, value: String)
        case noChoice(name: String, value: String)
    }

    /// The names that ``parse(_:)`` knows.
    package static let names =
        numbers.map(\.name) + ["idle", "readers", "key-accounts"]

    private static let numbers: [(name: String, path: @Sendable () -> WritableKeyPath<VisitorLimits, Int>)] = [
        ("sessions-per-key", { \.sessionsPerKey }), ("sessions", { \.sessions }), ("comments", { \.comments }),
        ("favourites", { \.favourites }), ("length", { \.length }), ("accounts-per-key", { \.accountsPerKey }),
        ("accounts", { \.accounts }),
    ]

    /// Reads `name=value,name=value`; what is not named stays as it is by default.
    package static func parse(_ text: String) throws(Mistake) -> VisitorLimits {
        var limits = VisitorLimits()
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            try limits.set(sides[0], to: sides.count > 1 ? sides[1] : "")
        }
        return limits
    }

    private mutating func set(_ name: String, to value: String) throws(Mistake) {
        if let number = Self.numbers.first(where: { $0.name == name }) {
            guard let parsed = Int(value), (0...1_000_000).contains(parsed) else {
                throw .noNumber(name: name, value: value)
            }
            self[keyPath: number.path()] = parsed
            return
        }
        switch name {
        case "idle":
            guard let parsed = Self.duration(value) else { throw .noDuration(name: name, value: value) }
            idle = parsed
        case "readers": readers = try Self.choice(name, value)
        case "key-accounts": keyAccounts = try Self.choice(name, value)
        default: throw .unknownName(name)
        }
    }

    private static func choice(_ name: String, _ value: String) throws(Mistake) -> Bool {
        guard value == "yes" || value == "no" else { throw .noChoice(name: name, value: value) }
        return value == "yes"
    }

    /// `500ms`, `90s`, `30m`, `2h`: more than nothing, a day at most.
    private static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number > 0, number <= 86_400_000 else { return nil }
        let duration: Duration
        switch text[digits.endIndex...] {
        case "ms": duration = .milliseconds(number)
        case "s": duration = .seconds(number)
        case "m": duration = .seconds(number * 60)
        case "h": duration = .seconds(number * 3_600)
        default: return nil
        }
        return duration <= .seconds(86_400) ? duration : nil
    }
}
