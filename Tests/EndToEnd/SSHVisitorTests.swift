import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// What belongs to one visitor, and what to all.
@Suite(.needsTheBinary, .needsSSH) struct SSHVisitorTests {
    @Test func whatOneKeyKeepsIsReachableFromNoOther() throws {
        let host = try Host()
        let (aki, mio) = (try host.visitor("aki"), try host.visitor("mio"))
        try aki.signUp("aki")
        #expect(try aki.run("comment", "p1", "from aki, later", "--network", "offline").status == 75)
        #expect(host.kept.count == 1)
        let folder = try #require(host.kept.first)
        let digest = try fingerprint(of: aki)
        #expect(folder == digest)
        #expect(mode(host.visitors) == 0o700)
        #expect(mode(host.visitors + "/" + folder) == 0o700)
        for file in ["outbox.sqlite", "log"] { #expect(mode(host.visitors + "/\(folder)/\(file)") == 0o600) }

        #expect(try aki.run("outbox", "--json").output.contains("from aki, later"))
        #expect(try mio.run("outbox").status == 3)
        #expect(try !mio.run("comments", "p1").output.contains("from aki"))
        try mio.signUp("mio")
        #expect(try mio.run("outbox", "--json").output == "[]\n")
        #expect(try mio.run("outbox", "retry").output == "nothing waits\n")
        #expect(try aki.run("outbox", "drain").status == 0)
        #expect(try mio.run("comments", "p1").output.contains("from aki, later"))
    }

    @Test func aConnectionThatDropsKeepsTheDraftAndTheOutboxForTheNext() throws {
        let host = try Host()
        let aki = try host.visitor("aki")
        try aki.signUp("aki")
        let session = try aki.openSignedIn("--post", "p1")
        try session.chooseNetwork("offline")
        try session.comment("written in a tunnel")
        try session.openComposer(with: "c")
        session.send("half a sent")
        try session.waitFor("half a sent")
        session.child.send(signal: SIGKILL)
        try session.waitForExit()

        // Drafts, outbox and session are for their owner alone.
        let folder = host.visitors + "/" + (try #require(host.kept.first))
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(files.contains { $0.hasPrefix("drafts") })
        for file in files {
            // What SQLite keeps beside an open file may go at any moment.
            guard let mode = mode(folder + "/" + file) else { continue }
            #expect(mode == 0o600 || mode == 0o700, "\(file)")
        }
        let mio = try host.visitor("mio")
        let other = try mio.openAsReader("--post", "p1")
        #expect(!other.screen.contains("half a sent") && !other.screen.contains("written in a tunnel"))
        try other.quit()

        let next = try aki.openSignedIn("--post", "p1")
        try next.waitFor("written in a tunnel")
        next.send("c")
        try next.waitFor("half a sent")
        try next.quit()
        #expect(try aki.run("comments", "p1").output.contains("written in a tunnel"))
    }

    @Test func aKeyCanBeTheAccount() throws {
        let host = try Host(limits: "key-accounts=yes")
        let (aki, mio) = (try host.visitor("aki"), try host.visitor("mio"))
        let session = try aki.open("--network", "wifi")
        try session.waitFor("your key is the account")
        session.send("aki")
        session.press(.enter, .enter)
        try session.waitForNo(Words.signUp)
        try session.quit()
        let first = try aki.run("comment", "p1", "by key")
        #expect(first.status == 0, "\(first)")
        #expect(try aki.run("sign-out").status == 0)
        // The next visit is signed in, whether anything was kept or not.
        #expect(try aki.run("comment", "p1", "by key again").status == 0)
        #expect(try aki.run("sign-up", "aki2", "--password-stdin", input: "\n").errors.contains("an account already"))
        #expect(try mio.run("sign-in", "aki", "--password-stdin", input: "\n").status == 1)
        #expect(try mio.run("comment", "p1", "by nobody").status == 3)
        #expect(try mio.run("sign-up", "AKI", "--password-stdin", input: "\n").errors.contains("taken"))
    }

    @Test func commandsAreTheCommandLineAndNothingElse() throws {
        let host = try Host()
        let aki = try host.visitor("aki")
        try aki.signUp("aki")
        let posts = try aki.run("posts", "--json")
        #expect(posts.output == (try host.owner("posts", "--json").output))
        #expect(try JSONDecoder().decode([PostRow].self, from: Data(posts.output.utf8)).count == 12)

        let trap = host.world.scratch.file("sprung")
        let text = "$(touch '\(trap)') `touch \(trap)`; touch \(trap) | tee > \(trap) & \\u0041 * ~ %s"
        let quoted = "'" + text.replacing("'", with: "'\\''") + "'"
        #expect(try aki.run("comment", "p1", quoted).status == 0)
        #expect(try aki.run("comment", "p1", "many words, no quotes").status == 0)
        #expect(try aki.run("comment", "p1", "-", input: "from a pipe\n").status == 0)
        let output = try aki.run("comments", "p1", "--json").output
        let texts = try JSONDecoder().decode([CommentRow].self, from: Data(output.utf8)).map(\.text)
        #expect(texts.suffix(3) == [text, "many words, no quotes", "from a pipe"])
        #expect(!FileManager.default.fileExists(atPath: trap))

        for words in [
            ["posts", "--board", "/etc/passwd"], ["posts", "--boar=/etc/passwd"], ["posts", "--state-dir", "/tmp"],
            ["posts", "--server", "http://127.0.0.1"], ["demo", "--script", "/etc/passwd"], ["demo", "--as", "mio"],
            ["demo", "--guests", "9"], ["demo", "--visitors"], ["posts", "--limits", "sessions=9"],
            ["post", "title", "--picture", "/etc/passwd"], ["board", "check"], ["config", "show"], ["'posts"],
            ["posts\u{1B}[2J"], ["posts\u{9B}2J"], ["../../bin/sh"], [String(repeating: "a", count: 70_000)],
        ] {
            let result = try Command.run(aki.program(words))
            #expect(result.status == 2, "\(words) said \(result.output)\(result.errors)")
            #expect(result.errors.hasPrefix("rakkan: ") && result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
        }
    }

    /// Nil if it is gone.
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// SHA-256 of the key, as coreutils make it.
    private func fingerprint(of visitor: SSHVisitor) throws -> String {
        let shell = Program(
            "/bin/sh", ["-c", "cut -d ' ' -f 2 \"$0.pub\" | base64 -d | sha256sum | cut -d ' ' -f 1", visitor.key],
            environment: ["PATH": "/usr/bin:/bin"])
        return try Command.run(shell).output.filter { !$0.isNewline }
    }
}
