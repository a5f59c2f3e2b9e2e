import OptimisticState
import TestSupport

// Cards in decks: as little of a domain as the core can be measured with.

struct Deck: Record {
    let ref: Ref<Deck>
    var cards: Int
    static var recordName: String { "deck" }
    var scopes: [Scope<Deck>] { [] }
    var order: Int { 0 }
    enum Key: ScopeKey { case all }
}

struct Card: Record {
    let ref: Ref<Card>
    let deck: Ref<Deck>
    let number: Int64
    let text: String

    static var recordName: String { "card" }
    var scopes: [Scope<Card>] { [Scope(Key(deck: deck))] }
    var order: Int64 { number }

    struct Key: ScopeKey {
        let deck: Ref<Deck>
        func resolved(by identities: borrowing Identities) -> Key { Key(deck: identities.identity(of: deck)) }
    }
}

struct AddCard: Mutation {
    let deck: Ref<Deck>
    let text: String

    static var kind: Kind { Kind(name: "add", version: 1, afterFailure: .skips, whenFailed: .stays) }
    var lane: Lane { Lane("cards", on: deck) }
    func effects(from origin: Origin) -> [Effect] {
        let card = Card(ref: .created(by: origin.id), deck: deck, number: .max / 2 + origin.sequence, text: text)
        return [.create(card), .add(1, to: \Deck.cards, of: deck)]
    }
    func send(_ attempt: Attempt, to dealer: Dealer) async -> Outcome { await dealer.take(attempt.id) }
}

/// Answers when it is told to, or at once.
final class Dealer: Sendable {
    private let open = Locked<[(id: MutationID, answer: CheckedContinuation<Outcome, Never>)]>([])
    private let isPrompt: Bool

    init(isPrompt: Bool) { self.isPrompt = isPrompt }

    func take(_ id: MutationID) async -> Outcome {
        if isPrompt { return .accepted(serverID: "s\(id)", said: []) }
        return await withCheckedContinuation { answer in open.withLock { $0.append((id, answer)) } }
    }

    /// - Returns: false if nothing is open.
    func answer(_ outcome: (MutationID) -> Outcome) -> Bool {
        guard let (id, answer) = open.withLock({ $0.popLast() }) else { return false }
        answer.resume(returning: outcome(id))
        return true
    }
}

/// A journal without a disk: what is left is the core.
final class NoJournal: Journal {
    typealias Service = Dealer
    private let counts = Locked((sequence: Int64(0), revision: Int64(0)))

    func load() throws -> JournalContents<Dealer> { JournalContents() }
    func changes(since revision: Int64) throws -> JournalContents<Dealer> { JournalContents(revision: revision) }
    func write(_ batch: JournalBatch<Dealer>) throws -> JournalReceipt {
        counts.withLock { counts in
            let first = counts.sequence + 1
            counts.sequence += Int64(batch.appended.count)
            counts.revision += 1
            return JournalReceipt(
                sequences: batch.appended.isEmpty ? [] : Array(first...counts.sequence),
                previous: counts.revision - 1, revision: counts.revision)
        }
    }
    func claimLease(at now: Timestamp) throws -> LeaseClaim { .renewed }
    func releaseLease() throws {}
}
