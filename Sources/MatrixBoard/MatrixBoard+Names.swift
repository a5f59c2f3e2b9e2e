import Comments
import HTTPTransport
import OptimisticState

/// By which name a room is known, and by which it is kept.
///
/// A room is its id; an alias is a way to find one, and may move. Outbox, drafts and cache are kept under a *key* that
/// stands for one room for ever: its id, or the alias that it was first opened by.
extension MatrixBoard {
    /// What of this room is kept under, for this account.
    package func key(as session: Session) -> String {
        guard let room else { return "" }
        let state = state(of: session)
        if let known = state.with({ $0.key }) { return known }
        let found = key(of: room, as: session)
        return state.with { contents in
            let key = contents.key ?? found
            contents.key = key
            return key
        }
    }

    /// The room's id, as far as it is known without asking.
    package func roomID(as session: Session) -> String? {
        guard room != nil else { return nil }
        if let known = state(of: session).with({ $0.roomID }) { return known }
        let key = key(as: session)
        return room(keptAs: key, as: session) ?? (key.hasPrefix("!") ? key : nil)
    }

    /// Which rooms are kept under which keys, by their ids.
    package func keys(as session: Session) -> [String: String] { cache?.rooms(under: cachePrefix(of: session)) ?? [:] }

    private func key(of name: String, as session: Session) -> String {
        let prefix = cachePrefix(of: session)
        guard let id = name.hasPrefix("!") ? name : room(calledBy: name, as: session) else { return name }
        if let kept = cache?.rooms(under: prefix)[id] { return kept }
        if let kept = withNames({ names in names.kept.first { $0.value == id && $0.key.hasPrefix(prefix) }?.key }) {
            return String(kept.dropFirst(prefix.count))
        }
        // An alias that stands for another room already stays that one's.
        return room(keptAs: name, as: session) == nil ? name : id
    }

    private func room(keptAs key: String, as session: Session) -> String? {
        let name = cachePrefix(of: session) + key
        return withNames { $0.kept[name] } ?? cache?.room(keptAs: name)
    }

    private func room(calledBy alias: String, as session: Session) -> String? {
        let name = cachePrefix(of: session) + alias
        return withNames { $0.aliases[name] } ?? cache?.room(calledBy: name)
    }

    /// The room was entered: from now on its key stands for it.
    func keep(_ id: String, as session: Session) {
        let name = cacheName(of: session)
        withNames { names in if names.kept[name] == nil { names.kept[name] = id } }
        cache?.keep(id, as: name)
    }

    func learn(_ alias: String, means id: String, as session: Session) {
        let name = cachePrefix(of: session) + alias
        guard withNames({ $0.aliases.updateValue(id, forKey: name) }) != id else { return }
        cache?.learn(name, means: id)
    }

    /// Asks which room an alias means: that by which this one was opened, or that by which it calls itself. It takes effect
    /// with the next opening; what is open stays.
    func askForAlias(of id: String, as session: Session) async {
        // What calls itself by a name that was said to be its own needs no asking again.
        guard let alias = room?.hasPrefix("#") == true ? room : withNames({ $0.claims[id] }),
            room == alias || self.room(calledBy: alias, as: session) != id,
            let answer = try? await ask(.get, Path(Path.client, "directory", "room", alias), as: session),
            let meant = answer["room_id"]?.text
        else { return }
        learn(alias, means: meant, as: session)
    }

    /// What a room is shown by: its alias, or that by which it was opened if it is still its own, or its id.
    func shownName(of room: Room, key: String?, as session: Session) -> String {
        if let alias = room.alias?.raw { return alias }
        guard let key, key.hasPrefix("#"), self.room(calledBy: key, as: session).map({ $0 == room.id }) ?? true,
            !withNames({ names in names.claims.contains { $0.value == key && $0.key != room.id } })
        else { return room.id }
        return key
    }
}
