import Glibc
import LocalBoard
import OptimisticState
import OutboxStore
import StateFiles
import TerminalUI
import Visitors

/// One visitor's session: what is kept for them, and what they may do.
final class Visit: Equatable, Sendable {
    let limits: VisitorLimits
    private let visitor: Visitor
    private let seats: Seats
    /// Where this visitor's state is.
    let folder: String
    /// Whether the folder goes when they leave: what belongs to an address belongs to nobody.
    private let isFleeting: Bool
    private let welcomesReaders: Bool

    /// What is drawn on of a visitor's terminal: cells are memory, and memory is everyone's.
    static let largestTerminal = Size(columns: 500, rows: 200)

    /// How much of a text is kept as a draft, in bytes. Nobody may send so much.
    static let longestDraft = 65_536

    /// How large a visitor's outbox becomes, in pages of 4 KiB.
    static let outboxPages = 1_024

    /// The first line for those whose key could be their account.
    static let keyLine = "New here? A name is enough: with an empty password your key is the account."

    /// Lets a visitor in.
    ///
    /// - Parameters:
    ///   - root: the folder of all visitors.
    ///   - welcomesReaders: unless the limits say otherwise.
    /// - Throws: ``ProgramError`` with the reason if they have to stay out.
    init(_ visitor: Visitor, in root: String, limits: VisitorLimits, welcomesReaders: Bool) throws {
        self.visitor = visitor
        self.limits = limits
        self.welcomesReaders = limits.readers ?? welcomesReaders
        isFleeting = !visitor.hasKey
        guard let seats = Seats(root + "/seats") else {
            throw ProgramError(sentence: "there is no room for visitors: \(String(cString: strerror(errno)))")
        }
        self.seats = seats
        let own = Seats.Row.visitor(visitor)
        guard seats.take(oneOf: limits.sessionsPerKey, in: own) else {
            throw ProgramError(
                sentence: limits.sessionsPerKey == 1
                    ? "you are here already: close the other session first"
                    : "you are here \(limits.sessionsPerKey) times already: close one of them first")
        }
        guard seats.take(oneOf: limits.sessions, in: .everyone) else {
            throw ProgramError(sentence: "\(limits.sessions) visitors are here already: come back in a while")
        }
        if isFleeting {
            folder = try TemporaryFolder.make()
        } else {
            _ = seats.enter(own)
            folder = root + "/" + visitor.name
        }
    }

    static func == (one: Visit, other: Visit) -> Bool { one === other }

    /// How long nobody touches a key before the session ends.
    var idle: Duration { limits.idle }

    var keyIsEnough: Bool { limits.keyAccounts && visitor.hasKey }

    /// Why the session ends that nobody uses.
    var idleSentence: String {
        let kept = isFleeting ? "" : " What you wrote is kept: the next one shows it."
        return "No key was pressed for \(words(limits.idle)): the session has ended.\(kept)"
    }

    /// The board, as far as it is a visitor's.
    func restrict(_ settings: inout LocalBoard.Settings) {
        settings.longestText = min(settings.longestText, limits.length)
        settings.readingNeedsSignIn = !welcomesReaders
        settings.visit = BoardVisit(
            visitor: visitor.name, keyIsEnough: keyIsEnough, changesPerMinute: limits.comments,
            favouritesPerMinute: limits.favourites, accountsPerVisitor: limits.accountsPerKey,
            accounts: limits.accounts)
    }

    /// Does something that no other visitor does meanwhile.
    func alone(_ work: () throws -> Void) rethrows {
        let seat = seats.await(oneOf: 1, in: .turn)
        defer { seats.leave(seat, in: .turn) }
        try work()
    }

    /// Puts away what nobody will miss: who came with a new key only to look leaves nothing behind.
    func leave() {
        if isFleeting { return TemporaryFolder.remove(folder) }
        guard Self.keepsNothing(folder) else { return }
        seats.putAway(.visitor(visitor), if: { Self.keepsNothing(folder) }) { TemporaryFolder.remove(folder) }
    }

    private static func keepsNothing(_ folder: String) -> Bool {
        func isEmpty(_ name: String) -> Bool { TemporaryFolder.names(in: folder + "/" + name).isEmpty }
        return isEmpty("sessions") && isEmpty("drafts") && SQLiteJournal<Never>.isEmpty(folder + "/outbox.sqlite")
    }

    /// Puts away the folders of those who were killed before they could do it, now and then: each with a key that never
    /// comes again.
    static func sweep(_ root: String) {
        for name in TemporaryFolder.names(in: root) where name.count == 64 && keepsNothing(root + "/" + name) {
            let folder = root + "/" + name
            // An opening of its own for each: its locks go with it.
            Seats(root + "/seats")?.putAway(.visitor(named: name), if: { keepsNothing(folder) }) {
                TemporaryFolder.remove(folder)
            }
        }
    }

    private func words(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return seconds >= 120 ? "\(seconds / 60) min" : seconds > 0 ? "\(seconds) s" : "a moment"
    }
}
