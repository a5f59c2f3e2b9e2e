import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    /// The rooms of this account, then those of the server's public directory, page by page.
    ///
    /// - Parameter limit: How many of the directory are asked for at a time.
    package func rooms(
        after cursor: Cursor? = nil, limit: Int = 50, as session: Session
    ) async throws(ServiceError) -> RoomPage {
        do throws(Trouble) {
            let own = cursor == nil ? try await ownRooms(as: session) : []
            var page = try await publicRooms(after: cursor, limit, as: session)
            if cursor == nil { ownIDs = Set(own.map(\.id)) }
            let ids = ownIDs
            page.rooms = own + page.rooms.filter { !ids.contains($0.id) }
            return named(page, as: session)
        } catch {
            throw ServiceError(error)
        }
    }

    /// Rooms of the public directory that have a word in their name, alias or topic, by the server's own search.
    package func rooms(matching text: String, as session: Session) async throws(ServiceError) -> RoomPage {
        do throws(Trouble) {
            let body: JSONValue = [
                "limit": 100, "filter": ["generic_search_term": .string(String(text.prefix(255)))],
            ]
            let answer = try await ask(.post, Path(Path.client + "/publicRooms"), body: body, as: session)
            let ids = ownIDs
            return named(
                RoomPage(rooms: Room.published(answer).filter { !ids.contains($0.id) }, next: nil), as: session)
        } catch {
            throw ServiceError(error)
        }
    }

    /// Each room with the name that it is shown by.
    private func named(_ page: RoomPage, as session: Session) -> RoomPage {
        var page = page
        let keys = keys(as: session)
        let claimed = page.rooms.compactMap { room in room.alias.map { (room.id, $0.raw) } }
        withNames { $0.claims.merge(claimed) { _, newer in newer } }
        for (index, room) in page.rooms.enumerated() {
            page.rooms[index].reference = shownName(of: room, key: keys[room.id], as: session)
        }
        return page
    }

    /// The rooms that were opened before, which was the last, and when any was followed last: what is known without
    /// asking.
    package func rememberedRooms(as session: Session) -> (rooms: [Room], last: String?, asOf: Timestamp?) {
        guard let cache else { return ([], nil, nil) }
        let called = cache.aliases(under: cachePrefix(of: session))
        let rooms = keys(as: session).map { id, key in
            var room = Room(id: id, reference: id, alias: called[id].map(UntrustedText.init), standing: .joined)
            room.reference = shownName(of: room, key: key, as: session)
            return room
        }
        return (
            rooms.sorted { ($0.reference, $0.id) < ($1.reference, $1.id) }, cache.choice(of: cachePrefix(of: session)),
            cache.lastTold(under: cachePrefix(of: session))
        )
    }

    /// Which room is open, by name or id, for the next start without a room's name.
    package func rememberChoice(_ room: String, as session: Session) {
        cache?.choose(room, of: cachePrefix(of: session))
    }

    /// Joined rooms and invitations with what they are called, in one answer: a sync that asks for nothing else.
    private func ownRooms(as session: Session) async throws(Trouble) -> [Room] {
        let nothing: JSONValue = ["types": []]
        let state: JSONValue = [
            "types": [
                "m.room.create", "m.room.name", "m.room.canonical_alias", "m.room.encryption", "m.room.tombstone",
            ], "lazy_load_members": true,
        ]
        // The server remembers its answers for a while, by the words of the question: who has just joined a room would
        // not be in it.
        let timeline: JSONValue = ["types": [], "limit": .integer(.random(in: 1...1_000_000))]
        let filter: JSONValue = [
            "presence": nothing, "account_data": nothing,
            "room": ["ephemeral": nothing, "account_data": nothing, "timeline": timeline, "state": state],
        ]
        let query = [
            ("filter", String(decoding: filter.bytes, as: UTF8.self)), ("timeout", "0"), ("set_presence", "offline"),
        ]
        let answer = try await ask(.get, Path(Path.client + "/sync", query: query), as: session)
        func rooms(_ list: String, _ events: String, _ standing: Room.Standing) -> [Room] {
            (answer["rooms", list]?.members ?? []).compactMap { item in
                Room(id: item.name, state: item.value[events, "events"]?.items ?? [], of: item.value, standing)
            }.sorted { ($0.shownName.lowercased(), $0.id) < ($1.shownName.lowercased(), $1.id) }
        }
        for item in answer["rooms", "join"]?.members ?? [] {
            for event in item.value["state", "events"]?.items ?? [] where event["type"]?.text == "m.room.tombstone" {
                guard let next = event["content", "replacement_room"]?.text, let sender = event["sender"]?.text else {
                    continue
                }
                note(sender, knows: next)
            }
        }
        return rooms("join", "state", .joined) + rooms("invite", "invite_state", .invited)
    }

    /// A page of the published room directory. A server that shows it to nobody has none.
    private func publicRooms(after cursor: Cursor?, _ limit: Int, as session: Session) async throws(Trouble) -> RoomPage
    {
        var query = [("limit", "\(limit)")]
        if let cursor { query.append(("since", cursor.rawValue)) }
        let answer: JSONValue
        do throws(Trouble) {
            answer = try await ask(.get, Path(Path.client + "/publicRooms", query: query), as: session)
        } catch {
            if case .refused(403, _, _, _, _) = error { return RoomPage(rooms: [], next: nil) }
            throw error
        }
        return RoomPage(rooms: Room.published(answer), next: answer["next_batch"]?.text.map { Cursor($0) })
    }
}

extension Room {
    fileprivate var shownName: String { name?.raw ?? reference }

    /// A page of the published room directory.
    fileprivate static func published(_ answer: JSONValue) -> [Room] {
        (answer["chunk"]?.items ?? []).compactMap { room -> Room? in
            // A space is no room to write in.
            guard let id = room["room_id"]?.text, room["room_type"]?.text == nil else { return nil }
            let alias = room["canonical_alias"]?.text
            return Room(
                id: id, reference: alias ?? id, alias: alias.map(UntrustedText.init),
                name: room["name"]?.text.map(UntrustedText.init), standing: .public,
                isEncrypted: room["encryption"]?.text != nil,
                members: room["num_joined_members"]?.whole.map { Int(clamping: $0) })
        }
    }

    /// Nil for a space.
    fileprivate init?(id: String, state: [JSONValue], of room: JSONValue, _ standing: Standing) {
        func content(_ type: String) -> JSONValue? {
            state.last { $0["type"]?.text == type && $0["state_key"]?.text == "" }?["content"]
        }
        guard content("m.room.create")?["type"] == nil else { return nil }
        let alias = content("m.room.canonical_alias")?["alias"]?.text
        // A room without a name is called by who is in it (calculating the display name for a room).
        let heroes = (room["summary", "m.heroes"]?.items ?? []).compactMap(\.text).map(\.localpart)
        let name = content("m.room.name")?["name"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        let known = name ?? (alias == nil && !heroes.isEmpty ? heroes.joined(separator: ", ") : nil)
        self.init(
            id: id, reference: alias ?? id, alias: alias.map(UntrustedText.init),
            name: known.map(UntrustedText.init), standing: standing,
            isEncrypted: content("m.room.encryption") != nil,
            replacement: content("m.room.tombstone")?["replacement_room"]?.text,
            members: room["summary", "m.joined_member_count"]?.whole.map { Int(clamping: $0) })
    }
}
