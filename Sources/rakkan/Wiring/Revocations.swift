import Comments
import OptimisticState
import StateFiles

/// Ends on the server what was signed out of while it could not be told.
struct Revocations: Sendable {
    private let store: RevocationStore
    private let sessions: SessionStore
    private let address: String
    private let service: any CommentService
    private let deadlines: Deadlines
    private let renewals: Renewals?

    init(_ home: Home, _ site: Site) {
        store = RevocationStore(directory: home.folders.revocations)
        sessions = home.sessions
        (address, service, deadlines, renewals) = (site.path, site.service, site.deadlines, site.renewals)
    }

    /// Forgets a session, and keeps it here to be ended. What another window has put into its place stays: that is not
    /// this one's to forget.
    ///
    /// - Returns: the session to end at once if the disk did not take it; nil if it is kept.
    func take(_ session: Session) throws(StateFileError) -> Session? {
        let own = service.newest(session)
        // Another process may have renewed it.
        let known = sessions.load(for: address).flatMap { service.isSame($0, as: own) ? $0 : nil }
        let newest = renewals?.unkept.map { service.isSame($0, as: own) } == true ? own : known ?? own
        // Kept before it is forgotten: whoever is killed in between is still signed in.
        let isKept = (try? store.keep(newest, for: address, as: randomID().rawValue)) != nil
        try sessions.remove(for: address) { service.isSame($0, as: own) }
        return isKept ? nil : newest
    }

    var hasSome: Bool { !store.all(for: address).isEmpty }

    /// Tries each once.
    ///
    /// - Returns: whether none is left.
    func tryNow() async -> Bool {
        var isDone = true
        for kept in store.all(for: address) {
            // Who has signed in again as the same device has ended the old session by that, and would end the new one now.
            if let current = sessions.load(for: address), service.isSame(kept.session, as: current) {
                store.drop(kept)
                continue
            }
            let isEnded = await deadlines.within(deadlines.list) { () async -> Bool in
                do throws(ServiceError) {
                    try await service.signOut(kept.session)
                    return true
                } catch {
                    return error == .needsSignIn
                }
            }
            if isEnded == true { store.drop(kept) } else { isDone = false }
        }
        return isDone
    }

    /// Tries until none is left, ever less often, while the task lives.
    func tryUntilDone() async {
        var wait = Duration.seconds(5)
        while !Task.isCancelled, await !tryNow() {
            try? await deadlines.time.sleep(until: deadlines.time.now() + wait)
            wait = min(wait * 2, .seconds(600))
        }
    }
}
