import CommentPresenters
import Comments
import OptimisticState
import StateFiles

/// The drafts of whoever is signed in, kept as they are typed.
final class Drafts: DraftKeeper {
    private let current: Locked<DraftStore>
    private let home: Home
    private let place: String
    /// In bytes; nil for no limit.
    private let longest: Int?

    init(of session: Session?, home: Home, place: String, longest: Int? = nil) {
        self.longest = longest
        self.home = home
        self.place = place
        current = Locked(Self.store(of: session, home, place))
    }

    /// Goes on with another account's drafts.
    func use(_ session: Session?) {
        let store = Self.store(of: session, home, place)
        current.withLock { $0 = store }
    }

    func draft(named name: String) -> String? {
        try? current.withLock { $0 }.load(named: name)
    }

    func keep(_ text: String, named name: String) {
        if let longest, text.utf8.count > longest { return }
        let store = current.withLock { $0 }
        do {
            if text.isEmpty {
                try store.clear(named: name)
            } else {
                try store.save(text, named: name)
            }
        } catch {
            // The text is in the composer; it is only less safe than it should be.
            return
        }
    }

    private static func store(of session: Session?, _ home: Home, _ place: String) -> DraftStore {
        DraftStore(directory: home.folders.drafts, account: place + "\0" + (session?.account ?? ""))
    }
}
