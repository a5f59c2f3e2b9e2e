import Comments
import OptimisticState

/// What `x` is about to take away, as it is asked about.
package struct Discarding: Hashable, Sendable {
    /// In the order in which they were written.
    let ids: [MutationID]
    /// Those that were pointed at; the others go with them.
    let pointedAt: [MutationID]
    /// What was pointed at: "your comment “So blue!”".
    package let name: UntrustedText
    /// What goes with it, in the same words.
    package let dependents: [UntrustedText]
    package let certainty: Certainty
    /// Whether a text comes back to the composer.
    package let hasText: Bool

    package enum Certainty: Hashable, Sendable {
        /// The server does not have it.
        case notThere
        /// The server may have it: discarding takes away no more than what is shown here.
        case mayBeThere
        /// Its bytes are on their way.
        case beingSent
    }
}

extension Account {
    /// Discards what failed among these, else what waits. Asks first if others depend on it, or if it may be there.
    func discard(among mutations: [MutationID]) -> Reaction {
        let entries = store.read { visible in mutations.compactMap { visible.entry($0) } }
        guard !entries.isEmpty else { return .notice(.nothingToDiscard) }
        var chosen = entries.filter(\.loadingState.isFailure)
        if chosen.isEmpty { chosen = creation(among: mutations).map { [$0] } ?? entries }
        chosen = chosen.filter { $0.loadingState != .loading(.quarantined) }
        guard !chosen.isEmpty else { return .notice(.isQuarantined) }
        let ids = chosen.map(\.id)
        let dependents = dependents(on: ids)
        let certainty: Discarding.Certainty =
            chosen.contains { $0.loadingState == .loading(.sending) }
            ? .beingSent : chosen.contains(where: \.mayBeThere) ? .mayBeThere : .notThere
        let all = (chosen + dependents).sorted { $0.sequence < $1.sequence }
        let discarding = Discarding(
            ids: all.map(\.id), pointedAt: ids,
            name: UntrustedText(
                store.read { visible in chosen.map { $0.name(in: visible) } }.joined(separator: " and ")),
            dependents: store.read { visible in dependents.map { UntrustedText($0.name(in: visible)) } },
            certainty: certainty,
            hasText: all.contains { $0.mutation?.typedText != nil })
        guard dependents.isEmpty, certainty == .notThere else { return .ask(.discard(discarding)) }
        return carryOut(discarding)
    }

    func carryOut(_ discarding: Discarding) -> Reaction {
        let entries = store.read { visible in discarding.ids.compactMap { visible.entry($0) } }
        // Another window may send it, or hang something on it, between what was seen and this.
        guard let discarded = store.discard(exactly: discarding.ids, unsent: discarding.certainty == .notThere) else {
            return discard(among: discarding.pointedAt)
        }
        // What another process or the server has settled meanwhile is not brought back.
        let isWhole = discarded.count == entries.count
        return Reaction(discarded: isWhole ? Self.asShown(entries) : discarded.map { (nil, $0) }, in: self)
    }

    /// What was written and then edited, in the words that it had in the end.
    private static func asShown(
        _ entries: [OutboxEntry<Connection>]
    ) -> [(id: MutationID?, mutation: any Mutation<Connection>)] {
        let ids = Set(entries.map(\.id))
        var edits: [MutationID: any Mutation<Connection>] = [:]
        for mutation in entries.compactMap(\.mutation) where mutation.typedText != nil {
            if let amended = mutation.amends { edits[amended] = mutation }
        }
        return entries.compactMap { entry in
            let mutation: (any Mutation<Connection>)? =
                switch (entry.mutation, edits[entry.id]) {
                case (let add as AddComment, let edit as EditComment):
                    AddComment(
                        post: add.post, parent: add.parent, parentPlace: add.parentPlace, text: edit.text,
                        author: add.author)
                case (let add as AddPost, let edit as EditPost):
                    AddPost(title: edit.title, text: edit.text, author: add.author)
                case (let mutation?, nil):
                    mutation.amends.map { ids.contains($0) } == true ? nil : mutation
                case (let mutation, _): mutation
                }
            return mutation.map { (entry.id, $0) }
        }
    }

    /// What can't be sent without these, oldest first, without these themselves.
    func dependents(on ids: [MutationID]) -> [OutboxEntry<Connection>] {
        let all = Set(ids.flatMap { store.dependents(on: $0) }).subtracting(ids)
        return store.read { visible in all.compactMap { visible.entry($0) } }.sorted { $0.sequence < $1.sequence }
    }

    /// Takes an earlier attempt that looks done as done.
    func keep(among mutations: [MutationID]) -> Reaction {
        let copies = store.read { visible in
            var copies: [(MutationID, String)] = []
            for id in mutations {
                guard let entry = visible.entry(id), case .failure(let failure) = entry.loadingState,
                    failure.isUndecided, visible.offersCopy(of: entry.mutation, failure), let copy = failure.likelyCopy
                else { continue }
                copies.append((entry.id, copy))
            }
            return copies
        }
        guard !copies.isEmpty else { return .notice(.nothingToKeep) }
        for (id, copy) in copies { store.keep(id, as: copy) }
        return .nothing
    }
}
