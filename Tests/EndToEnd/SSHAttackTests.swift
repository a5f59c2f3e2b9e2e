import FoundationEssentials
import Glibc
import PtySupport
import TestSupport
import Testing

/// Someone who wants out of rakkan, or into somebody else's session. Over a real sshd, as they would come.
@Suite(.needsTheBinary, .needsSSH) struct SSHAttackTests {
    private let host: Host
    private let mallory: SSHVisitor
    init() throws {
        host = try Host()
        mallory = try host.visitor("mallory")
    }

    @Test func nothingOfTheirEnvironmentGetsIn() throws {
        let elsewhere = host.world.scratch.file("elsewhere")
        let variables = [
            "LD_PRELOAD=/nowhere.so", "LD_LIBRARY_PATH=/tmp", "HOME=\(elsewhere)", "XDG_STATE_HOME=\(elsewhere)",
            "XDG_DATA_HOME=\(elsewhere)", "TMPDIR=\(elsewhere)", "SSH_USER_AUTH=/dev/null", "SSH_CONNECTION=9 9 9 9",
            "SSH_ORIGINAL_COMMAND=board check", "VISUAL=/bin/sh", "EDITOR=/bin/sh", "TERMINFO=/tmp", "PATH=/tmp",
            "ENV=/tmp/rc", "BASH_ENV=/tmp/rc", "LC_ALL=../../tmp", "RAKKAN_BINARY=/bin/sh",
        ]
        let visitor = mallory.with("-o", "SetEnv=" + variables.map { "\"\($0)\"" }.joined(separator: " "))
        try visitor.signUp("mallory")
        let result = try visitor.run("posts")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(host.kept.count == 1)
        #expect(!FileManager.default.fileExists(atPath: elsewhere))
    }

    @Test func aTerminalsNameIsOnlyAName() throws {
        for term in [
            "", "../../../etc/passwd", "x\u{1B}]52;c;AAAA\u{7}", "%s%n", String(repeating: "x", count: 5_000), "dumb",
            "xterm-kitty",
        ] {
            let session = try mallory.open("--network", "wifi", term: term)
            try session.waitUntil("the form, or a line that says why not") {
                $0.contains(Words.signUp) || $0.contains("rakkan>")
            }
            session.press(.ctrl("c"))
            try session.waitForExit()
            #expect(!String(decoding: session.recording, as: UTF8.self).contains("]52;"))
        }
    }

    @Test func aTerminalOfFourThousandMillionCellsTakesNoMemory() throws {
        let ssh = mallory.with("-t").program(["--network", "wifi"])
        var huge = Program(
            "/bin/sh", ["-c", "stty rows 65535 cols 65535; exec \"$0\" \"$@\"", ssh.path] + ssh.arguments)
        huge.environment = ssh.environment
        let session = try TerminalSession(huge)
        while !String(decoding: session.recording, as: UTF8.self).contains(Words.signUp) {
            try #require(session.receive(waitingUpTo: TerminalSession.limit))
        }
        let memory = host.processes.map { ProcessTable.privateMemory(of: $0) }.max() ?? 0
        #expect(memory < 64 << 20)
        session.press(.ctrl("c"))
        try session.waitForExit()
    }

    @Test func aFloodOfKeysHurtsNobodyElse() throws {
        let nami = try host.visitor("nami")
        try nami.signUp("nami")
        // Someone who has an account: each f is a favourite, and an outbox that is written.
        try mallory.signUp("mallory")
        let flood = try mallory.openSignedIn("--post", "p1")
        let calm = try nami.openSignedIn("--post", "p1")
        for _ in 0..<3 {
            flood.send(bytes: Array(repeating: Array("jkGg?q\t".utf8), count: 4_000).flatMap { $0 })
            flood.send(bytes: Array(repeating: UInt8(ascii: "f"), count: 300))
            calm.send("jk")
            calm.readUntilQuiet(milliseconds: 50)
        }
        try calm.comment("calm as a lake")
        try calm.waitFor("calm as a lake")
        try calm.quit()
        flood.press(.ctrl("c"))
        try flood.waitForExit()
    }

