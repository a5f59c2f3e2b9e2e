import Comments
import Glibc
import HomeserverSupport
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// A server that asks for a token and for agreement to its terms, with its own limits of rate on.
@Suite struct StagedSignUpTests {
    private static let binary = getenv("RAKKAN_BINARY").map { String(cString: $0) }

    @Test func aTokenAndTermsAreAskedForAndATokenServesOnce() async throws {
        let server = try Homeserver(settings: ["REGISTRATION_TOKEN=1", "TERMS=1", "LIMITS=1"])
        let board = MatrixBoard(
            try MatrixAddress(server.address), room: nil, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        func refusal(of form: SignUpForm) async -> ServiceError? {
            do throws(ServiceError) {
                _ = try await board.signUp(form)
                return nil
            } catch {
                return error
            }
        }
        var form = SignUpForm(name: "anna", password: "correct horse")
        guard case .form(.wantsMore(let demands))? = await refusal(of: form) else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(demands.token && demands.terms.map(\.name.raw) == ["Rules of this house"])
        form.agreedTo = demands.terms
        form.token = "nobody.gave.it"
        #expect(await refusal(of: form) == .form(.tokenNotTaken))
        form.token = try server.newToken(uses: 1)
        #expect(await refusal(of: form) == nil)
        form.name = "berta"
        #expect(await refusal(of: form) == .form(.tokenNotTaken))
        try commandLine(server)
        server.kill()
    }

    /// Ten messages at once, then one in five seconds, favourites among them: what is too much waits, and comes once.
    private func limits(_ server: Homeserver, _ folder: TemporaryFolder, _ binary: String) throws {
        let secret = try #require(folder.names(in: "state/sessions").first)
        let session = String(decoding: folder.bytes(of: "state/sessions/\(secret)") ?? [], as: UTF8.self)
        let token = String(session.components(after: #"access\":\""#).prefix { $0 != "\\" })
        let room = try server.room("album", token: token)
        let presses = (1...8).map { $0.isMultiple(of: 2) ? "unfavourite post" : "favourite post" } + ["favourite post"]
        let comments = (1...9).map { "comment text \($0)." }
        let words = ["post Under limits", "wait"] + presses + comments + ["wait", "quit", ""]
        func run(_ words: [String], _ input: String = "") throws -> (status: Int32, output: String) {
            try folder.write(input.utf8, to: "input")
            let child = try start(
                [binary, "--server", server.address, "--state-dir", folder.file("state"), "--room", room] + words,
                log: folder.file("out"), input: folder.file("input"))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return (status >> 8, String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self))
        }
        let output = try run(["--plain"], words.joined(separator: "\n")).output
        #expect(output.contains(" s, as the server asked"), "\(output)")
        // Each try of the user's own is one more question, and none of them makes a second comment.
        var tries = 0
        while try run(["outbox", "drain"]).status == 75, tries < 200 { tries += 1 }
        #expect(tries > 0 && tries < 200)
        let found = try server.ask(
            "GET", "/_matrix/client/v3/rooms/%21\(room.dropFirst())/messages?dir=b&limit=100", token: token)
        let post = String(try run(["posts"]).output.components(after: "$").prefix { !$0.isWhitespace })
        let texts = try server.threadTexts(of: "$" + post, in: room, token: token)
        #expect(texts.sorted() == (1...9).map { "text \($0)." })
        // Nine presses are no nine requests, and the last wish is what stands.
        let reactions = found.split(separator: "\"type\":\"m.reaction\"").count - 1
        #expect((1...3).contains(reactions), "\(reactions)")
        let marked = try run(["posts", "--json"]).output
        #expect(marked.contains("\"favourited\":true") || marked.contains("\"favourited\": true"), "\(marked)")
    }

    /// The same in words, for scripts; nothing of it stands in arguments or in what is kept.
    private func commandLine(_ server: Homeserver) throws {
        guard let binary = Self.binary else { return }
        let folder = try TemporaryFolder()
        func run(_ words: [String], input: String) throws -> (status: Int32, output: String) {
            try folder.write(input.utf8, to: "input")
            let child = try start(
                [binary, "--server", server.address, "--state-dir", folder.file("state"), "sign-up", "carla"] + words,
                log: folder.file("out"), input: folder.file("input"))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return (status >> 8, String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self))
        }
        let password = ["--password-stdin"]
        let bare = try run(password, input: "correct horse\n")
        #expect(bare.status == 1 && bare.output.contains("--token-stdin"))
        let token = try server.newToken(uses: 1)
        let both = "correct horse\n\(token)\n"
        let unread = try run(password + ["--token-stdin"], input: both)
        #expect(
            unread.status == 1 && unread.output.contains("/_matrix/consent") && unread.output.contains("not agreed"))
        let done = try run(password + ["--token-stdin", "--agree-to-terms"], input: both)
        #expect(done.status == 0 && done.output.contains("signed in as carla"))
        for name in folder.names(in: "state") {
            let text = String(decoding: folder.bytes(of: "state/\(name)") ?? [], as: UTF8.self)
            #expect(!text.contains(token) && !text.contains("correct horse"), "a secret is in \(name)")
        }
        try limits(server, folder, binary)
    }
}
