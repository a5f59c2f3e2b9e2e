import NetworkConditions
import Visitors

/// What the command line asked for.
struct Options: Equatable {
    var board: String?
    var stateDirectory: String?
    var network: Network?
    /// Seed of the simulated network's chances.
    var seed: UInt64?
    /// `--auto-retry`; nil if it was not given.
    var retryChoice: Bool?
    var isASCII = false
    var color = ColorChoice.auto
    var isJSON = false
    var readsPassword = false
    var post: String?
    var text: String?
    var isOff = false
    /// Of the demo.
    var asName: String?
    var guests = 0
    var isWaiting = false
    var script: String?
    /// Whether who comes in is a stranger whom sshd let in, and may do only what ``VisitCommand`` lets them.
    var isForVisitors = false
    /// `--limits`; nil if it was not given.
    var limits: VisitorLimits?
    /// The visitor whom this process serves; nil for the owner of the account.
    var visit: Visit?
    var command = Command.client

    /// Off in the demo, where one wants to see what fails.
    var automaticRetry: Bool { retryChoice ?? (command != .demo) }

    enum ColorChoice: String, CaseIterable {
        case auto, always, never
    }
}

/// What to do.
enum Command: Equatable {
    case client
    case demo
    case signIn(name: String?)
    case signUp(name: String?)
    case signOut
    case posts
    case comments(post: String)
    case post(title: String)
    case comment(post: String, text: String?)
    case favourite(id: String)
    case outbox(OutboxAction)
    case board(BoardAction)
    case keys
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

    enum OutboxAction: Equatable {
        case list
        case retry([String])
        case discard([String])
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
