import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct RoomSearchTests {
    private func room(_ name: String) -> Room {
        Room(id: "!\(name)", reference: "#\(name):x", name: UntrustedText(name), standing: .public, members: 3)
    }

    /// A list of rooms that goes on.
    private func talk(_ names: String...) throws -> Talk {
        let talk = try Talk(rooms: true)
        _ = talk.client.showRooms()
        talk.client.roomsRead(.success(RoomPage(rooms: names.map(room), next: Cursor("2"))), after: nil)
        return talk
    }

    private func selected(_ talk: Talk) -> String? { talk.frame.rooms?.rooms.selectedID }
    private func finding(_ talk: Talk) -> SearchModel.Finding? { talk.frame.status.search?.finding }

    @Test func hitsAreGoneThroughAndMarked() throws {
        let talk = try talk("cats", "boats", "dogs", "lifeboats")
        #expect(talk.want(.list(.search), .text(.type("BOAT"))) == [] && talk.client.focus == .search)
        #expect(selected(talk) == "!boats" && talk.frame.rooms?.pattern?.text == "BOAT")
        #expect(talk.frame.feed.pattern == nil && talk.frame.post?.pattern == nil)
        #expect(talk.want(.send) == [] && talk.client.focus == .rooms)
        talk.want(.list(.nextHit))
        #expect(selected(talk) == "!lifeboats")
        talk.want(.list(.previousHit))
        #expect(selected(talk) == "!boats")
        // Once round: the server's directory may have more, and is asked once.
        #expect(talk.want(.list(.nextHit), .list(.nextHit)) == [.findRooms("BOAT")] && finding(talk) == .reading)
        talk.client.roomsFound(.success(RoomPage(rooms: [], next: nil)), of: "BOAT")
        #expect(selected(talk) == "!boats" && finding(talk) == .foundFromFirst)
        // The first key ends the search, and goes back to where it began; the next leaves.
        #expect(talk.want(.back) == [] && selected(talk) == "!cats" && finding(talk) == nil)
        #expect(talk.want(.back) == [.quit])
    }

    @Test func whatIsNotListedIsAskedOfTheServer() throws {
        let talk = try talk("cats", "dogs")
        talk.want(.list(.search), .text(.type("boat")))
        #expect(finding(talk) == .missing && talk.frame.status.search?.hasOlder == true)
        #expect(talk.want(.send) == [.findRooms("boat")])
        let found = RoomPage(rooms: [room("cats"), room("about something else"), room("boats")], next: nil)
        talk.client.roomsFound(.success(found), of: "boat")
        // Those of which nothing shows why are left out, and nothing stands there twice.
        #expect(talk.frame.rooms?.rooms.count == 3 && selected(talk) == "!boats" && finding(talk) == .found)
        #expect(talk.want(.activate) == [.openRoom("!boats", shownAs: "#boats:x")])
        // What was found stays when the list goes on, and goes when it is read anew.
        talk.client.roomsRead(.success(RoomPage(rooms: [room("boats"), room("eels")], next: nil)), after: Cursor("2"))
        #expect(talk.frame.rooms?.rooms.count == 4)
        talk.client.roomsRead(.success(RoomPage(rooms: [room("cats")], next: nil)), after: nil)
        #expect(talk.frame.rooms?.rooms.count == 1)
    }

    @Test func aServerThatDoesNotAnswerIsAskedAgain() throws {
        let talk = try talk("cats")
        talk.want(.list(.search), .text(.type("boat")), .send)
        talk.client.roomsFound(.failure(.timedOut), of: "boat")
        #expect(finding(talk) == .missing)
        #expect(talk.want(.list(.nextHit)) == [.findRooms("boat")])
        talk.client.roomsFound(.success(RoomPage(rooms: [], next: nil)), of: "boat")
        #expect(finding(talk) == .missing && talk.frame.status.search?.hasOlder == false)
        #expect(talk.want(.list(.nextHit)) == [])
    }

    @Test func aListThatIsClosedTakesItsSearchAlong() throws {
        let talk = try talk("cats", "boats")
        let next = try Talk()
        _ = talk.client.entered("#cats:x", place: UntrustedText("#cats:x"), next.client.account, traffic: nil)
        talk.want(.rooms(.show))
        talk.client.roomsRead(.success(RoomPage(rooms: [room("cats"), room("boats")], next: nil)), after: nil)
        talk.want(.list(.search), .text(.type("boat")), .send)
        talk.want(.rooms(.show))
        #expect(talk.client.focus == .feed && talk.frame.status.search == nil)
        // An answer that comes late finds nothing to go on with.
        talk.client.roomsFound(.success(RoomPage(rooms: [room("boats")], next: nil)), of: "boat")
        talk.want(.list(.nextHit))
        #expect(talk.frame.status.notice == .nothingSearched)
    }
}
