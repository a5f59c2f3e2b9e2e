import Glibc
import HTTPTransport
import HomeserverSupport
import OptimisticState
import TestSupport
import Testing

/// HTTP as other programs speak it: version 2 over TLS, and proxies of the environment. Here and not among the unit tests:
/// the environment is everybody's, and these suites run one after the other.
@Suite struct ProxyAndHTTP2Tests {
    private func with<T>(_ name: String, _ value: String?, _ body: () async throws -> T) async rethrows -> T {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
        defer { unsetenv(name) }
        return try await body()
    }

    private func failure(_ request: HTTPRequest, of client: HTTPClient) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func manyRequestsShareOneConnectionOfHTTP2AndEndOnTheirOwn() async throws {
        let folder = try TemporaryFolder()
        let server = try Speaker("h2", folder.path)
        let port = try #require(Speaker.number("ready", of: server.line(with: "ready")))
        let base = "https://127.0.0.1:\(port)"
        func get(_ path: String) -> HTTPRequest { HTTPRequest(.get, base + path, isIdempotent: true) }
        let client = HTTPClient()
        // Whom nobody vouches for is told nothing.
        let stranger = await failure(get("/echo"), of: client)
        #expect(stranger?.kind == .untrusted && stranger?.hasLeft == false)
        try await with("SSL_CERT_FILE", folder.file("ca.pem")) {
            let client = HTTPClient()
            func echo(_ request: HTTPRequest) async throws -> String {
                String(decoding: try await client.send(request).body, as: UTF8.self)
            }
            let first = try await echo(get("/echo"))
            let before = try #require(Speaker.number("connections", of: first))
            // Ten at once, on the connection that is there.
            let shared = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<10 {
                    let request = get("/echo")
                    group.addTask {
                        let body = try await client.send(request).body
                        return Speaker.number("connections", of: String(decoding: body, as: UTF8.self))
                    }
                }
                return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
            }
            #expect(shared == [before])
            // Twenty at once, of which some never end by themselves, some are reset, and one is too long.
            let outcomes = await withTaskGroup(of: String.self) { group in
                for number in 0..<20 {
                    var request = get(["/echo", "/long", "/reset", "/silent"][number % 4])
                    if number % 8 == 1 { request.limits.answerLength = 1_000 }
                    request.limits.answering = .seconds(number % 4 == 3 ? 1 : 30)
                    let asked = request
                    group.addTask {
                        do throws(HTTPFailure) {
                            return "\(try await client.send(asked).body.count > 999_999 ? "long" : "short")"
                        } catch {
                            return "\(error.kind) \(error.hasLeft)"
                        }
                    }
                }
                var outcomes: [String: Int] = [:]
                for await outcome in group { outcomes[outcome, default: 0] += 1 }
                return outcomes
            }
            #expect(
                outcomes == ["short": 5, "long": 2, "tooLong true": 3, "broken true": 5, "timedOut true": 5],
                "\(outcomes)")
            // A stream that went wrong takes nobody else's with it; at most its connection is not used again.
            let after = try #require(try await Speaker.number("connections", of: echo(get("/echo"))))
            #expect(after <= before + 2)
            // What is not idempotent has a connection of its own here, too.
            var post = HTTPRequest(.post, base + "/echo", isIdempotent: false)
            post.body = ([UInt8](repeating: 1, count: 300_000), "application/octet-stream")
            let answer = try await echo(post)
            #expect(answer.contains(#""method": "POST""#) && Speaker.number("length", of: answer) == 300_000)
            #expect(Speaker.number("connections", of: answer) == after + 1)
            #expect(client.underWay == 0)

