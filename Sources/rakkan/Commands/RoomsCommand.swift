import Comments
import CommentPresenters
import MatrixBoard
import OptimisticState

/// `rooms`: where one could read and write on a homeserver.
enum RoomsCommand {
    static func run(_ desk: Desk) async throws(ProgramError) -> Int32 {
        guard let homeserver = desk.site.homeserver else {
            throw ProgramError(
                sentence: "a board has no rooms: rakkan --server URL rooms lists a homeserver's",
                status: ExitStatus.usage)
        }
        let session = try desk.signedIn()
        let rooms: [RoomSummary]
        do throws(ServiceError) {
            rooms = try await homeserver.rooms(as: session)
        } catch {
            throw ProgramError(error)
        }
        if desk.options.isJSON {
            Console.say(JSON.array(rooms.map(json)).text)
        } else {
            if rooms.isEmpty { Console.complain("there are no public rooms, and you are in none") }
            for room in rooms { Console.say(line(room)) }
        }
        return ExitStatus.done
    }

    private static func line(_ room: RoomSummary) -> String {
        var words = [shown(room.reference.raw), shown(room.name?.raw ?? "")]
        if room.isJoined { words.append("joined") }
        if room.isEncrypted { words.append("encrypted: not readable here") }
        if let replacement = room.replacement { words.append("goes on in \(shown(replacement))") }
        return words.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private static func json(_ room: RoomSummary) -> JSON {
        .object([
            ("id", .string(room.id)), ("alias", .optional(room.alias?.raw)), ("name", .optional(room.name?.raw)),
            ("joined", .bool(room.isJoined)), ("encrypted", .bool(room.isEncrypted)),
            ("replacement", .optional(room.replacement)), ("members", room.members.map { .number($0) } ?? .null),
        ])
    }
}
