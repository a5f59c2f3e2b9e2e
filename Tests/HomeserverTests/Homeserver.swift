import Glibc
import OptimisticState
import TestSupport

/// A real homeserver on 127.0.0.1 with an empty database. All suites share one; it ends with this process.
final class Homeserver: Sendable {
    let port: UInt16
    let process: pid_t
    private let folder: TemporaryFolder

    struct DidNotStart: Error { let log: String }

    private static let one = Locked<Homeserver?>(nil)
    private static let numbers = Locked(0)

    static func shared() throws -> Homeserver {
        try one.withLock { one in
            if let one { return one }
            let server = try Homeserver()
            one = server
            return server
        }
    }

    /// A number that names accounts and rooms of one test.
    static func newNumber() -> Int {
        numbers.withLock { number in
            number += 1
            return number
        }
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Starts one, or starts it again: on what stands in its folder.
    ///
    /// - Parameter settings: Of `scripts/homeserver`, such as `LIMITS=1`.
    init(in folder: TemporaryFolder? = nil, port: UInt16? = nil, settings: [String] = []) throws {
        self.folder = try folder ?? TemporaryFolder()
        // Free a moment ago; whoever takes it in between makes the start fail, not a test lie.
        self.port = try port ?? freePort()
        let (folder, port) = (self.folder, self.port)
        process = try Self.startForGood(
            ["/usr/bin/env"] + settings + [Self.script, "run", folder.path, "\(port)"], log: folder.file("output"))
        while !answers() {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                throw DidNotStart(log: String(decoding: folder.bytes(of: "output") ?? [], as: UTF8.self))
            }
            poll(nil, 0, 50)
        }
    }

    private static var script: String { #filePath.components(before: "/Tests/") + "/scripts/homeserver" }

    /// A token for signing up, for so many accounts.
    func newToken(uses: Int) throws -> String {
        let output = folder.file("token")
        let child = try start([Self.script, "token", "\(port)", "\(uses)"], log: output)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        let token = String(decoding: folder.bytes(of: "token") ?? [], as: UTF8.self).filter { $0 != "\n" }
        guard status == 0, !token.isEmpty else { throw DidNotStart(log: token) }
        return token
    }

    /// Starts it on a thread that lasts as long as this process: the kernel's signal for a parent's death goes out when
    /// the *thread* that started a child ends, and those of Swift's pool end when there is nothing to do.
    private static func startForGood(_ arguments: [String], log: String) throws -> pid_t {
        let outcome = Locked<Result<pid_t, any Error>?>(nil)
        startThread {
            outcome.withLock { $0 = Result { try start(arguments, log: log) } }
            while true { pause() }
        }
        while true {
            if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
            poll(nil, 0, 1)
        }
    }

    /// Ends it as a machine that fails does.
    func kill() {
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// The bodies of all messages in a thread, by the server's own word.
    func threadTexts(of post: String, in room: String, token: String) throws -> [String] {
        let root = "%24" + post.dropFirst()
        let reply = try ask(
            "GET", "/_matrix/client/v1/rooms/%21\(room.dropFirst())/relations/\(root)/m.thread?limit=1000", token: token
        )
        var texts: [String] = []
        var rest = reply
        while case let next = rest.components(after: #""body":""#), !next.isEmpty {
            texts.append(String(next.prefix { $0 != "\"" }))
            rest = next
        }
        return texts
    }

    private func answers() -> Bool {
        guard let reply = try? ask("GET", "/_matrix/client/versions") else { return false }
        return reply.contains("versions")
    }

    /// Asks the server itself, past everything of ours; gives the body.
    func ask(_ method: String, _ path: String, body: String = "", token: String? = nil) throws -> String {
        let connection = try connectToLoopback(port)
        defer { close(connection) }
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        writeAll(
            connection,
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(authorization)Content-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(connection, &part, part.count), count > 0 { all += part.prefix(count) }
        let text = String(decoding: all, as: UTF8.self)
        return text.components(after: "\r\n\r\n")
    }

    /// An account made past everything of ours; gives its token.
    func account(_ name: String) throws -> String {
        let reply = try ask(
            "POST", "/_matrix/client/v3/register",
            body: #"{"username":"\#(name)","password":"correct horse","auth":{"type":"m.login.dummy"}}"#)
        return try field("access_token", of: reply)
    }

    /// A public room; gives its id.
    func room(_ alias: String, token: String) throws -> String {
        let reply = try ask(
            "POST", "/_matrix/client/v3/createRoom",
            body: #"{"preset":"public_chat","visibility":"public","room_alias_name":"\#(alias)"}"#, token: token)
        return try field("room_id", of: reply)
    }

    func setState(_ type: String, _ content: String, of room: String, token: String) throws {
        let reply = try ask(
            "PUT", "/_matrix/client/v3/rooms/%21\(room.dropFirst())/state/\(type)", body: content, token: token)
        _ = try field("event_id", of: reply)
    }

    /// - Returns: the id of the room that goes on in its place.
    func upgrade(_ room: String, token: String) throws -> String {
        let reply = try ask(
            "POST", "/_matrix/client/v3/rooms/%21\(room.dropFirst())/upgrade", body: #"{"new_version":"11"}"#,
            token: token)
        return try field("replacement_room", of: reply)
    }

    private struct Unexpected: Error { let reply: String }

    private func field(_ name: String, of reply: String) throws -> String {
        let rest = reply.components(after: "\"\(name)\":\"")
        guard !rest.isEmpty else { throw Unexpected(reply: reply) }
        return String(rest.prefix { $0 != "\"" })
    }
}

extension String {
    func components(before word: String) -> String {
        var at = startIndex
        while at < endIndex, !self[at...].hasPrefix(word) { at = index(after: at) }
        return String(self[..<at])
    }

    /// What comes after the first `word`; empty if it does not occur.
    func components(after word: String) -> String {
        let all = Array(utf8)
        let sought = Array(word.utf8)
        guard all.count >= sought.count else { return "" }
        for at in 0...(all.count - sought.count)
        where all[at] == sought[0] && Array(all[at..<at + sought.count]) == sought {
            return String(decoding: all[(at + sought.count)...], as: UTF8.self)
        }
        return ""
    }
}

/// Starts a program; what it prints goes into a file.
func start(_ arguments: [String], log: String, input: String = "/dev/null") throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, nil, &vector, environ)
    guard code == 0 else { throw TemporaryFolder.Refused(number: code) }
    return process
}
