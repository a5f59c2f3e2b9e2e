import CGetopt
import CommentPresenters
import Configuration
import Glibc
import NetworkConditions

/// Reads the command line with the C library's `getopt_long`, so that options may stand anywhere and be abbreviated.
enum ArgumentParser {
    struct Option: Sendable {
        let name: String
        var takesValue = true
        /// What shells offer behind it.
        var values = Values.others
        let apply: @Sendable (inout Options, String) throws(UsageError) -> Void
    }

    enum Values: Hashable, Sendable {
        case words([String])
        case file, folder, others
    }

    /// - Throws: ``UsageError`` with one sentence that says what to do.
    static func parse(_ arguments: [String]) throws(UsageError) -> Options {
        var options = Options()
        let words = try takeOptions(from: arguments, into: &options)
        if options.command == .client { options.command = try command(words) }
        if case .outbox(.discard(let ids, _)) = options.command {
            options.command = .outbox(.discard(ids, withDependents: options.withDependents))
        }
        try check(options)
        return options
    }

    // MARK: Options

    static let known: [Option] = [
        Option(name: "board", values: .file) { options, value throws(UsageError) in options.board = value },
        Option(name: "state-dir", values: .folder) { options, value throws(UsageError) in options.stateDirectory = value
        },
        Option(name: "network", values: .words(Network.all.map(\.name))) { options, value throws(UsageError) in
            do throws(NetworkMistake) {
                options.network = try Network.parse(value)
            } catch {
                throw UsageError(error)
            }
        },
        Option(name: "seed") { options, value throws(UsageError) in
            guard let seed = UInt64(value) else {
                throw UsageError(sentence: "--seed takes a whole number, not “\(shown(value))”")
            }
            options.seed = seed
        },
        Option(name: "auto-retry", values: .words(["on", "off"])) { options, value throws(UsageError) in
            guard value == "on" || value == "off" else {
                throw UsageError(sentence: "--auto-retry takes on or off, not “\(shown(value))”")
            }
            options.retryChoice = value == "on"
        },
        Option(name: "pending", values: .words(PendingRule.allCases.map(\.rawValue))) {
            options, value throws(UsageError) in
            guard let rule = PendingRule(rawValue: value) else {
                throw UsageError(sentence: "--pending takes queue or restrict, not “\(shown(value))”")
            }
            options.pendingChoice = rule
        },
        Option(name: "with-dependents", takesValue: false) { options, _ throws(UsageError) in
            options.withDependents = true
        },
        Option(name: "color", values: .words(ColorChoice.allCases.map(\.rawValue))) {
            options, value throws(UsageError) in
            guard let choice = ColorChoice(rawValue: value) else {
                throw UsageError(sentence: "--color takes auto, always or never, not “\(shown(value))”")
            }
            options.colorChoice = choice
        },
        Option(name: "as") { options, value throws(UsageError) in options.asName = value },
        Option(name: "guests") { options, value throws(UsageError) in
            guard let count = Int(value), (0...mostGuests).contains(count) else {
                throw UsageError(
                    sentence: "--guests takes a number from 0 to \(mostGuests), not “\(shown(value))”")
            }
            options.guests = count
        },
        Option(name: "script", values: .file) { options, value throws(UsageError) in options.script = value },
        Option(name: "waiting", takesValue: false) { options, _ throws(UsageError) in options.isWaiting = true },
        Option(name: "post") { options, value throws(UsageError) in options.post = value },
        Option(name: "text") { options, value throws(UsageError) in options.text = value },
        Option(name: "ascii", takesValue: false) { options, _ throws(UsageError) in options.asksForASCII = true },
        Option(name: "mouse", takesValue: false) { options, _ throws(UsageError) in options.asksForMouse = true },
        Option(name: "json", takesValue: false) { options, _ throws(UsageError) in options.isJSON = true },
        Option(name: "off", takesValue: false) { options, _ throws(UsageError) in options.isOff = true },
        Option(name: "password-stdin", takesValue: false) { options, _ throws(UsageError) in
            options.readsPassword = true
        },
        Option(name: "version", takesValue: false) { options, _ throws(UsageError) in options.command = .version },
        Option(name: "help", takesValue: false) { options, _ throws(UsageError) in options.command = .help },
    ]

