import Comments
import HTTPTransport
import OptimisticState

/// Into the room, and out of it.
extension MatrixBoard {
    /// The room's id, after joining it: who names a room asks to be in it. Joined already is done. What is remembered of
    /// an earlier run is asked for once more: it may be encrypted since, or gone on elsewhere, or left.
    func room(as session: Session) async throws(Trouble) -> String {
        let state = state(of: session)
        let (known, isEntered, isEncrypted) = state.with { ($0.roomID, $0.isEntered, $0.isEncrypted) }
        if isEncrypted {
            removal = Removal(.encrypted)
            throw .encrypted
        }
        if let known, isEntered { return known }
        guard let name = known ?? roomID(as: session) ?? self.room else { throw .notFound }
        let id = try await join(name, as: session)
        do throws(Trouble) {
            _ = try await ask(.get, Path(Path.client, "rooms", id, "state", "m.room.encryption"), as: session)
            // It is so for ever (m.room.encryption).
            state.with { $0.isEncrypted = true }
            removal = Removal(.encrypted)
            throw Trouble.encrypted
        } catch {
            guard case .refused(404, _, _, _, _) = error else { throw error }
        }
        do throws(Trouble) {
            let tombstone = try await stateEvent("m.room.tombstone", "", in: id, as: session)
            successor = tombstone.content["replacement_room"]?.text
            if let successor, let sender = tombstone.sender { note(sender, knows: successor) }
        } catch {
            guard case .refused(404, _, _, _, _) = error else { throw error }
        }
        keep(id, as: session)
        if name.hasPrefix("#") { learn(name, means: id, as: session) } else { await askForAlias(of: id, as: session) }
        removal = nil
        state.with { contents in
            contents.roomID = id
            contents.isEntered = true
        }
        return id
    }

    private func join(_ name: String, as session: Session) async throws(Trouble) -> String {
        // A room on other servers is found by one that is in it (joining rooms).
        let own = session.account.serverName
        var servers = withNames { $0.servers[name] } ?? []
        if name.hasPrefix("!"), let server = name.serverName, !servers.contains(server) { servers.append(server) }
        servers.removeAll { $0 == own }
        let query = servers.flatMap { [("via", $0), ("server_name", $0)] }
        do throws(Trouble) {
            let answer = try await ask(.post, Path(Path.client, "join", name, query: query), as: session)
            guard let id = answer["room_id"]?.text else { throw .strange(status: 200, retryAfter: nil) }
            return id
        } catch {
            guard case .refused(let status, let code, _, _, _) = error, !error.isOver, status != 429 else {
                throw error
            }
            switch status {
            case 403:
                // Who was banned is not shown that it was.
                if code == "M_BAD_STATE" {
                    if removal?.way != .banned { removal = Removal(.banned) }
                    throw .removed
                }
                if let id = name.hasPrefix("!") ? name : roomID(as: session),
                    try await isRemoved(from: id, as: session)
                {
                    throw .removed
                }
                throw .noRoom(.notOpen)
            // A name that can be none is one of no room.
            case 404: throw .noRoom(.notThere)
            case 400 where code == "M_INVALID_PARAM" || code == "M_UNKNOWN": throw .noRoom(.notThere)
            case 500...:
                guard let server = servers.first ?? name.serverName, server != own else { throw error }
                throw .noRoom(.serverNotReached(server))
            case _: throw error
            }
        }
    }

    /// A piece of a room's state. Older servers tell what it says, not who said it.
    private func stateEvent(
        _ type: String, _ key: String, in room: String, as session: Session
    ) async throws(Trouble) -> (content: JSONValue, sender: String?) {
        let path = Path(Path.client, "rooms", room, "state", type, key, query: [("format", "event")])
        let answer = try await ask(.get, path, as: session)
        guard let content = answer["content"], let sender = answer["sender"]?.text else { return (answer, nil) }
        return (content, sender)
    }

    /// The server of whoever upgraded a room is in the one that goes on.
    func note(_ sender: String, knows room: String) {
        guard let server = sender.serverName else { return }
        withNames { names in
            if names.servers[room]?.contains(server) != true { names.servers[room, default: []].append(server) }
        }
    }

    // MARK: Out of it

    /// Asks whether this account is not in the room any more, and why.
    func isRemoved(from room: String, as session: Session) async throws(Trouble) -> Bool {
        do throws(Trouble) {
            let member = try await stateEvent("m.room.member", session.account, in: room, as: session)
            guard let left = left(member.content, by: member.sender, as: session) else { return false }
            removal = left
            return true
        } catch {
            guard case .refused(let status, _, _, _, _) = error, status < 500, status != 429, !error.isOver else {
                throw error
            }
            return false
        }
    }

    private func left(_ content: JSONValue, by sender: String?, as session: Session) -> Removal? {
        let way: Removal.Way
        switch content["membership"]?.text {
        case "ban": way = .banned
        case "leave": way = sender == session.account ? .left : .removed
        case _: return nil
        }
        let name = sender.map { sender in state(of: session).with { $0.index.name(of: sender) } }
        return Removal(way, by: way == .left ? nil : name, reason: content["reason"]?.text.map(UntrustedText.init))
    }

    /// What news say of being in the room: put out of it, invited or in it again.
    func noteMembership(_ answer: JSONValue, in room: String, as session: Session) async throws(Trouble) {
        if let gone = answer["rooms", "leave"]?[room] {
            let events = (gone["state", "events"]?.items ?? []) + (gone["timeline", "events"]?.items ?? [])
            let last = events.last { $0["type"]?.text == "m.room.member" && $0["state_key"]?.text == session.account }
            if let last, let content = last["content"], let left = left(content, by: last["sender"]?.text, as: session)
            {
                removal = left
            } else if try await !isRemoved(from: room, as: session) {
                removal = Removal(.left)
            }
        } else if answer["rooms", "join"]?[room] != nil {
            removal = nil
        } else if removal != nil, answer["rooms", "invite"]?[room] != nil {
            // Whoever has the room open wants to be in it: it is joined with the next question.
            removal = nil
            state(of: session).with { $0.isEntered = false }
        }
    }
}
