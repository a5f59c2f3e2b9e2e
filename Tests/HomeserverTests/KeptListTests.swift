import Glibc
import HomeserverSupport
import TestSupport
import Testing

@Suite struct KeptListTests {
    private static let binary = getenv("RAKKAN_BINARY").map { String(cString: $0) }

    /// The commands for scripts, with the server there and without: what they printed last is printed again, and said to
    /// be of then.
    @Test(.enabled(if: binary != nil)) func withoutNetworkTheCommandsPrintWhatIsKept() throws {
        let binary = try #require(Self.binary)
        let server = try Homeserver.shared()
        let proxy = try FaultProxy(to: server.port)
        let number = Homeserver.newNumber()
        let room = "#kept\(number):localhost"
        _ = try server.room("kept\(number)", token: try server.account("host\(number)"))
        let folder = try TemporaryFolder()
        func run(_ words: String..., input: String = "") throws -> (status: Int32, said: String) {
            try folder.write(input.utf8, to: "input")
            let child = try start(
                [binary, "--server", proxy.address, "--state-dir", folder.file("state")] + words,
                log: folder.file("out"), input: folder.file("input"))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return (status >> 8 & 0xFF, String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self))
        }
        #expect(try run("sign-up", "anna\(number)", "--password-stdin", input: "correct horse\n").status == 0)
        // A server that the room's cannot reach: nothing is said to have been posted.
        let nowhere = try run("--room", "#x:nowhere.invalid", "posts")
        #expect(nowhere.status == 1 && !nowhere.said.contains("may have been"), "\(nowhere)")
        let sent = try run("--room", room, "post", "Kept title").said
        let post = try #require(sent.split(separator: "\n").first.map { String($0.dropFirst("sent: ".count)) })
        _ = try run("--room", room, "comment", post, "kept words")
        let posts = try run("--room", room, "posts", "--json")
        let comments = try run("--room", room, "comments", post, "--json")
        #expect(posts.said.contains("Kept title") && posts.said.contains(#""comments": 1"#), "\(posts)")
        #expect(comments.said.contains("kept words"), "\(comments)")
        let doctor = try run("doctor")
        #expect(doctor.status == 0 && doctor.said.contains("Matrix ") && doctor.said.contains("part is left out"))

        try proxy.arm(.refused, for: "_matrix")
        for (words, before) in [(["posts", "--json"], posts.said), (["comments", post, "--json"], comments.said)] {
            let after =
                try words.count == 2
                ? run("--room", room, words[0], words[1]) : run("--room", room, words[0], words[1], words[2])
            #expect(after.status == 0, "\(after)")
            #expect(after.said == "rakkan: offline: as it was a moment ago\n" + before, "\(after)")
        }
        let rooms = try run("rooms")
        #expect(rooms.status == 0 && rooms.said.contains(room) && rooms.said.contains("offline: as it was"))
        let unknown = try run("--room", "#other:localhost", "posts")
        #expect(unknown.status == 1 && unknown.said.contains("nothing of this is kept"), "\(unknown)")
        let noPost = try run("--room", room, "comments", "$nothing")
        #expect(noPost.status == 1 && noPost.said.contains("nothing of this is kept"), "\(noPost)")
        #expect(try run("doctor").status == 1)
        // It comes back, and something was deleted meanwhile elsewhere: the next reading knows it, and so does what is kept.
        try proxy.arm(nil, for: "_matrix")
        let anna = try run("--room", room, "--plain", input: "open 1\ndelete 1\nyes\nwait\nquit\n")
        #expect(anna.said.contains("deleted"), "\(anna)")
        #expect(try run("--room", room, "posts", "--json").said.contains(#""comments": 0"#))
        try proxy.arm(.refused, for: "_matrix")
        let empty = try run("--room", room, "comments", post, "--json")
        #expect(empty.status == 0 && empty.said.hasSuffix("[]\n"), "\(empty)")
    }
}
