import CommentPresenters
import Comments
import MatrixBoard
import OptimisticState

/// `rooms`: where one could read and write on a homeserver.
enum RoomsCommand {
    /// More than anyone looks through.
    private static let mostRooms = 2_000

    static func run(_ desk: Desk) async throws(ProgramError) -> Int32 {
        guard let homeserver = desk.site.homeserver else {
            throw ProgramError(
                sentence: "a board has no rooms: rakkan --server URL rooms lists a homeserver's",
                status: ExitStatus.usage)
        }
        let session = try desk.signedIn()
        var rooms: [Room] = []
        do throws(ServiceError) {
            var next: Cursor?
            repeat {
                let page = try await homeserver.rooms(after: next, as: session)
                rooms += page.rooms
                next = page.next
            } while next != nil && rooms.count < mostRooms
        } catch {
            // Of those that are known from before it is said so.
            let known = homeserver.rememberedRooms(as: session)
            guard error.isWithoutAnswer, rooms.isEmpty, !known.rooms.isEmpty else { throw ProgramError(error) }
            rooms = known.rooms
            let kept = KeptList(reason: error, asOf: known.asOf, isWhole: true)
            Console.complain(kept.sentence(at: desk.time.now()) + "; only rooms that were opened before are known")
        }
        if desk.options.isJSON {
            Console.say(JSON.array(rooms.map(json)).text)
        } else {
            if rooms.isEmpty { Console.complain("there are no public rooms, and you are in none") }
            let names = Dictionary(rooms.map { ($0.id, $0.reference) }, uniquingKeysWith: { first, _ in first })
            for room in rooms {
                let successor = room.replacement.map { names[$0] ?? $0 }
                Console.say(line(RoomItem(room, isOpen: false, goesOnIn: successor)))
            }
        }
        return ExitStatus.done
    }

    private static func line(_ room: RoomItem) -> String {
        let name = room.name == room.reference ? "" : shown(room.name.raw)
        return ([shown(room.reference.raw), name] + room.facts + [room.remark].compactMap(\.self))
            .filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private static func json(_ room: Room) -> JSON {
        .object([
            ("id", .string(room.id)), ("alias", .optional(room.alias?.raw)), ("name", .optional(room.name?.raw)),
            ("joined", .bool(room.standing == .joined)), ("invited", .bool(room.standing == .invited)),
            ("encrypted", .bool(room.isEncrypted)),
            ("replacement", .optional(room.replacement)), ("members", room.members.map { .number($0) } ?? .null),
        ])
    }
}
