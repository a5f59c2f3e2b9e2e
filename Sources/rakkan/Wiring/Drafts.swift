import CommentPresenters
import Comments
import OptimisticState
import StateFiles

/// The drafts of whoever is signed in, kept as they are typed.
///
/// A disk that does not take one is told by what is returned: the text is in the composer, and only less safe than it
/// should be.
final class Drafts: DraftKeeper {
    private let current: Locked<DraftStore>
    private let home: Home
    private let place: String
    /// In bytes; nil for no limit. What is longer is in the composer alone.
    private let longest: Int?

    init(of session: Session?, home: Home, place: String, longest: Int? = nil) {
        self.longest = longest
        self.home = home
        self.place = place
        current = Locked(Self.store(of: session, home, place, longest))
    }

    /// Goes on with another account's drafts.
    func use(_ session: Session?) {
        let store = Self.store(of: session, home, place, longest)
        current.withLock { $0 = store }
    }

    private var store: DraftStore { current.withLock { $0 } }

    func open(_ name: String) -> OpenedDraft {
        guard let found = try? store.open(named: name) else { return OpenedDraft() }
        return OpenedDraft(
            text: found.text, otherWindow: found.isOpenElsewhere ? OtherWindow(process: found.process) : nil,
            isFromEditor: found.isFromEditor)
    }

    func append(_ edit: TextEdit, to name: String) -> Bool {
        let isFitting = try? store.append(
            offset: edit.offset, removed: edit.removed.count, inserted: edit.inserted, to: name)
        return isFitting ?? false
    }

    func keep(_ text: String, as name: String) -> Bool {
        (try? store.save(text, named: name)) != nil
    }

    func close(_ name: String) { store.release(named: name) }
    func forget(_ name: String) { try? store.clear(named: name) }
    func hasDraft(under prefix: String) -> Bool { store.holdsDraft(under: prefix) }
    func names(under prefix: String) -> [String] { store.drafts(under: prefix) }
    func hasDraft(named name: String) -> Bool { store.holdsDraft(named: name) }

    // MARK: The editor's file

    func beginEditing(_ text: String, of name: String) throws -> String {
        try store.beginEditing(text, named: name)
    }
    func endEditing(_ name: String) throws -> String { try store.endEditing(named: name) }

    private static func store(
        of session: Session?, _ home: Home, _ place: String, _ longest: Int?
    ) -> DraftStore {
        DraftStore(
            directory: home.folders.drafts, account: place + "\0" + (session?.account ?? ""), longest: longest)
    }
}
