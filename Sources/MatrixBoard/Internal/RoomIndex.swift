import Comments
import OptimisticState

/// What is known of one room, as a value: events go in, in whatever order and however often they come; posts and
/// comments come out as they stand. What is gone stays gone, so that the order of arrival makes no difference.
struct RoomIndex: Sendable {
    struct Entry: Sendable {
        let id: String
        let sender: String
        let sentAt: Int64
        let place: Place
        /// Nil for a post.
        let root: String?
        let parent: String?
        var content: Event.Text
        var mutation: MutationID?
        /// Of a post: what the server counted last.
        var threadCount = 0
        /// Whether every favourite, edit and reply of it has come by here: it was read from now backwards, or it came
        /// as news itself.
        var isComplete = false
    }

    let account: String
    private(set) var entries: [String: Entry] = [:]
    private var gone: Set<String> = []
    /// The hearts on each target: event and sender.
    private var hearts: [String: [String: String]] = [:]
    /// What a heart or an edit is about.
    private var aboutOf: [String: String] = [:]
    private var edits: [String: [String: (sender: String, edit: Event.Edit)]] = [:]
    private var replies: [String: Set<String>] = [:]
    private var members: [String: String] = [:]
    private var namesakes: [String: Int] = [:]

    init(account: String) {
        self.account = account
    }

    subscript(id: String) -> Entry? { entries[id] }

    func isGone(_ id: String) -> Bool { gone.contains(id) }

    func hasReplies(_ id: String) -> Bool { replies[id]?.contains { entries[$0] != nil } ?? false }

    // MARK: In

    /// Takes an event.
    ///
    /// - Parameter isNews: Whether it came as news, so that all that refers to it comes by here too.
    /// - Returns: the posts and comments that are not what they were; of news also those that it was known of before, as
    ///   what this account did itself, whose echo has to be told, or what was asked for and not told yet: whoever follows
    ///   asks from the same place again where something came between.
    @discardableResult
    mutating func take(_ event: Event, isNews: Bool = false) -> Set<String> {
        switch event.kind {
        case .post(let text): return add(event, root: nil, parent: nil, text, isNews)
        case .comment(let root, let parent, let text):
            return add(event, root: root, parent: parent, Event.Text(body: text), isNews)
        case .edit(let target, let text):
            return take(
                Event.Edit(id: event.id, sentAt: event.sentAt, content: text), of: target, by: event.sender, isNews)
        case .heart(let target):
            guard !gone.contains(event.id), isNews || hearts[target]?[event.id] == nil else { return [] }
            hearts[target, default: [:]][event.id] = event.sender
            aboutOf[event.id] = target
            return [target]
        case .redaction(let target): return remove(target)
        case .redacted: return remove(event.id)
        case .member(let user, let name, let isJoined):
            setName(user, isJoined ? name : members[user])
            return []
        case .encrypted, .tombstone, .other: return []
        }
    }

    private mutating func add(
        _ event: Event, root: String?, parent: String?, _ text: Event.Text, _ isNews: Bool
    ) -> Set<String> {
        let isGone = gone.contains(event.id)
        // Of a comment the frame is kept, as if it had come before its deletion: replies may stand under it.
        guard !isGone || root != nil && entries[event.id] == nil else { return [] }
        var touched: Set<String> = [event.id]
        if entries[event.id] == nil {
            entries[event.id] = Entry(
                id: event.id, sender: event.sender, sentAt: event.sentAt, place: event.place, root: root,
                parent: parent == event.id ? nil : parent, content: isGone ? Event.Text(body: "") : text,
                mutation: event.echo(for: account), isComplete: isNews || isGone)
            if let root { touched.insert(root) }
            if let parent {
                replies[parent, default: []].insert(event.id)
                touched.insert(parent)
            }
        }
        if isGone { return touched }
        if let count = event.threadCount { entries[event.id]?.threadCount = count }
        if let edit = event.edit { touched.formUnion(take(edit, of: event.id, by: event.sender)) }
        return touched
    }

    private mutating func take(
        _ edit: Event.Edit, of target: String, by sender: String, _ isNews: Bool = false
    ) -> Set<String> {
        guard !gone.contains(edit.id), isNews || edits[target]?[edit.id] == nil else { return [] }
        edits[target, default: [:]][edit.id] = (sender, edit)
        aboutOf[edit.id] = target
        return [target]
    }

    /// Something was taken back: a post, a comment, a heart, an edit.
    private mutating func remove(_ id: String) -> Set<String> {
        let isNew = gone.insert(id).inserted
        if let target = aboutOf[id] {
            hearts[target]?[id] = nil
            edits[target]?[id] = nil
            return [target]
        }
        guard let entry = entries[id] else { return [id] }
        if isNew {
            entries[id]?.content = Event.Text(body: "")
            hearts[id] = nil
            edits[id] = nil
        }
        return Set([id, entry.root, entry.parent].compactMap { $0 })
    }

    /// All hearts on `target` are these.
    mutating func setHearts(_ events: [Event], on target: String) {
        hearts[target] = [:]
        for event in events where event.kind == .heart(on: target) { take(event) }
    }

    /// Forgets what it knows of a thread's comments, before they are read anew. What is gone stays gone.
    mutating func forgetThread(_ root: String) {
        for entry in entries.values where entry.root == root && !gone.contains(entry.id) {
            entries[entry.id] = nil
            hearts[entry.id] = nil
            edits[entry.id] = nil
            replies[entry.id] = nil
        }
    }