    /// Beyond this they are a load test, not company.
    private static let mostGuests = 100

    /// - Returns: the words that are no options.
    private static func takeOptions(from arguments: [String], into options: inout Options) throws(UsageError)
        -> [String]
    {
        var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var table: [option] = []
        for (index, entry) in known.enumerated() {
            let needs = entry.takesValue ? required_argument : no_argument
            table.append(option(name: strdup(entry.name), has_arg: needs, flag: nil, val: Int32(firstValue + index)))
        }
        table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        defer {
            for pointer in vector { free(pointer) }
            for entry in table { free(UnsafeMutablePointer(mutating: entry.name)) }
        }
        cgetopt_begin()
        let count = Int32(arguments.count)
        while true {
            // getopt_long moves the pointers of `vector` about: words that are no options come last.
            let found = getopt_long(count, &vector, ":h", table, nil)
            if found == -1 { break }
            let word = vector[max(1, Int(cgetopt_index()) - 1)].map { String(cString: $0) } ?? ""
            switch UInt8(exactly: found).map({ Character(Unicode.Scalar($0)) }) {
            case "h": options.command = .help
            case ":": throw UsageError(sentence: "\(shown(word)) needs a value")
            case "?": throw unknownOption(word)
            default:
                let value = cgetopt_value().map { String(cString: $0) } ?? ""
                let option = known[Int(found) - firstValue]
                try option.apply(&options, value)
                options.given[option.name] = value
            }
        }
        return vector[Int(cgetopt_index())...].compactMap { $0.map { String(cString: $0) } }
    }

    /// Long options are told apart by numbers beyond all characters.
    private static let firstValue = 256

    private static func unknownOption(_ word: String) -> UsageError {
        let name = word.drop { $0 == "-" }.split(separator: "=", omittingEmptySubsequences: false).first.map(
            String.init)
        return unknown("option", word, among: known.map { "--" + $0.name }, meant: name.map { "--" + $0 })
    }

    private static func unknown(_ what: String, _ word: String, among: [String], meant: String? = nil) -> UsageError {
        let hint = suggestion(for: meant ?? word, among: among).map { "did you mean \($0)?" }
        return UsageError(sentence: "unknown \(what) “\(shown(word))”; \(hint ?? "see rakkan --help")")
    }

    // MARK: Commands

    static let commandNames = [
        "sign-in", "sign-up", "sign-out", "posts", "comments", "post", "comment", "favourite", "outbox", "keys", "demo",
        "config", "completions", "doctor",
    ]

    /// What follows the name of a command, where that is one of a few words.
    static let commandWords = [
        "outbox": ["retry", "discard", "drain"], "config": Command.ConfigAction.allCases.map(\.rawValue),
        "completions": Shell.allCases.map(\.rawValue),
    ]

    private static func command(_ words: [String]) throws(UsageError) -> Command {
        guard let name = words.first else { return .client }
        let rest = Array(words.dropFirst())
        switch name {
        case "sign-in": return .signIn(name: try optional(rest, of: name))
        case "sign-up": return .signUp(name: try optional(rest, of: name))
        case "sign-out": return try none(rest, of: name, .signOut)
        case "posts": return try none(rest, of: name, .posts)
        case "keys": return try none(rest, of: name, .keys)
        case "demo": return try none(rest, of: name, .demo)
        case "doctor": return try none(rest, of: name, .doctor)
        case "comments": return .comments(post: try one(rest, "POST", of: name))
        case "post": return .post(title: try one(rest, "TITLE", of: name))
        case "favourite": return .favourite(id: try one(rest, "ID", of: name))
        case "comment":
            guard let post = rest.first, rest.count <= 2 else {
                throw UsageError(sentence: "it is: rakkan comment POST [TEXT|-]")
            }
            return .comment(post: post, text: rest.count == 2 ? rest[1] : nil)
        case "outbox": return .outbox(try outboxAction(rest))
        case "config":
            guard let word = rest.first else { return .config(.show) }
            return .config(try choice(rest, among: Command.ConfigAction.self, "\(name) command", word, of: name))
        case "completions":
            let word = rest.first ?? ""
            return .completions(try choice(rest, among: Shell.self, "shell", word, of: name))
        default: throw unknown("command", name, among: commandNames)
        }
    }

