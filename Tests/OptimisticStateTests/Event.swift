import TestSupport

/// One thing that happens to a user of notes. The numbers choose among what there is at that moment, so that an event
/// means something in any history, also in one that others were taken out of.
enum Event: Hashable, Sendable {
    case add(folder: Int)
    case reply(to: Int)
    case edit(Int)
    case delete(Int, isHeld: Bool)
    case star(Int)
    case mark(Int, Int)
    case starElsewhere(Int)
    case answer(Int, Answer)
    case lateAnswer(Int, Answer)
    case answerAtOnce(Int)
    case beginReading
    case read(Int)
    case deliver(Int)
    case echo(Int)
    case retry(Int)
    case keep(Int)
    case discard(Int)
    case wake(Int)
    case pass(seconds: Int)
    case signIn
    case reachable
    case toggleRetries
    /// Bits: which of the requests in flight had arrived.
    case kill(arrived: Int)
    /// The process is stopped past its lease; another one takes over. Bits: which of its requests had arrived.
    case takeOver(arrived: Int)
    case switchAccount

    /// How the server, or the network, answers a request.
    enum Answer: Hashable, Sendable {
        case accepted(withCopy: Bool)
        case rejected
        case offline
        case lost
        /// The server did it, and no one heard.
        case lostButStored
        case busy
        case signedOut
        case cannotTell
    }
}

extension Event {
    static func random(using chance: inout SeededGenerator) -> Event {
        func pick() -> Int { Int.random(in: 0..<1_000, using: &chance) }
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<14: return .add(folder: pick())
        case 14..<17: return .reply(to: pick())
        case 17..<25: return .edit(pick())
        case 25..<28: return .delete(pick(), isHeld: Bool.random(using: &chance))
        case 28..<35: return .star(pick())
        case 35..<38: return .mark(pick(), pick())
        case 38: return .starElsewhere(pick())
        case 39..<41: return .answerAtOnce(Int.random(in: 1...3, using: &chance))
        case 41..<66: return .answer(pick(), .random(using: &chance))
        case 66..<69: return .lateAnswer(pick(), .random(using: &chance))
        case 69..<72: return .beginReading
        case 72..<75: return .read(pick())
        case 75..<78: return .deliver(pick())
        case 78..<83: return .echo(pick())
        case 83..<86: return .retry(pick())
        case 86: return .keep(pick())
        case 87..<89: return .discard(pick())
        case 89: return .wake(pick())
        case 90..<92: return .pass(seconds: Int.random(in: 1...40, using: &chance))
        case 92: return .takeOver(arrived: pick())
        case 93: return .signIn
        case 94: return .reachable
        case 95: return .toggleRetries
        case 96..<98: return .kill(arrived: pick())
        case 98: return .takeOver(arrived: pick())
        default: return .switchAccount
        }
    }
}

extension Event.Answer {
    static func random(using chance: inout SeededGenerator) -> Event.Answer {
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<38: .accepted(withCopy: true)
        case 38..<55: .accepted(withCopy: false)
        case 55..<64: .rejected
        case 64..<72: .offline
        case 72..<78: .lost
        case 78..<89: .lostButStored
        case 89..<96: .busy
        case 96..<99: .signedOut
        default: .cannotTell
        }
    }
}

extension Event: CustomStringConvertible {
    /// As it is written in a schedule.
    var description: String {
        switch self {
        case .add(let folder): ".add(folder: \(folder % 2))"
        case .reply(let pick): ".reply(to: \(pick))"
        case .edit(let pick): ".edit(\(pick))"
        case .delete(let pick, let isHeld): ".delete(\(pick), isHeld: \(isHeld))"
        case .star(let pick): ".star(\(pick))"
        case .mark(let first, let second): ".mark(\(first), \(second))"
        case .starElsewhere(let pick): ".starElsewhere(\(pick))"
        case .answer(let pick, let answer): ".answer(\(pick), \(answer))"
        case .lateAnswer(let pick, let answer): ".lateAnswer(\(pick), \(answer))"
        case .answerAtOnce(let count): ".answerAtOnce(\(count))"
        case .beginReading: ".beginReading"
        case .read(let pick): ".read(\(pick))"
        case .deliver(let pick): ".deliver(\(pick))"
        case .echo(let pick): ".echo(\(pick))"
        case .retry(let pick): ".retry(\(pick))"
        case .keep(let pick): ".keep(\(pick))"
        case .discard(let pick): ".discard(\(pick))"
        case .wake(let pick): ".wake(\(pick))"
        case .pass(let seconds): ".pass(seconds: \(seconds))"
        case .signIn: ".signIn"
        case .reachable: ".reachable"
        case .toggleRetries: ".toggleRetries"
        case .kill(let arrived): ".kill(arrived: \(arrived & 15))"
        case .takeOver(let arrived): ".takeOver(arrived: \(arrived & 15))"
        case .switchAccount: ".switchAccount"
        }
    }
}

extension Event.Answer: CustomStringConvertible {
    var description: String {
        switch self {
        case .accepted(let withCopy): ".accepted(withCopy: \(withCopy))"
        case .rejected: ".rejected"
        case .offline: ".offline"
        case .lost: ".lost"
        case .lostButStored: ".lostButStored"
        case .busy: ".busy"
        case .signedOut: ".signedOut"
        case .cannotTell: ".cannotTell"
        }
    }
}
