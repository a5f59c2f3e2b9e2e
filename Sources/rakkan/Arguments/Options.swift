import CommentPresenters
import CommentScreens
import Configuration
import NetworkConditions
import Visitors

/// What the command line asked for.
struct Options: Equatable {
    var board: String?
    /// The homeserver's address; nil for a board.
    var server: String?
    /// The room of the homeserver: an alias or an id.
    var room: String?
    var stateDirectory: String?
    var network: Network?
    /// Seed of the simulated network's chances.
    var seed: UInt64?
    /// `--auto-retry`; nil if it was not given.
    var retryChoice: Bool?
    /// `--pending`; nil if it was not given.
    var pendingChoice: PendingRule?
    var asksForASCII = false
    var asksForMouse = false
    var asksForLines = false
    /// `--color`; nil if it was not given.
    var colorChoice: ColorChoice?
    var isJSON = false
    var readsPassword = false
    var post: String?
    var text: String?
    var isOff = false
    /// Of `outbox discard`.
    var withDependents = false
    /// Of the demo.
    var asName: String?
    var guests = 0
    var isWaiting = false
    /// Whether the demo's board knows no request again, as weak servers don't.
    var isUnkeyed = false
    var script: String?
    /// Whether who comes in is a stranger whom sshd let in, and may do only what ``VisitCommand`` lets them.
    var isForVisitors = false
    /// `--limits`; nil if it was not given.
    var limits: VisitorLimits?
    /// The visitor whom this process serves; nil for the owner of the account.
    var visit: Visit?
    var command = Command.client
    /// Every long option that was given, with its value.
    var given: [String: String] = [:]
    /// What the configuration says of looks and keys; its places are adopted.
    private(set) var configuration = Configuration()

    /// Off in the demo, where one wants to see what fails.
    var automaticRetry: Bool { retryChoice ?? (command != .demo) }

    var isASCII: Bool { asksForASCII || configuration.isASCII == true }
    var hasMouse: Bool { asksForMouse || configuration.hasMouse == true }
    /// Whether the client speaks in lines.
    var isPlain: Bool { asksForLines || configuration.isPlain == true }
    var pendingRule: PendingRule { pendingChoice ?? .queue }
    var color: ColorChoice { colorChoice ?? configuration.colors ?? .auto }

    /// Takes what the configuration says where the command line says nothing. The demo has places of its own.
    ///
    /// - Throws: ``UsageError`` if there is no home that a `~` could mean.
    mutating func adopt(_ configuration: Configuration, home: String?) throws(UsageError) {
        self.configuration = configuration
        if isForVisitors { limits = limits ?? configuration.limits.flatMap { try? VisitorLimits.parse($0) } }
        guard command != .demo else { return }
        if board == nil, let path = configuration.board {
            guard let expanded = path.hasPrefix("~") ? home.map({ $0 + path.dropFirst() }) : path else {
                throw UsageError(
                    sentence: "there is no home directory for the board \(shown(path)) of the configuration")
            }
            board = expanded
        }
        network = network ?? configuration.network.flatMap { try? Network.parse($0) }
        pendingChoice = pendingChoice ?? configuration.pendingRule
        retryChoice = retryChoice ?? configuration.retriesAutomatically
    }
}

/// What completions can be written for.
enum Shell: String, CaseIterable {
    case bash, zsh, fish
}

/// What to do.
enum Command: Equatable {
    case client
    case demo
    case signIn(name: String?)
    case signUp(name: String?)
    case signOut
    case posts
    case rooms
    case comments(post: String)
    case post(title: String)
    case comment(post: String, text: String?)
    case favourite(id: String)
    case outbox(OutboxAction)
    case board(BoardAction)
    case keys
    case config(ConfigAction)
    case completions(Shell)
    case doctor
    case version
    case help

    /// What the board's owner does.
    enum BoardAction: Equatable {
        case check
        case backUp(file: String)
        case remove(id: String)
        case ban(name: String)
        case signUp(isOpen: Bool)
        case resetPassword(name: String)
    }

    enum ConfigAction: String, CaseIterable {
        case check, show
    }

    enum OutboxAction: Equatable {
        case list
        case retry([String])
        case discard([String], withDependents: Bool)
        case drain
    }
}

/// A command line that means nothing: exit status 2.
struct UsageError: Error, Equatable {
    let sentence: String
}

/// Exit statuses, as `--help` lists them.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let needsSignIn: Int32 = 3
    static let queued: Int32 = 75
}
