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
        #expect(talk.want(.move(.by(1)), .activate) == [.openRoom("!b", shownAs: "#b")])
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
        #expect(talk.want(.move(.by(1)), .activate) == [.openRoom("!new", shownAs: "#new")])
        #expect(talk.want(.move(.last), .activate) == [.openRoom("!elsewhere", shownAs: "!elsewhere")])
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

    /// An upgrade moves the alias: the old room and its successor are both called by it.
    @Test func twoRoomsOfOneNameAreTwoRooms() throws {
        let talk = try Talk(rooms: true)
        let next = try Talk()
        _ = talk.client.entered("#up", id: "!old", place: UntrustedText("#up"), next.client.account, traffic: nil)
        _ = talk.client.showRooms()
        let old = Room(id: "!old", reference: "#up", standing: .joined, replacement: "!new")
        let new = Room(id: "!new", reference: "#up", standing: .public)
        talk.client.roomsRead(.success(RoomPage(rooms: [old, new], next: nil)), after: nil)
        #expect(talk.frame.rooms?.rooms.rows.map(\.isOpen) == [true, false])
        #expect(talk.frame.rooms?.rooms.selectedID == "!old")
        // From either row.
        #expect(talk.want(.activate) == [.openRoom("!new", shownAs: "#up")])
        #expect(talk.want(.move(.last), .activate) == [.openRoom("!new", shownAs: "#up")])
        _ = talk.client.entered("!new", id: "!new", place: UntrustedText("#up"), next.client.account, traffic: nil)
        _ = talk.client.showRooms()
        talk.client.roomsRead(.success(RoomPage(rooms: [old, new], next: nil)), after: nil)
        #expect(talk.frame.rooms?.rooms.selectedID == "!new")
        #expect(talk.want(.activate) == [] && talk.client.focus == .feed)
    }

    @Test func whatWasNotSentInAnUpgradedRoomIsFoundThere() throws {
        let talk = try Talk(rooms: true)
        _ = talk.client.showRooms()
        talk.client.roomsRemembered([], last: nil, unsent: ["!old": 2])
        let rooms = [room("old", .joined, replacement: "!new"), room("new")]
        talk.client.roomsRead(.success(RoomPage(rooms: rooms, next: nil)), after: nil)
        let row = talk.frame.rooms?.rooms.rows.first
        #expect(row?.facts == ["joined", "3 members", "2 not sent"])
        #expect(row?.remark == "goes on in #new" && row?.isFollowed == false)
        #expect(talk.want(.activate) == [.openRoom("!old", shownAs: "#old")])
        // Being there, one goes on.
        let next = try Talk()
        _ = talk.client.entered("!old", id: "!old", place: UntrustedText("#old"), next.client.account, traffic: nil)
        _ = talk.client.showRooms()
        talk.client.roomsRead(.success(RoomPage(rooms: rooms, next: nil)), after: nil)
        #expect(talk.want(.activate) == [.openRoom("!new", shownAs: "#new")])
    }

    @Test func aBoardHasNoRooms() throws {
        let talk = try Talk()
        #expect(talk.want(.rooms(.show)) == [] && talk.frame.status.notice == .noRooms)
        #expect(talk.client.focus == .feed)
    }
}