            // By a proxy, which sees where it goes and nothing else.
            let proxy = try Tunnel()
            try await with("https_proxy", proxy.address) {
                let client = HTTPClient()
                let answer = String(decoding: try await client.send(get("/echo")).body, as: UTF8.self)
                #expect(answer.contains("GET"))
                #expect(proxy.asked == ["CONNECT 127.0.0.1:\(port) HTTP/1.1"])
                try await with("no_proxy", "localhost,127.0.0.1") {
                    _ = try await HTTPClient().send(get("/echo"))
                    #expect(proxy.asked.count == 1)
                }
            }
        }
        server.end()
    }

    /// What was said to the proxy alone is no byte of the request: nothing is to be looked for afterwards.
    @Test func whatAProxyKeepsFromTheServerHasNotLeft() async throws {
        let asked = "Proxy-Authenticate: Basic realm=\"x\"\r\n"
        let answers: [(String, HTTPFailure.Kind)] = [
            ("HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n", .refusedByProxy(status: 503)),
            ("HTTP/1.1 407 X\r\n\(asked)Content-Length: 0\r\n\r\n", .refusedByProxy(status: 407)),
            ("HTTP/1.1 200 X\r\n\r\n", .broken), ("", .broken), ("HTTP/1.1 200 X\r\n\r\nnot TLS at all", .broken),
        ]
        var request = HTTPRequest(.put, "https://matrix.example.org/send", isIdempotent: false)
        request.body = (Array("{}".utf8), "application/json")
        for (answer, kind) in answers {
            let proxy = try LoopbackListener { connection, _ in
                guard readRequest(connection) != nil else { return }
                writeAll(connection, answer)
            }
            let asked = request
            await with("https_proxy", proxy.address) {
                let failure = await failure(asked, of: HTTPClient())
                #expect(failure?.kind == kind && failure?.hasLeft == false, "\(answer): \(String(describing: failure))")
            }
        }
    }

    /// A proxy's word is no answer of the server's: the time for that one goes on.
    @Test func aTunnelThatStaysSilentIsNotWaitedForForLong() async throws {
        let proxy = try LoopbackListener { connection, _ in
            guard readRequest(connection) != nil, writeAll(connection, "HTTP/1.1 200 X\r\n\r\n") else { return }
            var nothing = [UInt8](repeating: 0, count: 4_096)
            while read(connection, &nothing, nothing.count) > 0 {}
        }
        var request = HTTPRequest(.put, "https://matrix.example.org/send", isIdempotent: false)
        request.body = (Array("{}".utf8), "application/json")
        request.limits.answering = .milliseconds(100)
        let asked = request
        await with("https_proxy", proxy.address) {
            let failure = await failure(asked, of: HTTPClient())
            #expect(failure?.kind == .timedOut && failure?.hasLeft == false, "\(String(describing: failure))")
        }
    }

    @Test func theProxyOfTheEnvironmentIsAsked() async throws {
        let server = try LoopbackListener { connection, _ in
            while readRequest(connection) != nil { writeAll(connection, reply(200, "direct")) }
        }
        let proxy = try Tunnel()
        let request = HTTPRequest(.get, server.address + "/a", isIdempotent: true)
        try await with("http_proxy", proxy.address) {
            let answer = try await HTTPClient().send(request)
            #expect(answer.body == Array("by proxy".utf8))
            #expect(proxy.asked == ["GET \(server.address)/a HTTP/1.1"] && server.connectionCount == 0)
            try await with("no_proxy", "example.org,127.0.0.1") {
                let direct = try await HTTPClient().send(request)
                #expect(direct.body == Array("direct".utf8))
            }
            #expect(proxy.asked.count == 1)
        }
        // A proxy that is not there: no byte of the request has left.
        let away = try LoopbackListener.refusing()
        await with("http_proxy", away.address) {
            let failure = await failure(request, of: HTTPClient())
            #expect(failure?.kind == .unreachable && failure?.hasLeft == false)
        }
    }
}

/// A proxy: answers what it is asked in plain words itself, and leads through what is encrypted.
private final class Tunnel: Sendable {
    private let lines: Locked<[String]>
    private let listener: LoopbackListener

    var address: String { listener.address }
    var asked: [String] { lines.withLock { $0 } }

    init() throws {
        let lines = Locked<[String]>([])
        self.lines = lines
        listener = try LoopbackListener { connection, _ in
            guard let request = readRequest(connection) else { return }
            let line = String(request.head.prefix { $0 != "\r\n" })
            lines.withLock { $0.append(line) }
            guard line.hasPrefix("CONNECT "), let port = UInt16(line.components(after: ":").prefix { $0.isNumber })
            else {
                writeAll(connection, reply(200, "by proxy"))
                return
            }
            guard let server = try? connectToLoopback(port) else { return }
            defer { close(server) }
            writeAll(connection, "HTTP/1.1 200 X\r\n\r\n")
            var wait = [
                pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
            ]
            var part = [UInt8](repeating: 0, count: 65_536)
            while poll(&wait, 2, -1) > 0 {
                for (from, to) in [(0, server), (1, connection)] where wait[from].revents != 0 {
                    let count = read(wait[from].fd, &part, part.count)
                    guard count > 0, writeAll(to, Array(part.prefix(count))) else { return }
                }
            }
        }
    }
}
