import Comments
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// The end of a session whose token has run out: what renews it would be good for a new one.
@Suite struct SigningOutTests {
    private func server(_ asked: Locked<[String]>, soft: Bool) throws -> LoopbackListener {
        try LoopbackListener { connection, _ in
            while let (head, _) = readRequest(connection) {
                let path = String(head.split(separator: " ")[1])
                let isNew = head.contains("Bearer new\r\n")
                asked.withLock { $0.append(path + (isNew ? " new" : "")) }
                if path.contains("/refresh") {
                    writeAll(connection, reply(200, #"{"access_token":"new","refresh_token":"later"}"#))
                } else if isNew {
                    writeAll(connection, reply(200, "{}"))
                } else {
                    writeAll(
                        connection, reply(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"over","soft_logout":\#(soft)}"#))
                }
            }
        }
    }

    private func session(_ listener: LoopbackListener, device: String = "DEVICE", access: String = "old") -> Session {
        Session(
            account: "@anna:a.example", name: "anna",
            token:
                #"{"access":"\#(access)","refresh":"renews","device":"\#(device)","base":"\#(listener.address)"}"#)
    }

    private func board(_ listener: LoopbackListener, renewed: Locked<Int> = Locked(0)) throws -> MatrixBoard {
        var hooks = MatrixBoard.Hooks { _ in "DEVICE" }
        hooks.renewed = { _, _ in renewed.withLock { $0 += 1 } }
        return MatrixBoard(try MatrixAddress(listener.address), room: nil, time: ManualTime(), hooks: hooks)
    }

    @Test func aSessionThatOnlyRanOutIsRenewedToBeEnded() async throws {
        let asked = Locked<[String]>([])
        let listener = try server(asked, soft: true)
        let renewed = Locked(0)
        try await board(listener, renewed: renewed).signOut(session(listener))
        #expect(
            asked.withLock { $0.map { $0.split(separator: "/").last.map(String.init) } } == [
                "logout", "refresh", "logout new",
            ])
        // What is signed out of is not kept as the session in use: another may be by now.
        #expect(renewed.withLock { $0 } == 0)
    }

    @Test func aSessionThatIsUnknownIsOver() async throws {
        let asked = Locked<[String]>([])
        let listener = try server(asked, soft: false)
        try await board(listener).signOut(session(listener))
        #expect(asked.withLock { $0.count } == 1)
    }

    @Test func whatEndsWithAnotherSession() throws {
        let listener = try server(Locked([]), soft: false)
        let board = try board(listener)
        let old = session(listener)
        #expect(board.isSame(old, as: session(listener, access: "other")))
        #expect(board.isSame(old, as: session(listener, device: "PASTED")))
        #expect(!board.isSame(old, as: session(listener, device: "PASTED", access: "other")))
        #expect(!board.isSame(old, as: Session(account: "@bob:a.example", name: "bob", token: old.token)))
    }

    @Test("A secret is the same however it was written down; a renewed one is another")
    func whatIsOneSecret() throws {
        let listener = try server(Locked([]), soft: true)
        let whole = session(listener)
        let pasted = Session(account: whole.account, name: "anna", token: "old")
        #expect(MatrixBoard.haveOneSecret(whole, pasted) && MatrixBoard.haveOneSecret(whole, whole))
        #expect(!MatrixBoard.haveOneSecret(whole, session(listener, access: "new")))
        #expect(
            !MatrixBoard.haveOneSecret(whole, Session(account: "@ben:a.example", name: "ben", token: whole.token)))
    }
}