    private static func outboxAction(_ words: [String]) throws(UsageError) -> Command.OutboxAction {
        guard let action = words.first else { return .list }
        let ids = Array(words.dropFirst())
        switch action {
        case "retry": return .retry(ids)
        case "discard":
            guard !ids.isEmpty else { throw UsageError(sentence: "it is: rakkan outbox discard ID…") }
            return .discard(ids, withDependents: false)
        case "drain":
            guard ids.isEmpty else {
                throw UsageError(sentence: "rakkan outbox drain sends everything: it takes no ID")
            }
            return .drain
        default: throw unknown("outbox command", action, among: ["retry", "discard", "drain"])
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ words: [String], among type: Choice.Type, _ what: String, _ word: String, of command: String
    ) throws(UsageError) -> Choice {
        let known = Choice.allCases.map(\.rawValue)
        guard words.count == 1 else {
            throw UsageError(sentence: "it is: rakkan \(command) \(known.joined(separator: "|"))")
        }
        guard let choice = Choice(rawValue: word) else { throw unknown(what, word, among: known) }
        return choice
    }

    private static func one(_ words: [String], _ what: String, of command: String) throws(UsageError) -> String {
        guard words.count == 1 else { throw UsageError(sentence: "it is: rakkan \(command) \(what)") }
        return words[0]
    }

    private static func optional(_ words: [String], of command: String) throws(UsageError) -> String? {
        guard words.count <= 1 else { throw UsageError(sentence: "it is: rakkan \(command) [NAME]") }
        return words.first
    }

    private static func none(_ words: [String], of name: String, _ command: Command) throws(UsageError) -> Command {
        guard words.isEmpty else {
            throw UsageError(sentence: "rakkan \(name) takes no “\(shown(words[0]))”")
        }
        return command
    }

    /// Options that mean nothing to the command are a mistake, not noise.
    private static func check(_ options: Options) throws(UsageError) {
        func only(_ isGiven: Bool, _ option: String, _ isFitting: Bool) throws(UsageError) {
            if isGiven && !isFitting { throw UsageError(sentence: "\(option) means nothing here; see rakkan --help") }
        }
        if options.command == .help || options.command == .version { return }
        for (isGiven, option) in [
            (options.asName != nil, "--as"), (options.guests > 0, "--guests"), (options.isWaiting, "--waiting"),
            (options.script != nil, "--script"),
        ] { try only(isGiven, option, options.command == .demo) }
        try only(options.withDependents, "--with-dependents", options.command.isDiscard)
        try only(options.pendingChoice != nil, "--pending", options.command == .client || options.command == .demo)
        try only(options.isOff, "--off", options.command.isFavourite)
        try only(options.text != nil, "--text", options.command.isPost)
        try only(options.post != nil, "--post", options.command == .client)
        try only(options.readsPassword, "--password-stdin", options.command.isForm)
        try only(options.isJSON, "--json", options.command.isList)
    }
}

extension Command {
    fileprivate var isFavourite: Bool { if case .favourite = self { true } else { false } }
    fileprivate var isDiscard: Bool { if case .outbox(.discard) = self { true } else { false } }
    fileprivate var isPost: Bool { if case .post = self { true } else { false } }
    fileprivate var isForm: Bool {
        switch self {
        case .signIn, .signUp: true
        case .client, .demo, .signOut, .posts, .comments, .post, .comment, .favourite, .outbox, .keys, .config,
            .completions, .doctor, .version, .help:
            false
        }
    }
    /// What answers with records.
    fileprivate var isList: Bool {
        switch self {
        case .posts, .comments, .post, .comment, .favourite, .outbox, .keys, .config, .doctor: true
        case .client, .demo, .signIn, .signUp, .signOut, .completions, .version, .help: false
        }
    }
}

/// A word of the command line as it may be shown in a terminal: without controls.
func shown(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.isControlOrBidi }))
}