    mutating func setComplete(_ ids: some Sequence<String>) {
        for id in ids { entries[id]?.isComplete = true }
    }

    /// Keeps a comment whose words are gone: replies stand under it.
    mutating func keepPlace(of event: Event, root: String) {
        gone.insert(event.id)
        guard entries[event.id] == nil else { return }
        entries[event.id] = Entry(
            id: event.id, sender: event.sender, sentAt: event.sentAt, place: event.place, root: root, parent: nil,
            content: Event.Text(body: ""), isComplete: true)
    }

    mutating func setName(_ user: String, _ name: String?) {
        if let old = members[user] { namesakes[old, default: 1] -= 1 }
        members[user] = name
        if let name { namesakes[name, default: 0] += 1 }
    }

    // MARK: Out

    /// The name that others see. Where two have the same, each with its id (client-server interface, calculating
    /// the display name for a user).
    func name(of user: String) -> UntrustedText {
        guard let name = members[user], !name.isEmpty else { return UntrustedText(user.localpart) }
        return UntrustedText(namesakes[name, default: 1] > 1 ? "\(name) (\(user))" : name)
    }

    func ownHearts(on target: String) -> [String] {
        hearts[target, default: [:]].filter { $0.value == account }.map(\.key).sorted()
    }

    /// Everyone else whose heart is on it, by their ids.
    func otherFans(of target: String) -> [String] {
        Set(hearts[target, default: [:]].values).filter { $0 != account }.sorted()
    }

    func post(_ id: String) -> Post? {
        guard let entry = entries[id], entry.root == nil, !gone.contains(id) else { return nil }
        let (content, isEdited) = standing(entry)
        let (title, text) = content.split
        let fans = Set(hearts[id, default: [:]].values)
        return Post(
            ref: .server(id), place: entry.place, title: UntrustedText(title), text: UntrustedText(text),
            author: name(of: entry.sender),
            createdAt: Timestamp(milliseconds: entry.sentAt), isEdited: isEdited, isMine: entry.sender == account,
            favourites: fans.count, isFavourited: fans.contains(account), comments: entry.threadCount)
    }

    /// Nil for what is gone and has no living reply.
    func comment(_ id: String) -> Comment? {
        guard let entry = entries[id], let root = entry.root, !gone.contains(root) else { return nil }
        let isDeleted = gone.contains(id)
        let replies = livingReplies(of: id)
        guard !isDeleted || replies > 0 else { return nil }
        let (content, isEdited) = standing(entry)
        let fans = isDeleted ? [] : Set(hearts[id, default: [:]].values)
        let top = topParent(of: entry)
        return Comment(
            ref: .server(id), post: .server(root), parent: top.map { .server($0.id) }, parentPlace: top?.place,
            place: entry.place, author: name(of: entry.sender), text: UntrustedText(isDeleted ? "" : content.body),
            createdAt: Timestamp(milliseconds: entry.sentAt), isEdited: isEdited && !isDeleted, isDeleted: isDeleted,
            isMine: entry.sender == account, favourites: fans.count,
            isFavourited: fans.contains(account), replies: replies)
    }

    /// The comments of a thread that are kept only for their replies, between two places.
    func placeholders(in root: String, from oldest: Place?, to newest: Place?) -> [String] {
        gone.filter { id in
            guard let entry = entries[id], entry.root == root, livingReplies(of: id) > 0 else { return false }
            return (oldest.map { $0 <= entry.place } ?? true) && (newest.map { entry.place < $0 } ?? true)
        }
    }

    /// The comments that replies name as their parents and that were not read.
    func unknownParents(of ids: [String]) -> Set<String> {
        Set(ids.compactMap { entries[$0]?.parent }).filter { entries[$0] == nil }
    }

    /// The comment under which a reply stands: one level deep, so a reply to a reply stands beside it.
    func topParent(of entry: Entry) -> Entry? {
        var entry = entry
        var top: Entry?
        // A chain as long as this is a circle.
        for _ in 0..<50 {
            guard let parent = entry.parent.flatMap({ entries[$0] }), parent.root == entry.root else { return top }
            top = parent
            entry = parent
        }
        return nil
    }

    private func livingReplies(of id: String) -> Int {
        // Those that name it, and those that name one of those.
        var seen: Set<String> = [id]
        var waiting = [id]
        var count = 0
        while let next = waiting.popLast() {
            for reply in replies[next, default: []] where seen.insert(reply).inserted {
                waiting.append(reply)
                if !gone.contains(reply), entries[reply] != nil { count += 1 }
            }
        }
        guard let entry = entries[id] else { return count }
        return topParent(of: entry) == nil ? count : 0
    }

    /// The words as they stand: the author's last edit; anyone else's is none of theirs to make.
    private func standing(_ entry: Entry) -> (content: Event.Text, isEdited: Bool) {
        let own = edits[entry.id, default: [:]].values.filter { $0.sender == entry.sender }.map(\.edit)
        guard let last = own.max(by: { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }) else { return (entry.content, false) }
        return (last.content, true)
    }
}

extension String {
    /// `anna` of `@anna:example.org`.
    var localpart: String {
        guard hasPrefix("@") else { return self }
        return String(dropFirst().prefix { $0 != ":" })
    }
}
