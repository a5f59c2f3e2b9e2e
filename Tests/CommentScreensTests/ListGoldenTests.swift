import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

private let sizes = [Size(columns: 80, rows: 24), Size(columns: 100, rows: 30)]

/// Lists: search, folds, who favourited, times, what came below, addresses.
@Suite struct ListGoldenTests {
    private static let long = (1...34).map { "Line \($0) of a long story about the lake." }.joined(separator: "\n")

    private func desk(
        _ size: Size, more: [Comments.Comment] = [], repertoire: Repertoire = .unicode
    ) throws -> Desk {
        let desk = try Desk(
            size, comments: ["4": (Album.comments["4"] ?? []) + more, "3": Album.comments["3"] ?? []],
            repertoire: repertoire)
        desk.press(.enter)
        return desk
    }

    @Test("A search marks its hits, and says where it led")
    func search() throws {
        for size in sizes {
            let desk = try desk(size)
            desk.press(.text("/"), .text("COLD"))
            Golden(name: "search-typing-\(size.columns)").expectRoles(desk)
            desk.press(.text("x"))
            Golden(name: "search-missing-\(size.columns)").expect(desk)
            desk.press(.backspace, .enter)
            Golden(name: "search-kept-\(size.columns)").expectRoles(desk)
            desk.press(.text("n"), .text("n"), .text("n"))
            Golden(name: "search-round-\(size.columns)").expect(desk)
        }
    }

    @Test("A search in the feed, and in ASCII")
    func searchInTheFeed() throws {
        for size in sizes {
            let desk = try Desk(size)
            desk.press(.text("/"), .text("かき氷"))
            Golden(name: "search-feed-\(size.columns)").expectRoles(desk)
        }
        let ascii = try desk(sizes[0], repertoire: .ascii)
        ascii.press(.text("/"), .text("so"), .enter)
        Golden(name: "search-ascii-80").expectRoles(ascii)
    }

    @Test("A folded thread says how many are hidden, and what of them was not sent")
    func folded() throws {
        for size in sizes {
            let more = (31...32).map { Album.comment($0, "Reply \($0)", by: "mina", minutes: 2, under: 12) }
            let desk = try desk(size, more: more)
            desk.press(.text("g"), .text("jj"), .text("-"))
            Golden(name: "folded-\(size.columns)").expect(desk)
            desk.press(.text("r"), .text("Not this one"), .enter)
            desk.refuse("m1")
            desk.press(.text("-"))
            Golden(name: "folded-not-sent-\(size.columns)").expectRoles(desk)
            desk.press(.enter)
            Golden(name: "unfolded-\(size.columns)").expect(desk)
        }
    }

    @Test("A long comment is cut until it is opened; one that failed is retried by Enter")
    func long() throws {
        for size in sizes {
            let desk = try desk(size, more: [Album.comment(40, Self.long, by: "mina", minutes: 1)])
            desk.press(.text("G"))
            Golden(name: "long-\(size.columns)").expect(desk)
            desk.press(.enter)
            Golden(name: "long-opened-\(size.columns)").expect(desk)
            desk.press(.enter, .text("c"), .paste(String(Self.long.prefix(190))), .enter)
            desk.refuse("m1")
            Golden(name: "long-failed-\(size.columns)").expect(desk)
        }
    }

    @Test("Who favourited it: nobody, some, very many, not known")
    func favouriters() throws {
        for size in sizes {
            let desk = try desk(size)
            desk.press(.text("k"), .text("F"))
            Golden(name: "favouriters-nobody-\(size.columns)").expect(desk)
            desk.press(.escape, .text("g"), .text("j"))
            desk.board.service.hold(favouriters: ["mina", "jo\u{1B}[31mnas"], of: .comment("11"))
            desk.press(.text("f"), .text("F"))
            Golden(name: "favouriters-\(size.columns)").expectRoles(desk)
            desk.press(.escape, .text("g"))
            desk.board.service.hold(favouriters: (1...180).map { "person\($0)" }, of: .post("4"))
            desk.press(.text("F"))
            Golden(name: "favouriters-many-\(size.columns)").expect(desk)
            desk.press(.escape)
            desk.board.service.fail(with: .offline(Failure(code: FailureCode.offline)))
            desk.press(.text("F"))
            Golden(name: "favouriters-offline-\(size.columns)").expect(desk)
        }
    }

