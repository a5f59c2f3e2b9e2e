import Comments
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// A server that signs people in on a page of its own and takes no passwords (OAuth 2.0 API).
@Suite struct PastedTokenTests {
    /// - Parameter flows: What the server says of its ways to sign in.
    private func server(flows: String, page: String? = nil, asked: Locked<[String]>) throws -> LoopbackListener {
        try LoopbackListener { connection, _ in
            while let (head, body) = readRequest(connection) {
                let line = String(head.prefix { $0 != "\r\n" })
                asked.withLock { $0.append(head + String(decoding: body, as: UTF8.self)) }
                if line.contains("/versions") {
                    writeAll(connection, reply(200, #"{"versions":["v1.15"]}"#))
                } else if line.hasPrefix("GET"), line.contains("/login") {
                    writeAll(connection, reply(200, #"{"flows":[\#(flows)]}"#))
                } else if line.contains("/auth_metadata"), let page {
                    writeAll(
                        connection, reply(200, #"{"issuer":"https://a.example/","account_management_uri":"\#(page)"}"#))
                } else if line.contains("/auth_metadata") || line.contains("/register") {
                    writeAll(connection, reply(404, #"{"errcode":"M_UNRECOGNIZED","error":"Unrecognized request"}"#))
                } else if line.contains("/whoami"), head.contains("Bearer mat_right\r\n") {
                    writeAll(connection, reply(200, #"{"user_id":"@anna:a.example","device_id":"THEIRS"}"#))
                } else if line.contains("/whoami") {
                    writeAll(connection, reply(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"Unknown"}"#))
                } else {
                    writeAll(connection, reply(403, #"{"errcode":"M_FORBIDDEN","error":"no passwords here"}"#))
                }
            }
        }
    }

    private func board(_ listener: LoopbackListener) throws -> MatrixBoard {
        MatrixBoard(
            try MatrixAddress(listener.address), room: nil, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
    }

    private func refusal(_ board: MatrixBoard, _ password: String) async -> ServiceError? {
        do throws(ServiceError) {
            _ = try await board.signIn(name: "anna", password: password)
            return nil
        } catch {
            return error
        }
    }

    @Test func aTokenPastedInThePlaceOfThePasswordSignsIn() async throws {
        let asked = Locked<[String]>([])
        let listener = try server(flows: #"{"type":"m.login.sso"}"#, asked: asked)
        let session = try await board(listener).signIn(name: "anna", password: "mat_right")
        #expect(session.account == "@anna:a.example" && session.name == "anna")
        #expect(session.token.contains("mat_right") && session.token.contains("THEIRS"))
        // In the header, never in an address that proxies and servers write down.
        #expect(asked.withLock { $0.allSatisfy { !$0.prefix { $0 != "\r\n" }.contains("mat_right") } })
    }

    @Test func anythingElseIsToldWhatToDo() async throws {
        let listener = try server(flows: #"{"type":"m.login.sso"}"#, asked: Locked([]))
        let board = try board(listener)
        #expect(await refusal(board, "mat_wrong") == .refused(Failure(code: FailureCode.noPasswords)))
        // What can be no header is not tried as one.
        #expect(await refusal(board, "two words") == .refused(Failure(code: FailureCode.noPasswords)))
    }

    @Test func newAccountsAreMadeOnTheServersOwnPage() async throws {
        let form = SignUpForm(name: "anna", password: "correct horse")
        func refusal(_ listener: LoopbackListener) async throws -> ServiceError? {
            let board = try board(listener)
            do throws(ServiceError) {
                _ = try await board.signUp(form)
                return nil
            } catch {
                return error
            }
        }
        let silent = try server(flows: #"{"type":"m.login.sso"}"#, asked: Locked([]))
        #expect(try await refusal(silent) == .refused(Failure(code: FailureCode.signUpOnOwnPage)))
        let page = "https://a.example/account"
        let telling = try server(flows: #"{"type":"m.login.sso"}"#, page: page, asked: Locked([]))
        #expect(try await refusal(telling) == .refused(Failure(code: FailureCode.signUpOnOwnPage, words: page)))
        // A page that is no web page is not told.
        let strange = try server(flows: #"{"type":"m.login.sso"}"#, page: "javascript:x", asked: Locked([]))
        #expect(
            try await refusal(strange)
                == .refused(Failure(code: FailureCode.signUpOnOwnPage, words: "https://a.example/")))
    }

    @Test func longTokensArePastedWhole() async throws {
        let token = "mat_right" + String(repeating: "x", count: 3_000)
        let asked = Locked<[String]>([])
        let listener = try server(flows: #"{"type":"m.login.sso"}"#, asked: asked)
        _ = await refusal(try board(listener), token)
        #expect(asked.withLock { $0.contains { $0.contains("Bearer \(token)\r\n") } })
        let endless = String(repeating: "x", count: 4_097)
        #expect(await refusal(try board(listener), endless) == .form(.passwordTooLong(limit: 4_096)))
    }

    @Test func whereThereArePasswordsAWrongOneIsWrong() async throws {
        let asked = Locked<[String]>([])
        let listener = try server(flows: #"{"type":"m.login.password"}"#, asked: asked)
        #expect(try await refusal(board(listener), "mat_right") == .form(.wrongNameOrPassword))
        #expect(asked.withLock { !$0.contains { $0.contains("/whoami") } })
    }
}
