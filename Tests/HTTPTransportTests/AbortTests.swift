import Glibc
import HTTPTransport
import OptimisticState
import TestSupport
import Testing

@Suite struct AbortTests {
    /// Ends each of 10,000 requests at a seeded random moment, against a listener that refuses, one that says nothing
    /// and one that says a byte now and then.
    @Test(arguments: [1]) func everyAbortedRequestEndsOnceAndLeavesNothing(seed: UInt64) async throws {
        let refusing = try LoopbackListener.refusing()
        let silent = try LoopbackListener { connection, _ in while readRequest(connection) != nil {} }
        let slow = try LoopbackListener { connection, _ in
            guard readRequest(connection) != nil, writeAll(connection, "HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\n")
            else { return }
            var nothing = [UInt8](repeating: 0, count: 1)
            var wait = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            for _ in 0..<1_000 {
                // The other side's end ends it.
                if poll(&wait, 1, 1) > 0, read(connection, &nothing, 1) <= 0 { return }
                guard writeAll(connection, "x") else { return }
            }
        }
        let addresses = [refusing.address, silent.address, slow.address]
        var generator = SeededGenerator(seed: seed)
        let client = HTTPClient()
        let timer = AbortTimer()
        var results: [HTTPFailure.Kind?: Int] = [:]
        for round in 0..<100 {
            await withTaskGroup(of: HTTPFailure.Kind?.self) { group in
                for number in 0..<100 {
                    let address = addresses[(round + number) % 3]
                    let microseconds = UInt64.random(in: 0...3_000, using: &generator)
                    group.addTask {
                        await withTaskGroup(of: HTTPFailure.Kind??.self) { pair in
                            pair.addTask {
                                do throws(HTTPFailure) {
                                    _ = try await client.send(HTTPRequest(.get, address, isIdempotent: true))
                                    return .some(nil)
                                } catch {
                                    return .some(error.kind)
                                }
                            }
                            pair.addTask {
                                await timer.wait(microseconds)
                                return nil
                            }
                            var kind: HTTPFailure.Kind?
                            for await ended in pair {
                                if let ended { kind = ended }
                                pair.cancelAll()
                            }
                            return kind
                        }
                    }
                }
                for await kind in group { results[kind, default: 0] += 1 }
            }
        }
        timer.stop()
        #expect(results.values.reduce(0, +) == 10_000)
        #expect(results[.cancelled, default: 0] > 5_000 && results[.unreachable, default: 0] > 0, "\(results)")
        #expect(results.keys.allSatisfy { $0 == .cancelled || $0 == .unreachable }, "\(results)")
        #expect(client.underWay == 0)
        // One that nobody aborts goes through as ever.
        let listener = try LoopbackListener { connection, _ in
            while readRequest(connection) != nil { writeAll(connection, reply(200)) }
        }
        #expect(try await client.send(HTTPRequest(.get, listener.address, isIdempotent: true)).status == 200)
        #expect(connections(to: [refusing.port, silent.port, slow.port]) == 0)
    }

    @Test func aTaskThatIsCancelledAlreadyAsksNobody() async throws {
        let listener = try LoopbackListener { connection, _ in _ = readRequest(connection) }
        let address = listener.address
        let client = HTTPClient()
        let kind = await withTaskGroup(of: HTTPFailure.Kind?.self) { group in
            group.cancelAll()
            group.addTask {
                do throws(HTTPFailure) {
                    _ = try await client.send(HTTPRequest(.get, address, isIdempotent: true))
                    return nil
                } catch {
                    return error.kind
                }
            }
            return await group.next() ?? nil
        }
        #expect(kind == .cancelled && listener.connectionCount == 0)
    }

    @Test func aClientThatIsLetGoEndsWhatItHadBegun() async throws {
        let listener = try LoopbackListener { connection, _ in while readRequest(connection) != nil {} }
        let port = listener.port
        var client: HTTPClient? = HTTPClient()
        var request = HTTPRequest(.get, listener.address, isIdempotent: true)
        request.limits.answering = .milliseconds(20)
        _ = try? await client?.send(request)
        client = nil
        // The thread ends by itself; its end closes the connection, which ends the listener's.
        while connections(to: [port]) > 0 { await Task.yield() }
    }
}

/// How many descriptors of the asking end lead to these ports, in whatever state their connections are.
private func connections(to ports: [UInt16]) -> Int {
    guard let file = fopen("/proc/self/net/tcp", "r") else { return -1 }
    defer { fclose(file) }
    var count = 0
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, 512, file) != nil {
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: " ")
        // sl, local address, remote address, state, …, inode: 0 is a connection that nobody has a descriptor of.
        guard fields.count > 9, fields[9] != "0", let port = fields[2].split(separator: ":").last else { continue }
        if let port = UInt16(port, radix: 16), ports.contains(port) { count += 1 }
    }
    return count
}

/// Resumes whoever waits when its moment has come: a thread, so that the moments are those of the clock.
private final class AbortTimer: Sendable {
    private struct State {
        var waiting: [(due: UInt64, id: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var isStopped = false
        var next = 0
    }
    private let state = Locked(State())

    init() {
        let state = state
        startThread {
            while true {
                let now = Self.now
                let (due, isStopped) = state.withLock { state in
                    let due = state.waiting.filter { $0.due <= now }
                    state.waiting.removeAll { $0.due <= now }
                    return (due, state.isStopped)
                }
                for waiter in due { waiter.continuation.resume() }
                if isStopped { return }
                poll(nil, 0, 1)
            }
        }
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    func wait(_ microseconds: UInt64) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.next += 1
                state.waiting.append((Self.now + microseconds, state.next, continuation))
            }
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }
}
