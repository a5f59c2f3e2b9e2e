import Comments
import HTTPTransport
import OptimisticState

/// A room that could be read here.
package struct RoomSummary: Hashable, Sendable {
    package let id: String
    package var alias: UntrustedText?
    package var name: UntrustedText?
    package var isJoined: Bool
    package var isEncrypted: Bool
    /// Where it goes on: it was upgraded.
    package var replacement: String?
    package var members: Int?

    /// What `--room` takes.
    package var reference: UntrustedText { alias ?? UntrustedText(id) }
}

extension MatrixBoard {
    /// More than anyone looks through.
    private static let mostRooms = 100

    /// The rooms of this account, then those of the server's public directory.
    package func rooms(as session: Session) async throws(ServiceError) -> [RoomSummary] {
        do throws(Trouble) {
            let joined = try await ask(.get, Path(Path.client + "/joined_rooms"), as: session)
            let ids = (joined["joined_rooms"]?.items ?? []).compactMap(\.text)
            let listed = try await ask(
                .get, Path(Path.client + "/publicRooms", query: [("limit", "\(Self.mostRooms)")]), as: session)
            let own = Set(ids)
            var rooms: [RoomSummary] = []
            for room in (listed["chunk"]?.items ?? []).prefix(Self.mostRooms) {
                guard let id = room["room_id"]?.text, room["room_type"] == nil else { continue }
                rooms.append(
                    RoomSummary(
                        id: id, alias: room["canonical_alias"]?.text.map(UntrustedText.init),
                        name: room["name"]?.text.map(UntrustedText.init), isJoined: own.contains(id),
                        isEncrypted: room["encryption"]?.text != nil,
                        members: room["num_joined_members"]?.whole.map { Int(clamping: $0) }))
            }
            let known = Set(rooms.map(\.id))
            for id in ids.prefix(Self.mostRooms) where !known.contains(id) {
                if let room = try await summary(of: id, as: session) { rooms.append(room) }
            }
            return rooms.filter(\.isJoined) + rooms.filter { !$0.isJoined }
        } catch {
            throw ServiceError(error)
        }
    }

    /// Nil for a space, which is no room to write in.
    private func summary(of id: String, as session: Session) async throws(Trouble) -> RoomSummary? {
        let create = try await stateEvent("m.room.create", of: id, as: session)
        guard create?["type"] == nil else { return nil }
        return RoomSummary(
            id: id,
            alias: try await stateEvent("m.room.canonical_alias", of: id, as: session)?["alias"]?.text
                .map(UntrustedText.init),
            name: try await stateEvent("m.room.name", of: id, as: session)?["name"]?.text.map(UntrustedText.init),
            isJoined: true, isEncrypted: try await stateEvent("m.room.encryption", of: id, as: session) != nil,
            replacement: try await stateEvent("m.room.tombstone", of: id, as: session)?["replacement_room"]?.text)
    }

    /// The content of a room's state; nil if it has none of that type.
    func stateEvent(_ type: String, of room: String, as session: Session) async throws(Trouble) -> JSONValue? {
        do throws(Trouble) {
            return try await ask(.get, Path(Path.client, "rooms", room, "state", type), as: session)
        } catch {
            switch error {
            case .refused(404, _, _, _, _), .refused(403, _, _, _, _): return nil
            case .transport, .refused, .strange, .notFound, .forbidden, .empty, .tooLong, .encrypted: throw error
            }
        }
    }
}