    @Test("Times as date and hour")
    func times() throws {
        for size in sizes {
            let desk = try desk(size)
            desk.press(.text("t"))
            Golden(name: "times-\(size.columns)").expect(desk)
            #expect(desk.screen.nextChange == nil)
            desk.press(.text("t"))
            #expect(desk.draw().plainText().contains("2 min"))
        }
    }

    @Test("What comes below the pane is counted until it was seen")
    func newBelow() throws {
        for size in sizes {
            let more = (31...50).map { Album.comment($0, "Comment \($0)", by: "mina", minutes: 2) }
            let desk = try desk(size, more: more)
            desk.press(.text("g"))
            let before = desk.draw()
            for number in 61...63 {
                let comment = Album.comment(Int64(number), "New \(number)", by: "mina", minutes: 0)
                desk.board.service.publish([.comment(comment, echoOf: nil)])
                desk.settle()
            }
            Golden(name: "new-below-\(size.columns)").expect(desk)
            // Nothing but the last row of the pane is another one; beside it the feed counts.
            let pane = size.columns < 100 ? 0 : 34
            for row in 0..<size.rows - 2 {
                #expect(desk.draw().row(row).dropFirst(pane) == before.row(row).dropFirst(pane))
            }
            desk.press(.text("G"))
            #expect(!desk.draw().plainText().contains("new below"))
            desk.press(.text("g"))
            #expect(!desk.draw().plainText().contains("new below"))
        }
    }

    @Test("An address stands on one row where it can, and is never broken by anything but rows")
    func addresses() throws {
        let short = "https://example.org/albums/2026/summer/the-lake-seen.html"
        let long = "https://example.org/" + String(repeating: "a-long-way/", count: 12)
        for size in sizes {
            let text = "The map is here: \(short), and the whole list is at \(long) if you like."
            let desk = try desk(size, more: [Album.comment(41, text, by: "mina", minutes: 1)])
            desk.press(.text("G"))
            Golden(name: "addresses-\(size.columns)").expect(desk)
            desk.press(.text("y"))
            #expect(desk.commands.last == .copy(text))
        }
    }

    private func rooms() -> [Room] {
        func room(
            _ id: String, _ alias: String?, _ name: String?, _ standing: Room.Standing, _ members: Int,
            isEncrypted: Bool = false, replacement: String? = nil
        ) -> Room {
            Room(
                id: id, reference: alias ?? id, alias: alias.map { UntrustedText($0) },
                name: name.map { UntrustedText($0) }, standing: standing, isEncrypted: isEncrypted,
                replacement: replacement, members: members)
        }
        return [
            room("!1", "#album:example.org", "Family album", .joined, 12),
            room("!2:example.org", nil, "Old hall", .joined, 1, replacement: "!3"),
            room("!3", "#hall:example.org", "Hall", .invited, 7),
            room("!4", "#secret:example.org", "Secrets \u{1B}[31mof mine\u{202E}", .public, 3, isEncrypted: true),
            room("!5", "#nameless:example.org", nil, .public, 240),
            room(
                "!6", "#long:example.org", String(repeating: "A very long name of a room ", count: 6), .public, 1),
        ]
    }

