import CGetopt
import CommentPresenters
import Configuration
import Glibc
import NetworkConditions
import Visitors

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
        let words = try takeOptions(from: arguments, into: &options, known)
        if options.command == .client { options.command = try command(words) }
        if case .outbox(.discard(let ids, _)) = options.command {
            options.command = .outbox(.discard(ids, withDependents: options.withDependents))
        }
        try check(options)
        return options
    }

    /// Reads what a visitor asked for. It adds to what the owner's command line says, and takes nothing of it away.
    static func parse(visitorsWords words: [String], after given: Options) throws(UsageError) -> Options {
        var options = given
        options.command = .client
        // Who sees no shell may think that the program has to be named.
        let arguments = ["rakkan"] + (words.first == "rakkan" ? words.dropFirst() : words[...])
        let allowed = known.filter { visitorsOptions.contains($0.name) }
        var rest = try takeOptions(from: arguments, into: &options, allowed)
        guard options.command == .client else { return options }
        guard let name = rest.first, name != given.command.name || given.command != .demo else {
            options.command = given.command
            try check(options)
            return options
        }
        guard visitorsCommands.contains(name) else {
            if commandNames.contains(name) { throw UsageError(sentence: "“\(name)” is not for visitors") }
            throw unknown("command", name, among: Array(visitorsCommands))
        }
        // ssh has taken the quotes away: `ssh HOST comment p1 "What a day!"` comes as four words.
        if name == "comment", rest.count > 3 { rest[2...] = [rest[2...].joined(separator: " ")] }
        if name == "post", rest.count > 2 { rest[1...] = [rest[1...].joined(separator: " ")] }
        options.command = try command(rest)
        // What the owner wished for the demo is nothing to a command.
        options.isWaiting = false
        try check(options)
        return options
    }

    /// What visitors may say: all else names files, programs or other people.
    private static let visitorsOptions: Set<String> = [
        "network", "seed", "auto-retry", "ascii", "color", "mouse", "plain", "post", "json", "text", "off",
        "waiting", "password-stdin", "pending", "with-dependents", "help", "version",
    ]
    private static let visitorsCommands: Set<String> = [
        "sign-in", "sign-up", "sign-out", "posts", "comments", "post", "comment", "favourite", "outbox", "keys",
    ]

    // MARK: Options

    static let known: [Option] = [
        Option(name: "board", values: .file) { options, value throws(UsageError) in options.board = value },
        Option(name: "server") { options, value throws(UsageError) in options.server = value },
        Option(name: "room") { options, value throws(UsageError) in options.room = value },
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
        Option(name: "visitors", takesValue: false) { options, _ throws(UsageError) in options.isForVisitors = true },
        Option(name: "limits") { options, value throws(UsageError) in
            do throws(VisitorLimits.Mistake) {
                options.limits = try VisitorLimits.parse(value)
            } catch {
                throw UsageError(error)
            }
        },
        Option(name: "waiting", takesValue: false) { options, _ throws(UsageError) in options.isWaiting = true },
        Option(name: "unkeyed", takesValue: false) { options, _ throws(UsageError) in options.isUnkeyed = true },
        Option(name: "post") { options, value throws(UsageError) in options.post = value },
        Option(name: "text") { options, value throws(UsageError) in options.text = value },
        Option(name: "ascii", takesValue: false) { options, _ throws(UsageError) in options.asksForASCII = true },
        Option(name: "mouse", takesValue: false) { options, _ throws(UsageError) in options.asksForMouse = true },
        Option(name: "plain", takesValue: false) { options, _ throws(UsageError) in options.asksForLines = true },
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
    private static func takeOptions(
        from arguments: [String], into options: inout Options, _ known: [Option]
    ) throws(UsageError) -> [String] {
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
            case "?":
                // Inside of a word of several letters getopt still stands before that word.
                let letter = UInt8(bitPattern: cgetopt_letter())
                throw unknownOption(
                    letter > 0 ? "-" + String(Unicode.Scalar(letter)) : word, among: known)
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

    private static func unknownOption(_ word: String, among known: [Option]) -> UsageError {
        let name = word.drop { $0 == "-" }.split(separator: "=", omittingEmptySubsequences: false).first.map(
            String.init)
        if let name, known.count < Self.known.count, Self.known.contains(where: { $0.name == name }) {
            return UsageError(sentence: "--\(name) is not for visitors")
        }
        return unknown("option", word, among: known.map { "--" + $0.name }, meant: name.map { "--" + $0 })
    }

    private static func unknown(_ what: String, _ word: String, among: [String], meant: String? = nil) -> UsageError {
        let hint = suggestion(for: meant ?? word, among: among).map { "did you mean \($0)?" }
        return UsageError(sentence: "unknown \(what) “\(shown(word))”; \(hint ?? "see rakkan --help")")
    }

    // MARK: Commands

    static let commandNames = [
        "sign-in", "sign-up", "sign-out", "rooms", "posts", "comments", "post", "comment", "favourite", "outbox",
        "keys", "demo", "board", "config", "completions", "doctor",
    ]

    /// What follows the name of a command, where that is one of a few words.
    static let commandWords = [
        "outbox": ["retry", "discard", "drain"], "config": Command.ConfigAction.allCases.map(\.rawValue),
        "completions": Shell.allCases.map(\.rawValue),
        "board": boardWords,
    ]

    private static func command(_ words: [String]) throws(UsageError) -> Command {
        guard let name = words.first else { return .client }
        let rest = Array(words.dropFirst())
        switch name {
        case "sign-in": return .signIn(name: try optional(rest, of: name))
        case "sign-up": return .signUp(name: try optional(rest, of: name))
        case "sign-out": return try none(rest, of: name, .signOut)
        case "posts": return try none(rest, of: name, .posts)
        case "rooms": return try none(rest, of: name, .rooms)
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
        case "board": return .board(try boardAction(rest))
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

    private static func boardAction(_ words: [String]) throws(UsageError) -> Command.BoardAction {
        guard let action = words.first else { return .check }
        let rest = Array(words.dropFirst())
        let name = "board \(action)"
        switch action {
        case "check":
            guard rest.isEmpty else { throw UsageError(sentence: "rakkan board check takes no “\(shown(rest[0]))”") }
            return .check
        case "backup": return .backUp(file: try one(rest, "FILE", of: name))
        case "remove": return .remove(id: try one(rest, "ID", of: name))
        case "ban": return .ban(name: try one(rest, "NAME", of: name))
        case "reset-password": return .resetPassword(name: try one(rest, "NAME", of: name))
        case "signup":
            guard rest == ["on"] || rest == ["off"] else {
                throw UsageError(sentence: "it is: rakkan board signup on|off")
            }
            return .signUp(isOpen: rest == ["on"])
        default:
            throw unknown(
                "board command", action, among: boardWords)
        }
    }

    private static let boardWords = ["check", "backup", "remove", "ban", "signup", "reset-password"]

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
            (options.isUnkeyed, "--unkeyed"), (options.script != nil, "--script"),
        ] { try only(isGiven, option, options.command == .demo) }
        try only(options.withDependents, "--with-dependents", options.command.isDiscard)
        if options.server != nil {
            try only(options.board != nil, "--board", false)
            try only(
                true, "--server", options.command != .demo && !options.command.isBoard)
            if options.room == nil, options.command.needsRoom {
                throw UsageError(sentence: "which room? rakkan --server URL rooms lists them; --room ALIAS names one")
            }
        }
        try only(options.room != nil, "--room", options.server != nil)
        try only(options.asksForLines, "--plain", options.command == .client || options.command == .demo)
        try only(options.pendingChoice != nil, "--pending", options.command == .client || options.command == .demo)
        try only(options.isOff, "--off", options.command.isFavourite || options.command.isBan)
        try only(options.text != nil, "--text", options.command.isPost)
        try only(options.post != nil, "--post", options.command == .client || options.command == .demo)
        try only(options.readsPassword, "--password-stdin", options.command.isForm)
        try only(options.isJSON, "--json", options.command.isList)
        if options.visit == nil {
            let isPlace = options.command == .client || options.command == .demo
            try only(options.isForVisitors, "--visitors", isPlace)
            try only(options.limits != nil, "--limits", options.isForVisitors)
            for (isGiven, option) in [
                (options.asName != nil, "--as"), (options.guests > 0, "--guests"), (options.script != nil, "--script"),
                (options.server != nil, "--server"),
            ] where isGiven && options.isForVisitors {
                throw UsageError(sentence: "\(option) can't go with --visitors")
            }
        }
    }
}

extension Command {
    /// What is about posts and comments, which on a homeserver stand in a room.
    fileprivate var needsRoom: Bool {
        switch self {
        case .client, .posts, .comments, .post, .comment, .favourite, .outbox: true
        case .demo, .signIn, .signUp, .signOut, .rooms, .board, .keys, .config, .completions, .doctor, .version, .help:
            false
        }
    }
    fileprivate var isFavourite: Bool { if case .favourite = self { true } else { false } }
    fileprivate var isBoard: Bool { if case .board = self { true } else { false } }
    fileprivate var isBan: Bool { if case .board(.ban) = self { true } else { false } }
    fileprivate var name: String? { self == .demo ? "demo" : nil }
    fileprivate var isDiscard: Bool { if case .outbox(.discard) = self { true } else { false } }
    fileprivate var isPost: Bool { if case .post = self { true } else { false } }
    fileprivate var isForm: Bool {
        switch self {
        case .signIn, .signUp: true
        case .client, .demo, .signOut, .rooms, .posts, .comments, .post, .comment, .favourite, .outbox, .board, .keys,
            .config,
            .completions, .doctor, .version, .help:
            false
        }
    }
    /// What answers with records.
    fileprivate var isList: Bool {
        switch self {
        case .rooms, .posts, .comments, .post, .comment, .favourite, .outbox, .keys, .config, .doctor: true
        case .client, .demo, .signIn, .signUp, .signOut, .board, .completions, .version, .help: false
        }
    }
}
