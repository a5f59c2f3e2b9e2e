import Comments
import OptimisticState

/// Why nothing can be read in a room, for as long as nobody changes that.
package enum RoomTrouble: Hashable, Sendable {
    case notThere, notOpen
    /// The homeserver does not reach the server of that name.
    case serverNotReached(UntrustedText)
    case encrypted
    /// What the first line says.
    case removed

    init?(_ error: ServiceError) {
        guard case .refused(let failure) = error else { return nil }
        switch failure.code {
        case FailureCode.noRoom: self = .notThere
        case FailureCode.roomNotOpen: self = .notOpen
        case FailureCode.roomServerNotReached: self = .serverNotReached(UntrustedText(failure.words))
        case FailureCode.encrypted: self = .encrypted
        case FailureCode.removed: self = .removed
        case _: return nil
        }
    }

    package var sentence: String {
        switch self {
        case .notThere: "There is no room of that name."
        case .notOpen: "This room is open to those alone who are invited."
        case .serverNotReached(let server): "The server of that room, \(server.setApart), can't be reached from yours."
        case .encrypted: "This room is end-to-end encrypted: rakkan does not read such rooms."
        case .removed: "You are not in this room any more."
        }
    }
}

extension Removal {
    /// What the first line says.
    package var sentence: String {
        let why = reason.flatMap { $0.isBlank ? nil : ": \($0.setApart)" } ?? "."
        let by = by.map { " by \($0.setApart)" } ?? ""
        return switch way {
        case .removed: "You were removed from this room\(by)\(why)"
        case .banned: "You were banned from this room\(by)\(why)"
        case .left: "You have left this room. R lists the rooms."
        case .encrypted: "This room is end-to-end encrypted now: rakkan reads and writes no more here. R lists the rooms."
        }
    }
}
