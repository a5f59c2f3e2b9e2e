extension StoreState {
    /// The record as it is to be shown; nil if it is not to be seen.
    @inlinable
    func item<R: Record>(_ slot: Slot<R>) -> Item<R>? {
        guard let record = slot.state.visible else { return nil }
        var mutations: [MutationID] = []
        var loadingState: LoadingState?
        for change in slot.state.pending where change.acknowledged == nil {
            guard let stage = self.loadingState(of: change.id) else { continue }
            if mutations.last != change.id { mutations.append(change.id) }
            switch (loadingState, stage) {
            case (nil, _), (.loading?, .failure): loadingState = stage
            case (.loading?, .loading), (.failure?, _): break
            }
        }
        return Item(id: slot.identity, record: record, loadingState: loadingState, mutations: mutations)
    }

    @usableFromInline
    func loadingState(of id: MutationID) -> LoadingState? { outbox.loadingState(of: id) }

    /// A mutation as it is to be shown; nil if the server has it or it is not there.
    func entry<Service: Sendable>(_ id: MutationID) -> OutboxEntry<Service>? {
        guard let entry = outbox.entries[id], let content = entry.content,
            let loadingState = outbox.loadingState(of: id)
        else { return nil }
        return OutboxEntry(
            id: id, sequence: entry.sequence, enqueuedAt: content.enqueuedAt,
            mutation: content.mutation?.typed(for: Service.self),
            kindName: content.kindName, loadingState: loadingState, attempts: entry.state.attempts,
            mayHaveArrived: entry.state.mayHaveArrived, isSaved: content.isSaved)
    }
}
