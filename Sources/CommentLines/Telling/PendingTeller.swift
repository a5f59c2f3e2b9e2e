import CommentPresenters
import Comments
import OptimisticState

/// What is on its way or failed, as far as it was told: a line for each change of state, and none for a second less to
/// wait or for one more try that ended as the last one.
struct PendingTeller: Sendable {
    /// What is worth a line when it changes.
    private enum Stage: Hashable {
        /// Its effect is its line.
        case onItsWay
        case waiting(String, Int?, String)
        case blocked(MutationID)
        case needsSignIn, quarantined
        case failed(Failure)
    }

    enum Change {
        /// It stands as its words say.
        case stands(PendingItem)
        /// It had failed, and goes out again.
        case goesAgain(PendingItem)
        /// The server has it.
        case arrived(PendingItem)
        /// Another one has taken its place, or it was discarded.
        case gone(PendingItem)
    }

    private var told: [MutationID: Stage] = [:]
    private(set) var items: [PendingItem] = []

    /// Takes the outbox as it is now.
    ///
    /// - Parameters:
    ///   - isOwnDoing: Whether what is gone may have been taken away by the word that was just said.
    ///   - hasArrived: Whether the server has what a mutation has made.
    mutating func take(
        _ new: [PendingItem], isOwnDoing: Bool, hasArrived: (MutationID) -> Bool
    ) -> [Change] {
        var changes: [Change] = []
        let ids = Set(new.map(\.id))
        for item in items where !ids.contains(item.id) {
            let last = told.removeValue(forKey: item.id)
            guard item.isCreation ? hasArrived(item.id) : !isOwnDoing else {
                changes.append(.gone(item))
                continue
            }
            // A flip and a deletion were their own answer, unless trouble was told.
            if !item.isQuiet || last != .onItsWay { changes.append(.arrived(item)) }
        }
        for item in new {
            let stage = Self.stage(of: item)
            let last = told[item.id]
            switch (last, stage) {
            case (.failed, .onItsWay):
                changes.append(.goesAgain(item))
                told[item.id] = .onItsWay
            // One more try of what waits is no news before it ends otherwise.
            case (.some, .onItsWay): break
            case (nil, .onItsWay): told[item.id] = .onItsWay
            case (_, .waiting), (_, .blocked), (_, .needsSignIn), (_, .quarantined), (_, .failed):
                guard last != stage else { break }
                changes.append(.stands(item))
                told[item.id] = stage
            }
        }
        items = new
        return changes
    }

    /// Another account: what it has waiting is told, what the one before had is not.
    mutating func forget() {
        told = [:]
        items = []
    }

    private static func stage(of item: PendingItem) -> Stage {
        switch item.loadingState {
        case .loading(.sending), .loading(.queued): .onItsWay
        case .loading(.waiting(_, let failure)):
            item.isHeld ? .onItsWay : .waiting(failure.code, failure.status, failure.words)
        case .loading(.blocked(let other)): .blocked(other)
        case .loading(.needsSignIn): .needsSignIn
        case .loading(.quarantined): .quarantined
        case .failure(let failure): .failed(failure)
        }
    }

    /// Whether something may have an answer soon.
    var isSomethingOnItsWay: Bool {
        items.contains { item in
            switch item.loadingState {
            case .loading(.sending), .loading(.queued(behind: nil)): true
            case .loading(.waiting): item.isHeld
            case .loading, .failure: false
            }
        }
    }
}

extension PendingItem {
    /// Whether its effect said already all that there is to say when it has arrived.
    fileprivate var isQuiet: Bool { !isCreation && what.raw != "edit" && what.raw != "edit of a post" }
}
