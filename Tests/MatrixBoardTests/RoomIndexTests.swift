import Comments
import OptimisticState
import TestSupport
import Testing

@testable import MatrixBoard

@Suite struct RoomIndexTests {
    private let anna = "@anna:x"
    private let berta = "@berta:x"

    private func event(
        _ id: String, _ sender: String, _ type: String = "m.room.message", at time: Int64, _ content: JSONValue,
        more: JSONValue = .object([])
    ) throws -> Event {
        let value: JSONValue = [
            "event_id": .string(id), "sender": .string(sender), "type": .string(type),
            "origin_server_ts": .integer(time), "content": content,
        ]
        return try #require(Event(.object((value.members ?? []) + (more.members ?? []))))
    }

    private func thread(_ root: String, reply: String? = nil) -> JSONValue {
        [
            "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": .bool(reply == nil),
            "m.in_reply_to": ["event_id": .string(reply ?? root)],
        ]
    }

    /// A post with a comment, a reply, an edit of each author's and of another's, hearts, one of them taken back.
    private func story() throws -> [Event] {
        [
            try event("$p", anna, at: 1, ["msgtype": "m.text", "body": "title\nwords"]),
            try event("$c", berta, at: 2, ["body": "comment", "m.relates_to": thread("$p")]),
            try event("$r", anna, at: 3, ["body": "reply", "m.relates_to": thread("$p", reply: "$c")]),
            try event(
                "$e", berta, at: 4,
                [
                    "body": "* x", "m.new_content": ["body": "edited"],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": "$c"],
                ]),
            try event(
                "$f", anna, at: 5,
                [
                    "body": "* x", "m.new_content": ["body": "forged"],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": "$c"],
                ]),
            try event(
                "$h1", anna, "m.reaction", at: 6,
                ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$c", "key": "\u{2764}\u{FE0F}"]]),
            try event(
                "$h2", anna, "m.reaction", at: 7,
                ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$c", "key": "\u{2764}"]]),
            try event(
                "$h3", berta, "m.reaction", at: 8,
                ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$c", "key": "\u{2764}"]]),
            try event(
                "$thumb", berta, "m.reaction", at: 9,
                ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$c", "key": "👍"]]),
            try event("$x", berta, "m.room.redaction", at: 10, ["redacts": "$h3"]),
        ]
    }

    @Test(arguments: 1...50) func theOrderOfArrivalAndRepeatsMakeNoDifference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let story = try story()
        var index = RoomIndex(account: anna)
        for event in (story + story).shuffled(using: &generator) {
            index.take(event, isNews: Bool.random(using: &generator))
        }
        let comment = try #require(index.comment("$c"))
        #expect(comment.text.raw == "edited" && comment.isEdited && !comment.isMine)
        #expect(comment.favourites == 1 && comment.isFavourited && comment.replies == 1)
        let reply = try #require(index.comment("$r"))
        #expect(reply.parent == .server("$c") && reply.parentPlace == comment.place && reply.isMine)
        let post = try #require(index.post("$p"))
        #expect(post.title.raw == "title" && post.text.raw == "words")
    }

    @Test(arguments: 1...20) func whatIsDeletedStaysDeletedAndKeepsItsPlaceForReplies(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var index = RoomIndex(account: anna)
        // Half of the time the deletion is the first thing that is heard of it.
        if seed.isMultiple(of: 2) { for event in try story() { index.take(event) } }
        index.take(try event("$d", berta, "m.room.redaction", at: 11, ["redacts": "$c"]))
        for event in try story().shuffled(using: &generator) { index.take(event) }
        let mark = try #require(index.comment("$c"))
        #expect(mark.isDeleted && mark.text.raw.isEmpty && mark.replies == 1 && mark.favourites == 0)
        index.take(try event("$d2", anna, "m.room.redaction", at: 12, ["redacts": "$r"]))
        #expect(index.comment("$c") == nil && index.comment("$r") == nil)
    }

    @Test func namesakesAreToldApart() throws {
        var index = RoomIndex(account: anna)
        index.setName(anna, "Anna")
        #expect(index.name(of: anna).raw == "Anna" && index.name(of: berta).raw == "berta")
        index.setName(berta, "Anna")
        #expect(index.name(of: anna).raw == "Anna (@anna:x)")
        index.setName(berta, "Berta")
        #expect(index.name(of: anna).raw == "Anna")
    }

    @Test func repliesInACircleEnd() throws {
        var index = RoomIndex(account: anna)
        index.take(try event("$a", anna, at: 1, ["body": "a", "m.relates_to": thread("$p", reply: "$b")]))
        index.take(try event("$b", anna, at: 2, ["body": "b", "m.relates_to": thread("$p", reply: "$a")]))
        #expect(index.comment("$a") != nil && index.comment("$b") != nil)
    }

    @Test func whatIsNoEventOfOursIsLeftOutOfAccount() {
        for text in [
            #"{}"#, #"{"event_id":1,"sender":"@a:x","type":"m.room.message"}"#,
            #"{"event_id":"$a","sender":"@a:x"}"#, #"[]"#,
            #"{"event_id":"$a","sender":"@a:x","type":"m.room.message","content":7}"#,
        ] {
            var index = RoomIndex(account: anna)
            if let value = JSONValue(Array(text.utf8)), let event = Event(value) { index.take(event) }
            #expect(index.post("$a") == nil)
        }
    }

    @Test func aPictureComesWithItsCaption() throws {
        var index = RoomIndex(account: anna)
        index.take(
            try event(
                "$p", anna, at: 1,
                ["msgtype": "m.image", "body": "Sunset", "filename": "IMG_1.jpg", "url": "mxc://x/y"]))
        index.take(try event("$q", anna, at: 2, ["msgtype": "m.image", "body": "IMG_2.jpg", "url": "mxc://x/y"]))
        #expect(index.post("$p")?.title.raw == "Sunset" && index.post("$p")?.text.raw == "IMG_1.jpg")
        #expect(index.post("$q")?.title.raw == "IMG_2.jpg" && index.post("$q")?.text.raw == "")
    }

    /// Other clients send what they like: a first line of nothing, a caption of blanks, a title that is none.
    @Test func aTitleIsTheFirstLineInWhichThereIsAnythingToSee() throws {
        let long = String(repeating: "x", count: 300)
        let posts: [(JSONValue, title: String, text: String)] = [
            (["msgtype": "m.text", "body": "title\n\nwords"], "title", "words"),
            (["msgtype": "m.text", "body": " \n\u{200B}\r\n  title\nwords\n"], "  title", "words\n"),
            (["msgtype": "m.text", "body": " \n\t"], "\t", ""), (["msgtype": "m.text", "body": ""], "", ""),
            (["msgtype": "m.image", "body": " ", "filename": "IMG_1.jpg", "url": "mxc://x/y"], "IMG_1.jpg", ""),
            (
                ["msgtype": "m.text", "body": .string("\n" + long)],
                long.prefix(199) + "…", "\n" + long
            ),
        ]
        for (number, post) in posts.enumerated() {
            var index = RoomIndex(account: anna)
            index.take(try event("$p\(number)", anna, at: 1, post.0))
            let read = try #require(index.post("$p\(number)"))
            #expect(read.title.raw == post.title && read.text.raw == post.text, "\(number)")
        }
    }
}
