import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct RoomsTests {
    private func room(
        _ name: String, _ standing: Room.Standing = .public, isEncrypted: Bool = false, replacement: String? = nil
    ) -> Room {
        Room(
            id: "!\(name)", reference: "#\(name)", name: UntrustedText(name), standing: standing,
            isEncrypted: isEncrypted, replacement: replacement, members: 3)
    }

    private func rows(_ talk: Talk) -> [String] {
        var request = FrameRequest(rows: 50)
        request.rooms = ListRequest(rows: 50)
        return talk.client.frame(request).rooms?.rooms.rows.map(\.name.raw) ?? []
    }

    @Test func withoutARoomTheListIsAllThereIs() throws {
        let talk = try Talk(rooms: true)
        #expect(talk.client.needsRoom)
        #expect(talk.client.showRooms() == [.readRooms(after: nil)])
        #expect(talk.client.focus == .rooms && talk.frame.rooms?.reading == .loading)
        talk.client.roomsRead(.success(RoomPage(rooms: [room("a", .joined), room("b")], next: nil)), after: nil)
        #expect(rows(talk) == ["a", "b"])
        // There is nothing below it to go back to: q leaves, Esc never does.
        #expect(talk.want(.otherPane) == [] && talk.client.focus == .rooms)
        #expect(talk.want(.move(.by(1)), .activate) == [.openRoom("#b")])
        #expect(talk.want(.back) == [.quit])
    }

    @Test func anOpenRoomIsGoneBackToAndAnotherTakesItsPlace() throws {
        let talk = try Talk(rooms: true)
        _ = talk.client.showRooms()
        let next = try Talk()
        _ = talk.client.entered("#a", place: UntrustedText("#a"), next.client.account, traffic: nil)
        #expect(talk.client.focus == .feed && !talk.client.needsRoom && talk.frame.status.place.raw == "#a")
        #expect(talk.want(.rooms(.show)) == [.readRooms(after: nil)])
        talk.client.roomsRead(.success(RoomPage(rooms: [room("b"), room("a", .joined)], next: nil)), after: nil)
        #expect(talk.frame.rooms?.rooms.selectedID == "!a")
        #expect(talk.want(.activate) == [] && talk.client.focus == .feed)
    }

    @Test func encryptedRoomsAreRefusedAndUpgradedOnesFollowed() throws {
        let talk = try Talk(rooms: true)
        _ = talk.client.showRooms()
        let rooms = [
            room("secret", isEncrypted: true), room("old", .joined, replacement: "!new"), room("new"),
            room("older", .joined, replacement: "!elsewhere"),
        ]
        talk.client.roomsRead(.success(RoomPage(rooms: rooms, next: nil)), after: nil)
        #expect(talk.want(.activate) == [] && talk.frame.status.notice == .roomIsEncrypted)
        // By the name that it has in the list.
        #expect(talk.want(.move(.by(1)), .activate) == [.openRoom("#new")])
        #expect(talk.want(.move(.last), .activate) == [.openRoom("!elsewhere")])
    }

    @Test func theListGoesOnAsOneGoesOnAndAFailureIsSaid() throws {
        let talk = try Talk(rooms: true)
        _ = talk.client.showRooms()
        let many = (0..<30).map { room("r\($0)") }
        talk.client.roomsRead(.success(RoomPage(rooms: many, next: Cursor("2"))), after: nil)
        #expect(talk.want(.move(.by(5))) == [])
        #expect(talk.want(.move(.last)) == [.readRooms(after: Cursor("2"))])
        #expect(talk.want(.move(.last)) == [])
        talk.client.roomsRead(.failure(.timedOut), after: Cursor("2"))
        #expect(talk.frame.rooms?.reading == .failed(reason: UntrustedText("timed out")) && rows(talk).count == 30)
        #expect(talk.want(.rooms(.readAgain)) == [.readRooms(after: nil)])
        talk.client.roomsRead(.success(RoomPage(rooms: [room("r0"), room("r1")], next: nil)), after: nil)
        #expect(rows(talk) == ["r0", "r1"] && talk.frame.rooms?.reading == .whole)
    }

    @Test func theRoomOfTheLastTimeIsSelected() throws {
        let talk = try Talk(rooms: true)
        _ = talk.client.showRooms()
        talk.client.roomsRemembered([room("a", .joined), room("b", .joined)], last: "#b")
        #expect(talk.frame.rooms?.rooms.selectedID == "!b")
        let read = RoomPage(rooms: [room("b", .joined), room("c"), room("a", .joined)], next: nil)
        talk.client.roomsRead(.success(read), after: nil)
        #expect(talk.frame.rooms?.rooms.selectedID == "!b")
    }

    @Test func aBoardHasNoRooms() throws {
        let talk = try Talk()
        #expect(talk.want(.rooms(.show)) == [] && talk.frame.status.notice == .noRooms)
        #expect(talk.client.focus == .feed)
    }
}