    @Test func answersThatNobodyAskedForAreNoKeys() throws {
        let session = try mallory.openAsReader()
        // All of the feed is there before it is compared.
        try session.waitFor("고양이가")
        session.readUntilQuiet(milliseconds: 300)
        let before = session.screen.description
        for answer in [
            "\u{1B}[?1;2c", "\u{1B}[>0;276;0c", "\u{1B}[24;80R", "\u{1B}]11;rgb:0000/0000/0000\u{7}",
            "\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[?2026;2$y",
            "\u{1B}_Gi=1;OK\u{1B}\\",
            "\u{1B}[99999999999999999999999999;1A", "\u{1B}[" + String(repeating: "1;", count: 10_000) + "m",
            "\u{1B}[<0;1;1M", "\u{1B}[M !!",
        ] {
            session.send(answer)
            session.readUntilQuiet(milliseconds: 150)
        }
        #expect(session.screen.description == before)
        // One that does not end, and a paste that does not either: leaving works as long as the connection does.
        session.send("\u{1B}[200~" + String(repeating: "q\r:\u{3}", count: 100_000))
        session.child.send(signal: SIGKILL)
        try session.waitForExit()
        while host.processes.count > 2 { try #require(mallory.run("keys").status == 0) }
    }

    @Test func noNameLooksLikeAnother() throws {
        let sora = try host.visitor("sora")
        try sora.signUp("Illyrn")
        for name in ["illyrn", "1lIyrn", "Illym"] {
            let result = try mallory.run("sign-up", name, "--password-stdin", input: SSHVisitor.password + "\n")
            #expect(result.errors.contains("taken"), "\(name): \(result.output)\(result.errors)")
        }
        for name in ["Іllyrn", "Illyrn\u{200B}", "Ｉllyrn", "../sora"] {
            let result = try mallory.run("sign-up", "'\(name)'", "--password-stdin", input: SSHVisitor.password + "\n")
            #expect(result.status == 1, "\(name): \(result.output)\(result.errors)")
        }
    }

    @Test func aPathIsNothingButAWord() throws {
        try mallory.signUp("mallory")
        let path = "../../../../etc/passwd"
        for words in [
            ["comments", path], ["comment", "/etc/passwd", "x"], ["favourite", path], ["outbox", "retry", path],
            ["outbox", "discard", path], ["sign-in", path, "--password-stdin"],
            ["sign-up", path, "--password-stdin"], ["comments", "p1/../p2"],
        ] {
            let result = try Command.run(mallory.program(words), input: SSHVisitor.password + "\n")
            #expect(result.status == 1, "\(words) said \(result.output)\(result.errors)")
            #expect(!(result.output + result.errors).contains("root:"))
        }
        let session = try mallory.open("--network", "wifi", "--post", path)
        try session.waitFor("There is no such post")
        try session.quit()
        #expect(host.kept.count == 1)
    }

    /// What somebody else writes makes no escape sequence of a kind that the album alone does not make.
    @Test func noTextOfOnesReachesTheTerminalOfAnotherUnclean() throws {
        try mallory.signUp("mallory")
        let sora = try host.visitor("sora")
        func look(_ post: String) throws -> Set<String> {
            let session = try sora.open("--network", "wifi", "--post", post, size: .wide)
            try session.waitFor(Words.signUp)
            session.press(.escape)
            try session.waitUntil("the post was read") { !$0.contains(Words.reading) && $0.contains("─────") }
            for key in ["j", "j", "\t", "G", "g", "\t", "?", "q"] {
                session.send(key)
                session.readUntilQuiet(milliseconds: 40)
            }
            try session.quit()
            return Set(sequences(in: session.recording))
        }
        let clean = try look("p12")
        #expect(clean.contains("CSI m"))
        // As their client sends it, and as a client of theirs would that cleans nothing.
        for text in Self.hostile.prefix(4) {
            #expect(try mallory.run("comment", "p12", "-", input: text + "!\n").status == 0)
        }
        let database = try RawDatabase(host.board)
        for (number, text) in Self.hostile.enumerated() {
            let quoted = text.replacing("'", with: "''").replacing("\u{0}", with: "")
            try database.execute(
                "INSERT INTO comments (post, author, mutation, text, created_at) VALUES (12, 1, 'x\(number)', '\(quoted)', \(number))"
            )
        }
        try database.execute("UPDATE posts SET title = title || '\(Self.hostile[0])', text = '\(Self.hostile[1])'")
        try database.execute("UPDATE accounts SET name = name || '\(Self.hostile[2])'")
        #expect(try look("p12").subtracting(clean).isEmpty)
    }

    private static let hostile = [
        "\u{1B}]52;c;ZXZpbA==\u{7}", "\u{1B}[2J\u{1B}[?1003h", "\u{9B}31m\u{9D}0;evil\u{9C}", "\u{1B}]0;evil\u{1B}\\",
        "\u{1B}P+q544e\u{1B}\\", "\u{1B}c\u{1B}#8\u{E}\u{7}", "\u{1B}[6n\u{1B}[c\u{5}", "\u{202E}live\u{2066}",
        "\u{1B}]8;;http://evil\u{1B}\\click\u{1B}]8;;\u{1B}\\", "\u{1B}_Gf=32\u{1B}\\\u{1B}^x\u{1B}\\\u{1B}Xx",
    ]

    /// The kinds of escape sequences and controls in a stream: `CSI m`, `CSI ?2004h`, `ESC ]`, `C1 9B`, `control 07`.
    private func sequences(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B:
                guard let kind = rest.popFirst() else { break }
                guard kind == "[" else {
                    found.append("ESC \(kind)")
                    continue
                }
                let parameters = rest.prefix { (0x20...0x3F).contains($0.value) }
                rest = rest.dropFirst(parameters.count)
                let mode = parameters.first == "?" ? String(parameters.map(Character.init)) : ""
                found.append("CSI \(mode)\(rest.popFirst().map { String($0) } ?? "")")
            case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069:
                found.append("C1 \(String(scalar.value, radix: 16))")
            case 0x20..., 0x0A, 0x0D: break
            default: found.append("control \(String(scalar.value, radix: 16))")
            }
        }
        return found
    }
}
