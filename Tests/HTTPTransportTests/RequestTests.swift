import Glibc
import HTTPTransport
import OptimisticState
import TestSupport
import Testing

@Suite struct RequestTests {
    private func listener(_ answer: @escaping @Sendable (String, [UInt8]) -> String?) throws -> LoopbackListener {
        try LoopbackListener { connection, _ in
            while let request = readRequest(connection), let text = answer(request.head, request.body) {
                guard writeAll(connection, text) else { return }
            }
        }
    }

    private func failure(
        _ request: HTTPRequest, _ client: HTTPClient = HTTPClient(), sourceLocation: SourceLocation = #_sourceLocation
    ) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            let answer = try await client.send(request)
            Issue.record("answered \(answer.status)", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    @Test func whatIsSentArrivesAndWhatIsAnsweredComesBack() async throws {
        let seen = Locked<(String, [UInt8])?>(nil)
        let listener = try listener { head, body in
            seen.withLock { $0 = (head, body) }
            return reply(418, #"{"a":1}"#, headers: "Retry-After: 7\r\n")
        }
        var request = HTTPRequest(.put, listener.address + "/a%20b?c=d", isIdempotent: true)
        request.headers = [("Authorization", "Bearer secret")]
        request.body = (Array(#"{"x":"é"}"#.utf8), "application/json")
        let answer = try await HTTPClient().send(request)
        #expect(answer.status == 418 && answer.body == Array(#"{"a":1}"#.utf8))
        #expect(answer.retryAfter == .seconds(7) && answer.contentType == "application/json")
        let (head, body) = try #require(seen.withLock { $0 })
        #expect(head.hasPrefix("PUT /a%20b?c=d HTTP/1.1\r\n") && head.contains("Authorization: Bearer secret\r\n"))
        #expect(body == Array(#"{"x":"é"}"#.utf8))
    }

    @Test func theServersClockIsHeard() async throws {
        let expected: [(String, Int64?)] = [
            ("Thu, 29 Feb 2024 00:00:01 GMT", 1_709_164_801), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Thursday, 29-Feb-24 00:00:01 GMT", 1_709_164_801), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sunday, 06-Nov-1994 08:49:37 GMT", nil), ("Sun Nov 6 1994", nil), ("now", nil),
            ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
        ]
        let date = Locked("")
        let listener = try listener { _, _ in reply(200, "{}", headers: "Date: \(date.withLock { $0 })\r\n") }
        let client = HTTPClient()
        for (text, seconds) in expected {
            date.withLock { $0 = text }
            let answer = try await client.send(HTTPRequest(.get, listener.address, isIdempotent: true))
            #expect(answer.date == seconds.map { Timestamp(milliseconds: $0 * 1_000) }, "\(text)")
        }
    }

    /// Seconds, or a moment by the server's own clock, which may be far from the one here (RFC 9110, 10.2.3).
    @Test func howLongToWaitIsUnderstoodInEveryForm() async throws {
        let clock = "Date: Thu, 29 Feb 2024 00:00:01 GMT"
        let expected: [(headers: [String], Duration?)] = [
            (["Retry-After: 0"], .zero), (["Retry-After: 120", clock], .seconds(120)),
            (["Retry-After: Thu, 29 Feb 2024 00:01:31 GMT", clock], .seconds(90)),
            ([clock, "Retry-After: Thu, 29 Feb 2024 00:01:31 GMT"], .seconds(90)),
            (["Retry-After: Thursday, 29-Feb-24 00:00:06 GMT", clock], .seconds(5)),
            // Over already; more than anyone waits for; more than a number can be.
            (["Retry-After: Wed, 28 Feb 2024 00:00:00 GMT", clock], .zero),
            (["Retry-After: Fri, 01 Mar 2030 00:00:00 GMT", clock], .seconds(86_400)),
            (["Retry-After: 99999999999999999999999"], .seconds(86_400)),
            (["Retry-After: soon"], nil), (["Retry-After: -1"], nil), (["Retry-After: +5"], nil),
            (["Retry-After: 1.5"], nil), (["Retry-After:"], nil), ([clock], nil),
            // Without a clock of its own, by the one here, which is later than this.
            (["Retry-After: Thu, 29 Feb 2024 00:01:31 GMT"], .zero),
        ]
        let headers = Locked<[String]>([])
        let listener = try listener { _, _ in
            reply(503, "{}", headers: headers.withLock { $0 }.map { $0 + "\r\n" }.joined())
        }
        let client = HTTPClient()
        for (lines, wait) in expected {
            headers.withLock { $0 = lines }
            let answer = try await client.send(HTTPRequest(.get, listener.address, isIdempotent: true))
            #expect(answer.retryAfter == wait, "\(lines)")
        }
    }

    @Test func aConnectionIsUsedAgainButNotForWhatIsNotIdempotent() async throws {
        let listener = try listener { _, _ in reply(200) }
        let client = HTTPClient()
        for _ in 0..<5 { _ = try await client.send(HTTPRequest(.get, listener.address, isIdempotent: true)) }
        #expect(listener.connectionCount == 1)
        for _ in 0..<3 { _ = try await client.send(HTTPRequest(.post, listener.address, isIdempotent: false)) }
        #expect(listener.connectionCount == 4)
    }

    @Test(arguments: [false, true])
    func aRequestWhoseReusedConnectionDiesIsSentAgainOnlyIfItIsIdempotent(isIdempotent: Bool) async throws {
        // The first request of each connection is answered; the second arrives, and the connection ends.
        let arrived = Locked(0)
        let listener = try LoopbackListener { connection, _ in
            guard readRequest(connection) != nil else { return }
            arrived.withLock { $0 += 1 }
            writeAll(connection, reply(200))
            if readRequest(connection) != nil { arrived.withLock { $0 += 1 } }
        }
        let client = HTTPClient()
        _ = try await client.send(HTTPRequest(.get, listener.address, isIdempotent: true))
        let answer = try await client.send(HTTPRequest(.post, listener.address, isIdempotent: isIdempotent))
        #expect(answer.status == 200)
        #expect(arrived.withLock { $0 } == (isIdempotent ? 3 : 2))
    }

    @Test func aRefusalAndAnUnknownNameAreSaidWithoutAByteLeft() async throws {
        let port = try LoopbackListener.refusing()
        #expect(
            await failure(HTTPRequest(.post, port.address, isIdempotent: false)).map { [$0.kind] } == [.unreachable])
        let unknown = await failure(HTTPRequest(.get, "http://nobody.invalid/", isIdempotent: true))
        #expect(unknown?.kind == .unreachable && unknown?.hasLeft == false)
    }

    @Test func silenceEndsWithTheTimeForTheAnswerAndBytesHaveLeft() async throws {
        let listener = try LoopbackListener { connection, _ in while readRequest(connection) != nil {} }
        var request = HTTPRequest(.get, listener.address, isIdempotent: true)
        request.limits.answering = .milliseconds(50)
        let failure = await failure(request)
        #expect(failure?.kind == .timedOut && failure?.hasLeft == true)
    }

    @Test(arguments: ["", "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf"])
    func aConnectionThatEndsInTheMiddleIsBroken(beginning: String) async throws {
        let listener = try LoopbackListener { connection, _ in
            if readRequest(connection) != nil { writeAll(connection, beginning) }
        }
        let failure = await failure(HTTPRequest(.post, listener.address, isIdempotent: false))
        #expect(failure?.kind == .broken && failure?.hasLeft == true)
    }

    @Test func anAnswerLongerThanTheLimitIsNotTaken() async throws {
        let listener = try listener { _, _ in reply(200, String(repeating: "x", count: 100_000)) }
        var request = HTTPRequest(.get, listener.address, isIdempotent: true)
        request.limits.answerLength = 50_000
        #expect(await failure(request)?.kind == .tooLong)
    }

    @Test func aRedirectIsAnAnswerAndTheTokenStays() async throws {
        let elsewhere = try listener { _, _ in reply(200) }
        let target = elsewhere.address
        let listener = try listener { _, _ in reply(302, headers: "Location: \(target)/\r\n") }
        var request = HTTPRequest(.get, listener.address, isIdempotent: true)
        request.headers = [("Authorization", "Bearer secret")]
        #expect(try await HTTPClient().send(request).status == 302)
        #expect(elsewhere.connectionCount == 0)
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://127.0.0.1/", "", "http://", "nonsense"])
    func whatIsNoAddressOfOursIsNotAsked(url: String) async {
        let failure = await failure(HTTPRequest(.get, url, isIdempotent: true))
        #expect(failure?.hasLeft == false)
    }

    @Test func aLineEndInAHeaderBeginsNoOther() async throws {
        let listener = try listener { _, _ in reply(200) }
        var request = HTTPRequest(.get, listener.address, isIdempotent: true)
        request.headers = [("Authorization", "Bearer a\r\nX-Other: b")]
        #expect(await failure(request)?.kind == .malformed)
        #expect(listener.connectionCount == 0)
    }

    @Test func whoDoesNotProveWhoTheyAreIsToldNothing() async throws {
        // Plain words where TLS was asked for.
        let heard = Locked<[UInt8]>([])
        let listener = try LoopbackListener { connection, _ in
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(connection, &bytes, bytes.count)
            heard.withLock { $0 = Array(bytes.prefix(max(0, count))) }
            writeAll(connection, reply(200))
        }
        var request = HTTPRequest(.get, "https://127.0.0.1:\(listener.port)/", isIdempotent: true)
        request.headers = [("Authorization", "Bearer secret")]
        let failure = await failure(request)
        #expect(failure != nil && failure?.hasLeft == false)
        // A handshake record, and nothing of the request in it.
        #expect(heard.withLock { $0.first == 0x16 && !String(decoding: $0, as: UTF8.self).contains("secret") })
    }
}
