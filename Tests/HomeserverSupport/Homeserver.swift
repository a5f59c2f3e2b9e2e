import Glibc
import OptimisticState
import TestSupport

/// A real homeserver on 127.0.0.1 with an empty database. All suites share one; it ends with this process.
package final class Homeserver: Sendable {
    package let port: UInt16
    package let process: pid_t
    /// What it is called in names of accounts and rooms.
    package let name: String
    private let folder: TemporaryFolder

    package struct DidNotStart: Error {
        let log: String
        package init(log: String) { self.log = log }
    }

    private static let one = Locked<Homeserver?>(nil)
    private static let numbers = Locked(0)

    package static func shared() throws -> Homeserver {
        try one.withLock { one in
            if let one { return one }
            let server = try Homeserver()
            one = server
            return server
        }
    }

    /// A number that names accounts and rooms of one test.
    package static func newNumber() -> Int {
        numbers.withLock { number in
            number += 1
            return number
        }
    }

    package var address: String { "http://127.0.0.1:\(port)" }

    /// Starts one, or starts it again: on what stands in its folder.
    ///
    /// - Parameters:
    ///   - federation: A port on which other servers reach it, by TLS; nil keeps it alone.
    ///   - others: More settings of `scripts/homeserver`, such as `LIMITS=1`.
    package init(
        in folder: TemporaryFolder? = nil, port: UInt16? = nil, federation: UInt16? = nil,
        settings others: [String] = []
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        // Free a moment ago; whoever takes it in between makes the start fail, not a test lie.
        self.port = try port ?? freePort()
        let (folder, port) = (self.folder, self.port)
        name = federation.map { "localhost:\($0)" } ?? "localhost"
        let settings = ["/usr/bin/env", "NAME=\(name)", "FEDERATION=\(federation.map { "\($0)" } ?? "")"]
        process = try startForGood(
            settings + others + [script("homeserver"), "run", folder.path, "\(port)"], log: folder.file("output"))
        while !answers() {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                throw DidNotStart(log: String(decoding: folder.bytes(of: "output") ?? [], as: UTF8.self))
            }
            poll(nil, 0, 50)
        }
    }

    /// A token for signing up, for so many accounts.
    package func newToken(uses: Int) throws -> String {
        let output = folder.file("token")
        let child = try start([script("homeserver"), "token", "\(port)", "\(uses)"], log: output)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        let token = String(decoding: folder.bytes(of: "token") ?? [], as: UTF8.self).filter { $0 != "\n" }
        guard status == 0, !token.isEmpty else { throw DidNotStart(log: token) }
        return token
    }

    /// Ends it as a machine that fails does.
    package func kill() {
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// The bodies of all messages in a thread, by the server's own word.
    package func threadTexts(of post: String, in room: String, token: String) throws -> [String] {
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
    package func ask(_ method: String, _ path: String, body: String = "", token: String? = nil) throws -> String {
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
    package func account(_ name: String) throws -> String {
        let reply = try ask(
            "POST", "/_matrix/client/v3/register",
            body: #"{"username":"\#(name)","password":"correct horse","auth":{"type":"m.login.dummy"}}"#)
        return try field("access_token", of: reply)
    }

    /// Another sign-in of an account with the tests' password; gives its token.
    package func signIn(_ name: String) throws -> String {
        let user = #"{"type":"m.id.user","user":"\#(name)"}"#
        return try field(
            "access_token",
            of: ask(
                "POST", "/_matrix/client/v3/login",
                body: #"{"type":"m.login.password","identifier":\#(user),"password":"correct horse"}"#))
    }

    /// A public room; gives its id.
    package func room(_ alias: String, token: String) throws -> String {
        let reply = try ask(
            "POST", "/_matrix/client/v3/createRoom",
            body: #"{"preset":"public_chat","visibility":"public","room_alias_name":"\#(alias)"}"#, token: token)
        return try field("room_id", of: reply)
    }

    package func setState(_ type: String, _ content: String, of room: String, token: String) throws {
        let reply = try ask(
            "PUT", "/_matrix/client/v3/rooms/%21\(room.dropFirst())/state/\(type)", body: content, token: token)
        _ = try field("event_id", of: reply)
    }

    /// - Returns: the id of the room that goes on in its place.
    package func upgrade(_ room: String, token: String) throws -> String {
        let reply = try ask(
            "POST", "/_matrix/client/v3/rooms/%21\(room.dropFirst())/upgrade", body: #"{"new_version":"11"}"#,
            token: token)
        return try field("replacement_room", of: reply)
    }

    private struct Unexpected: Error { let reply: String }

    package func field(_ name: String, of reply: String) throws -> String {
        let rest = reply.components(after: "\"\(name)\":\"")
        guard !rest.isEmpty else { throw Unexpected(reply: reply) }
        return String(rest.prefix { $0 != "\"" })
    }
}

extension String {
    package func components(before word: String) -> String {
        var at = startIndex
        while at < endIndex, !self[at...].hasPrefix(word) { at = index(after: at) }
        return String(self[..<at])
    }

    /// What comes after the first `word`; empty if it does not occur.
    package func components(after word: String) -> String {
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