    @Test("A search among the rooms marks its hits, and asks the server for what is not listed")
    func searchAmongTheRooms() throws {
        let desk = try Desk(sizes[0], rooms: true)
        desk.run(desk.client.showRooms())
        desk.client.roomsRead(.success(RoomPage(rooms: rooms(), next: Cursor("2"))), after: nil)
        desk.press(.text("/"), .text("HALL"))
        Golden(name: "rooms-search-80").expectRoles(desk)
        desk.press(.text("x"))
        Golden(name: "rooms-search-missing-80").expect(desk)
        desk.press(.enter)
        #expect(desk.commands.contains(.findRooms("HALLx")))
        Golden(name: "rooms-search-asking-80").expect(desk)
    }

    @Test("A post whose title shows nothing is called by its first line, or said to have none")
    func untitled() throws {
        let posts = [
            Album.post(1, " \u{200B}", by: "mina", hours: 70),
            Album.post(2, "", by: "aki", hours: 3, text: "\n \nThe lake\nand more"),
            Album.post(3, "Sunday", by: "aki", hours: 2),
        ]
        let desk = try Desk(Size(columns: 100, rows: 12), posts: posts, comments: [:])
        desk.press(.text("j"), .enter)
        Golden(name: "untitled-100").expectRoles(desk)
    }

    @Test("Rooms: read, refused, failed, none, with one open")
    func roomList() throws {
        for size in sizes + [Size(columns: 30, rows: 9)] {
            let desk = try Desk(size, rooms: true)
            desk.run(desk.client.showRooms())
            desk.client.roomsRead(.success(RoomPage(rooms: rooms(), next: Cursor("2"))), after: nil)
            desk.press(.text("j"))
            Golden(name: "rooms-\(size.columns)").expect(desk)
            desk.press(.text("G"), .text("k"), .text("k"), .enter)
            Golden(name: "rooms-refused-\(size.columns)").expect(desk)
        }
        let desk = try Desk(sizes[0], rooms: true)
        desk.run(desk.client.showRooms())
        Golden(name: "rooms-reading-80").expect(desk)
        desk.client.roomsRemembered(Array(rooms().prefix(2)), last: "#album:example.org")
        desk.client.roomsRead(.failure(.timedOut), after: nil)
        Golden(name: "rooms-failed-80").expect(desk)
        desk.press(.text("R"))
        desk.client.roomsRead(.success(RoomPage(rooms: [], next: nil)), after: nil)
        Golden(name: "rooms-none-80").expect(desk)
        let other = try Desk()
        desk.run(
            desk.client.entered(
                "#album:example.org", place: UntrustedText("#album:example.org"), other.client.account, traffic: nil))
        desk.press(.text("R"))
        desk.client.roomsRead(.success(RoomPage(rooms: rooms(), next: nil)), after: nil)
        Golden(name: "rooms-open-80").expect(desk)
        desk.press(.escape)
        #expect(desk.client.focus == .feed)
    }

    @Test("A room that can't be read, one that one was put out of, and one that was left with work in it")
    func closedRooms() throws {
        for size in sizes {
            let missing = try Desk(size, posts: [], listError: .refused(Failure(code: FailureCode.noRoom)), rooms: true)
            Golden(name: "room-missing-\(size.columns)").expect(missing)
            let removed = try Desk(size, rooms: true)
            removed.board.service.remove(
                Removal(.removed, by: UntrustedText("Bob \u{202E}bob"), reason: UntrustedText("too\nloud \u{1B}[31m")))
            removed.board.service.publish([])
            removed.settle()
            Golden(name: "room-removed-\(size.columns)").expect(removed)
        }
        let desk = try Desk(sizes[0], rooms: true)
        desk.run(desk.client.showRooms())
        desk.client.roomsRemembered([], last: nil, unsent: ["!2:example.org": 2])
        desk.client.roomsRead(.success(RoomPage(rooms: rooms(), next: nil)), after: nil)
        desk.press(.text("j"))
        Golden(name: "rooms-unsent-80").expect(desk)
        desk.press(.enter)
        #expect(desk.commands.last == .openRoom("!2:example.org", shownAs: "!2:example.org"))
    }
}
