import Comments
import OptimisticState

extension Desk {
    /// How a send ended, as far as one waits for it.
    enum Ending: Sendable {
        case settled(Settled)
        /// It stays in the outbox and goes out later.
        case queued(LoadingState)
    }

    /// Sends what waits while `work` runs.
    func draining<T: Sendable>(
        _ work: @escaping @Sendable () async -> T
    ) async throws(ProgramError) -> T {
        let connection = site.connection(as: try signedIn())
        // What waited for a session of this account has one.
        store.signedIn()
        let rule: RetryRule = options.automaticRetry ? .standard : .manual
        let drain = worker.start { await store.drain(to: connection, retries: rule) }
        let result = await work()
        drain.cancel()
        await drain.value
        return result
    }

    /// Waits until a mutation has settled, or has to wait for longer than a command should.
    func ending(of id: MutationID) async -> Ending {
        for await _ in store.changes(in: [.outbox]) {
            guard let entry = store.read({ $0.entry(id) }) else { break }
            if goesOn(after: entry.loadingState) { continue }
            if store.read({ $0.isPostponed(entry) }) { return .queued(entry.loadingState) }
            if case .failure = entry.loadingState { break }
        }
        return .settled(await store.settled(id))
    }

    /// Waits for a disk that took nothing yet: another process may only have written for long. While one sends, what is
    /// not kept is offered to the disk again.
    func waitUntilKept(_ id: MutationID) async {
        _ = await site.deadlines.within(.seconds(12)) { [store] in
            for await _ in store.changes(in: [.outbox]) where store.read({ $0.entry(id)?.isSaved }) != false { return }
        }
    }

    /// Waits until nothing more can be sent now.
    func drainAll() async {
        for await _ in store.changes(in: [.outbox]) {
            let waits = store.read { $0.outbox.first { $0.loadingState == .loading(.needsSignIn) } }
            if let waits, goesOn(after: waits.loadingState) { continue }
            let isDone = store.read { visible in
                visible.outbox.allSatisfy { entry in
                    if case .failure = entry.loadingState { return true }
                    return visible.isPostponed(entry)
                }
            }
            if isDone { return }
        }
    }

    /// A window that has an old session may have been refused with it; this command's is good as far as is known.
    ///
    /// - Returns: whether what waits for a session goes on.
    private func goesOn(after state: LoadingState) -> Bool {
        guard state == .loading(.needsSignIn), let session, !site.service.isOver(session) else { return false }
        store.signedIn()
        return true
    }
}
