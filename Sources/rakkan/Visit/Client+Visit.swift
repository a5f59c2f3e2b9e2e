import Comments
import LocalBoard
import StateFiles

extension Client {
    /// The session of a visitor whose key is an account; nil for everyone else.
    static func sessionByKey(_ options: Options, _ home: Home, _ site: Site, _ worker: WorkerThread) -> Session? {
        guard options.visit?.keyIsEnough == true, let board = site.board else { return nil }
        guard let session = worker.finish({ () -> Session? in try? await board.signInByKey() }) else { return nil }
        try? home.sessions.save(session, for: site.path)
        return session
    }
}
