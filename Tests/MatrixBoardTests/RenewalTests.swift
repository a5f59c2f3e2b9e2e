import Comments
import OptimisticState
import TestSupport
import Testing

@testable import MatrixBoard

/// Access tokens that run out while several requests are on their way.
@Suite struct RenewalTests {
    private struct State {
        var renewals = 0
        var valid = "mat_1"
    }

    /// A server that believes the newest token alone.
    private func server(_ state: Locked<State>) throws -> LoopbackListener {
        try LoopbackListener { connection, _ in
            while let (head, _) = readRequest(connection) {
                if head.contains("/refresh") {
                    let token = state.withLock { state -> String in
                        state.renewals += 1
                        state.valid = "mat_\(state.renewals + 1)"
                        return state.valid
                    }
                    writeAll(connection, reply(200, #"{"access_token":"\#(token)","refresh_token":"mar_\#(token)"}"#))
                } else if head.contains("Bearer \(state.withLock { $0.valid })\r\n") {
                    writeAll(connection, reply(200, #"{"joined_rooms":[],"chunk":[],"next_batch":"s1"}"#))
                } else {
                    writeAll(
                        connection, reply(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"over","soft_logout":true}"#))
                }
            }
        }
    }

    /// Another process of the same user, with what both keep on disk, and the turn that both take.
    private func window(
        _ listener: LoopbackListener, kept: Locked<Session>, turns: Turns
    ) throws -> MatrixBoard {
        final class Turn: Sendable {
            let turns: Turns
            init(_ turns: Turns) { self.turns = turns }
            deinit { turns.giveBack("all") }
        }
        var hooks = MatrixBoard.Hooks { _ in "DEVICE" }
        hooks.kept = { _ in kept.withLock { $0 } }
        hooks.renewed = { old, new in kept.withLock { if MatrixBoard.haveOneSecret($0, old) { $0 = new } } }
        hooks.turn = {
            await turns.take("all")
            return Turn(turns)
        }
        return MatrixBoard(try MatrixAddress(listener.address), room: nil, time: ManualTime(), hooks: hooks)
    }

    /// One event wakes the waiting questions of both, and from then on both hear at the same moment that their token is
    /// over: the server would give each another, and take the first one's away.
    @Test func twoWindowsRenewThemOnceEachTime() async throws {
        let state = Locked(State(renewals: 0, valid: "mat_0"))
        let listener = try server(state)
        let session = Session(
            account: "@anna:a.example", name: "anna",
            token: #"{"access":"old","refresh":"mar_0","device":"DEVICE","base":"\#(listener.address)"}"#)
        let (kept, turns) = (Locked(session), Turns())
        let windows = try [
            window(listener, kept: kept, turns: turns), window(listener, kept: kept, turns: turns),
        ]
        for lifetime in 1...3 {
            let endings = await withTaskGroup(of: Bool.self) { group in
                for board in windows {
                    group.addTask { (try? await board.rooms(after: nil, limit: 10, as: session)) != nil }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(endings == [true, true], "lifetime \(lifetime)")
            #expect(state.withLock { $0.renewals } == lifetime)
            // It runs out.
            state.withLock { $0.valid = "none" }
        }
    }

    @Test func manyRequestsRenewThemOnce() async throws {
        let state = Locked(State(renewals: 0, valid: "mat_0"))
        let listener = try server(state)
        let board = MatrixBoard(
            try MatrixAddress(listener.address), room: nil, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let session = Session(
            account: "@anna:a.example", name: "anna",
            token: #"{"access":"old","refresh":"mar_0","device":"DEVICE","base":"\#(listener.address)"}"#)
        let endings = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 {
                group.addTask { (try? await board.rooms(after: nil, limit: 10, as: session)) != nil }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(endings == Array(repeating: true, count: 6))
        #expect(state.withLock { $0.renewals } == 1)
    }
}
