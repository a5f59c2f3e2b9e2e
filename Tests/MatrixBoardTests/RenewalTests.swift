import Comments
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

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
