import Glibc
import PtySupport

/// A state of the client that `make screens` shows, and the keys that lead there on the real program.
struct Scene: Sendable {
    let name: String
    /// Of the demo; an album that is always the same.
    var arguments: [String] = ["--as", "kei", "--network", "wifi"]
    /// In the place of the sizes that the others are shown at: the narrow one first.
    var sizes = [TerminalSize.usual, TerminalSize(200, 50)]
    let reach: @Sendable (TerminalSession) throws -> Void

    static let all = [
        Scene(name: "feed") { session in
            try session.readAlbum()
            guard session.screen.size.columns > 100 else { return }
            try session.openPost()
            session.press(.tab)
        },
        Scene(name: "first-start", arguments: ["--network", "bad"]) { session in
            try session.waitFor("Create your account")
            session.send("correct horse battery\r")
            try session.waitFor("Still")
        },
        Scene(name: "pending") { session in
            try session.openPost()
            try session.choose("bad")
            try session.write("What a morning! I want to see this one framed.", with: "c")
            try session.waitFor("sending…")
        },
        Scene(name: "failed") { session in
            try session.openPost()
            try session.refuseNext()
            try session.write("What a morning! I want to see this one framed.", with: "c")
            try session.waitFor("not sent")
        },
        Scene(name: "offline") { session in
            try session.openPost()
            try session.choose("offline")
            try session.write("On the train, and it is beautiful.", with: "c")
            try session.waitFor("not sent")
            try session.write("More when I am back.", with: "c")
            try session.waitFor("2 failed")
        },
        Scene(name: "outbox") { session in
            try session.openPost()
            try session.refuseNext()
            try session.write("What a morning!", with: "c")
            try session.waitFor("not sent")
            try session.choose("offline")
            try session.write("On the train, and it is beautiful. 今日は海がとても青いです。", with: "c")
            try session.waitFor("offline")
            session.send("kf")
            try session.write("Which lens was this?", with: "r")
            session.send("o")
            try session.waitFor("Outbox")
        },
        Scene(name: "network", arguments: ["--as", "kei", "--network", "good"]) { session in
            try session.openPost()
            try session.write("What a morning!", with: "c")
            try session.waitFor("sending…")
            try session.waitForNo("sending…")
            session.send("L")
            try session.waitFor("Ctrl-F")
        },
        Scene(name: "help") { session in
            try session.openPost()
            session.send("?")
            try session.waitFor("Keys")
        },
        Scene(name: "composer") { session in
            try session.openPost()
            session.send("c")
            try session.waitFor("Enter sends")
            session.send("海の写真、すばらしいですね。また行きたい！ 🌊🍧")
            session.press(.ctrl("j"))
            session.send("한글도 잘 보이고, and a longer line that has to be broken somewhere, wherever it fits best. 🎉")
        },
        Scene(name: "thread") { session in
            try session.openPost()
            session.send("gj")
            try session.write("It was: eight degrees.", with: "r")
            try session.write("And windy, later on, so that nobody wanted to stay.", with: "r")
            try session.waitUntil("both were sent") { $0.contains("And windy") && !$0.contains("◌") }
        },
        Scene(name: "delete") { session in
            try session.openPost()
            try session.write("What a morning!", with: "c")
            try session.waitUntil("it was sent") { $0.contains("What a morning!") && !$0.contains("◌") }
            session.send("Gd")
            try session.waitFor("deletes it")
        },
        Scene(name: "small", sizes: [TerminalSize(20, 5), TerminalSize(40, 10)]) { session in
            try session.waitUntil("the album") { $0.contains("♡") || $0.contains("♥") }
            session.press(.enter)
            try session.waitForNo("Reading the")
        },
    ]
}

extension TerminalSession {
    fileprivate func readAlbum() throws {
        try waitUntil("the album") { $0.contains("♡") || $0.contains("♥") }
    }

    /// The first post with its comments.
    fileprivate func openPost() throws {
        try readAlbum()
        press(.enter)
        try waitUntil("the post") { $0.contains("───") && !$0.contains("Reading the") }
        readUntilQuiet(milliseconds: 300)
    }

    fileprivate func choose(_ network: String) throws {
        send("L")
        try waitFor("Ctrl-F")
        send(network + "\r")
        try waitForNo("Ctrl-F")
    }

    fileprivate func refuseNext() throws {
        send("L")
        try waitFor("Ctrl-F")
        press(.ctrl("f"), .escape)
        try waitForNo("Ctrl-F")
    }

    fileprivate func write(_ text: String, with key: String) throws {
        send(key)
        try waitFor("Enter sends")
        send(text)
        press(.enter)
        try waitForNo("Enter sends")
    }
}
