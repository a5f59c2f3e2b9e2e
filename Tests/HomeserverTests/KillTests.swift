import Comments
import Glibc
import MatrixBoard
import HomeserverSupport
import OptimisticState
import TestSupport
import Testing

/// Nothing is lost and nothing comes twice when a process ends in the middle: the client's, or the server's.
@Suite struct KillTests {
    private static let binary = getenv("RAKKAN_BINARY").map { String(cString: $0) }
    private static let kills = getenv("KILLS").flatMap { Int(String(cString: $0)) } ?? 20
    private static let seed = getenv("SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    @Test func theServerEndsInMidSendAndNothingComesTwice() async throws {
        let folder = try TemporaryFolder()
        var server = try Homeserver(in: folder)
        let token = try server.account("host")
        let room = try server.room("room", token: token)
        let proxy = try FaultProxy(to: server.port)
        let hooks = MatrixBoard.Hooks { _ in "DEVICE" }
        func board() throws -> MatrixBoard {
            MatrixBoard(try MatrixAddress(proxy.address), room: "#room:localhost", time: ManualTime(), hooks: hooks)
        }
        let first = try board()
        let session = try await first.signUp(name: "anna", password: "correct horse")
        guard
            case .accepted(let post?, _) = await first.submit(
                .addPost(title: "post", text: ""), id: MutationID("post"), mayHaveArrived: false, as: session)
        else { throw Homeserver.DidNotStart(log: "no post") }
        @Sendable func send(_ number: Int, mayHaveArrived: Bool, on board: MatrixBoard) async -> Outcome {
            await board.submit(
                .addComment(post: post, parent: nil, text: "text \(number)."), id: MutationID("id\(number)"),
                mayHaveArrived: mayHaveArrived, as: session)
        }
        let running = server
        let outcomes = await withTaskGroup(of: (Int, Outcome).self) { group in
            for number in 0..<12 { group.addTask { (number, await send(number, mayHaveArrived: false, on: first)) } }
            var outcomes: [Int: Outcome] = [:]
            for await (number, outcome) in group {
                outcomes[number] = outcome
                // Some are answered, the others under way.
                if outcomes.count == 3 { running.kill() }
            }
            return outcomes
        }
        #expect(outcomes.values.contains { if case .accepted = $0 { false } else { true } })
        server = try Homeserver(in: folder, port: server.port)
        let second = try board()
        for number in 0..<12 {
            if case .accepted? = outcomes[number] { continue }
            let mayHaveArrived = if case .unknown? = outcomes[number] { true } else { false }
            guard case .accepted = await send(number, mayHaveArrived: mayHaveArrived, on: second) else {
                Issue.record("\(number) was not taken after the server came back")
                continue
            }
        }
        let texts = try server.threadTexts(of: post, in: room, token: token)
        #expect(texts.sorted() == (0..<12).map { "text \($0)." }.sorted())
    }

    /// Where the client that is ended writes to: a homeserver, or a board of its own (`make torture BACKEND=board`).
    private static let writesToABoard = getenv("BACKEND").map { String(cString: $0) } == "board"

    @Test(.enabled(if: binary != nil)) func theClientEndsAtAnyMomentAndNothingIsLostOrDoubled() throws {
        let binary = try #require(Self.binary)
        let folder = try TemporaryFolder()
        let number = Homeserver.newNumber()
        var place = [binary, "--state-dir", folder.file("state")]
        // What the place itself has.
        let texts: (_ post: String) throws -> [String]
        func run(_ words: [String], input: String = "") throws -> (status: Int32, output: String) {
            try folder.write(input.utf8, to: "input")
            let child = try start(place + words, log: folder.file("out"), input: folder.file("input"))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return (status, String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self))
        }
        if Self.writesToABoard {
            place += ["--board", folder.file("board.sqlite")]
            texts = { post in
                try run(["comments", post, "--json"]).output.strings(of: "text")
            }
        } else {
            let server = try Homeserver.shared()
            let token = try server.account("host\(number)")
            let room = try server.room("room\(number)", token: token)
            place += ["--server", server.address, "--room", "#room\(number):localhost"]
            texts = { try server.threadTexts(of: $0, in: room, token: token) }
        }
        #expect(try run(["sign-up", "anna\(number)", "--password-stdin"], input: "correct horse\n").status == 0)
        _ = try run(["post", "post"])
        let post = String(try run(["posts"]).output.prefix { $0 != " " })
        #expect(!post.isEmpty)
        var generator = SeededGenerator(seed: Self.seed)
        var written: Set<String> = []
        for kill in 0..<Self.kills {
            let child = try start(
                place + ["comment", post, "text \(kill)."], log: folder.file("out"), input: "/dev/null")
            // As long as one takes without being ended, and a little more.
            poll(nil, 0, Int32.random(in: 1...(Self.writesToABoard ? 60 : 250), using: &generator))
            Glibc.kill(child, SIGKILL)
            var status: Int32 = 0
            waitpid(child, &status, 0)
            if status == 0 { written.insert("text \(kill).") }
            let outbox = try run(["outbox", "--json"]).output
            if outbox.contains("text \(kill).") { written.insert("text \(kill).") }
        }
        #expect(try run(["outbox", "drain"]).status == 0)
        let found = try texts(post)
        #expect(Set(found).count == found.count, "seed \(Self.seed): something came twice")
        #expect(written.isSubset(of: found), "seed \(Self.seed): lost \(written.subtracting(found))")
        #expect(!written.isEmpty)
        guard !Self.writesToABoard else { return }
        // The secret is in one file, for its owner alone, and in no other.
        let secret = try #require(folder.names(in: "state/sessions").first)
        #expect(folder.mode(of: "state/sessions/\(secret)") == 0o600)
        let session = String(decoding: folder.bytes(of: "state/sessions/\(secret)") ?? [], as: UTF8.self)
        let access = String(session.components(after: #"access\":\""#).prefix { $0 != "\\" })
        #expect(access.count > 10)
        for name in folder.names(in: "state") + ["../out"] {
            let text = String(decoding: folder.bytes(of: "state/\(name)") ?? [], as: UTF8.self)
            #expect(!text.contains(access), "the token is in \(name)")
        }
    }
}

extension String {
    /// The values of all members of this name, in JSON; without what is escaped in them.
    fileprivate func strings(of name: String) -> [String] {
        var found: [String] = []
        var rest = self
        while case let next = rest.components(after: "\"\(name)\":"), !next.isEmpty {
            found.append(String(next.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }))
            rest = next
        }
        return found
    }
}
