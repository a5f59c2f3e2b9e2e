import Comments
import Glibc
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// Sign-up in stages, against a listener that says what a test says.
@Suite struct SignUpTests {
    private static let flows = """
        "flows":[{"stages":["m.login.registration_token","m.login.terms","m.login.dummy"]}],
        "params":{"m.login.terms":{"policies":{"privacy":{"version":"1",
          "de":{"name":"Regeln","url":"https://a.example/de"},"en":{"name":"Rules","url":"https://a.example/en"}}}}}
        """
    private static let wants = reply(401, #"{"session":"one",\#(flows)}"#)
    private static let made = reply(200, #"{"user_id":"@anna:a.example","access_token":"t","device_id":"D"}"#)
    private static let rules = Terms(name: UntrustedText("Rules"), address: UntrustedText("https://a.example/en"))

    /// Answers each registration with the next of these, and keeps what was asked.
    private final class Server: Sendable {
        let asked = Locked<[String]>([])
        private let listener: LoopbackListener
        let board: MatrixBoard

        init(_ answers: [String]) throws {
            let (asked, rest) = (asked, Locked(answers))
            listener = try LoopbackListener { connection, _ in
                while let (head, body) = readRequest(connection) {
                    guard head.contains("/register") else {
                        writeAll(connection, reply(200, #"{"versions":["v1.11"]}"#))
                        continue
                    }
                    asked.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
                    let answer = rest.withLock { $0.isEmpty ? reply(500) : $0.removeFirst() }
                    writeAll(connection, answer)
                }
            }
            board = MatrixBoard(
                try MatrixAddress(listener.address), room: nil, time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }

        func refusal(of form: SignUpForm) async -> ServiceError? {
            do throws(ServiceError) {
                _ = try await board.signUp(form)
                return nil
            } catch {
                return error
            }
        }
    }

    private func form(_ name: String = "anna", token: String = "", agreedTo: [Terms] = []) -> SignUpForm {
        SignUpForm(name: name, password: "correct horse", token: token, agreedTo: agreedTo)
    }

    @Test func whatIsAskedForBesidesIsSaidBeforeAnythingIsSent() async throws {
        let server = try Server([Self.wants, Self.wants])
        let demands = SignUpDemands(token: true, terms: [Self.rules])
        #expect(await server.refusal(of: form()) == .form(.wantsMore(demands)))
        // A token alone does not agree to anything.
        #expect(await server.refusal(of: form(token: "thistle")) == .form(.wantsMore(demands)))
        let asked = server.asked.withLock { $0 }
        #expect(asked.count == 2 && !asked.contains { $0.contains("m.login.terms") || $0.contains("thistle") })
    }

    @Test func stagesAreSentInTheServersOrderInOneSession() async throws {
        let server = try Server([
            Self.wants, Self.wants,
            reply(401, #"{"session":"one","completed":["m.login.registration_token"],\#(Self.flows)}"#),
            reply(
                401,
                #"{"session":"one","completed":["m.login.registration_token","m.login.terms"],\#(Self.flows)}"#),
            Self.made,
        ])
        _ = await server.refusal(of: form())
        #expect(await server.refusal(of: form(token: "word", agreedTo: [Self.rules])) == nil)
        let asked = server.asked.withLock { $0 }
        #expect(asked.count == 5)
        #expect(asked[0].contains("m.login.dummy") && !asked[0].contains("session"))
        #expect(asked[1].contains(#""auth":{"session":"one"}"#))
        #expect(asked[2].contains("m.login.registration_token") && asked[2].contains(#""token":"word""#))
        #expect(asked[3].contains("m.login.terms") && asked[4].contains("m.login.dummy"))
        #expect(asked[1...].allSatisfy { $0.contains(#""session":"one""#) })
    }

    @Test func aTokenThatIsNotTakenHasItsOwnMistakeAndTheNextOneGoesOn() async throws {
        let refused = #"{"session":"one","errcode":"M_UNAUTHORIZED","error":"Invalid",\#(Self.flows)}"#
        let server = try Server([
            Self.wants, reply(401, refused), Self.wants,
            reply(401, #"{"session":"one","completed":["m.login.registration_token"],\#(Self.flows)}"#), Self.made,
        ])
        #expect(
            await server.refusal(of: form(token: "bad", agreedTo: [Self.rules])) == .form(.tokenNotTaken))
        #expect(server.asked.withLock { $0.count } == 2)
        _ = await server.refusal(of: form(token: "good", agreedTo: [Self.rules]))
        let asked = server.asked.withLock { $0 }
        #expect(asked.count == 5 && asked[3].contains(#""token":"good""#))
    }

    @Test func otherTermsThanThoseThatWereReadAreAskedAboutAgain() async throws {
        let server = try Server([Self.wants])
        let old = Terms(name: UntrustedText("Rules"), address: UntrustedText("https://a.example/old"))
        let refusal = await server.refusal(of: form(token: "word", agreedTo: [old]))
        #expect(refusal == .form(.wantsMore(SignUpDemands(token: true, terms: [Self.rules]))))
    }

    @Test func aForgottenSessionBeginsAnew() async throws {
        let server = try Server([
            Self.wants, reply(400, #"{"errcode":"M_UNKNOWN","error":"Unknown session ID"}"#), Self.wants,
        ])
        _ = await server.refusal(of: form())
        #expect(await server.refusal(of: form()) != nil)
        let asked = server.asked.withLock { $0 }
        #expect(asked.count == 3 && !asked[2].contains("session"))
    }

    @Test func anAccountThatMayHaveBeenMadeIsNotTakenForAnotherName() async throws {
        let server = try Server([Self.wants, reply(500), Self.wants])
        _ = await server.refusal(of: form())
        _ = await server.refusal(of: form())
        _ = await server.refusal(of: form("berta"))
        let asked = server.asked.withLock { $0 }
        #expect(asked.count == 3 && asked[1].contains("session") && !asked[2].contains("session"))
    }

    @Test func theWayThatAsksLeastIsTaken() async throws {
        let dummy = #"{"stages":["m.login.dummy"]}"#
        let server = try Server([
            reply(
                401,
                #"{"session":"one","flows":[{"stages":["m.login.registration_token"]},{"stages":["m.login.email.identity"]},\#(dummy)]}"#
            ), Self.made,
        ])
        #expect(await server.refusal(of: form()) == nil)
    }

    @Test func aStepThatThereIsNoFormForIsNamed() async throws {
        let server = try Server([reply(401, #"{"session":"one","flows":[{"stages":["m.login.email.identity"]}]}"#)])
        let refusal = await server.refusal(of: form())
        #expect(refusal == .refused(Failure(code: FailureCode.signUpElsewhere, status: 401)))
    }

    @Test func termsThatNameNothingAreAskedAboutAllTheSame() async throws {
        let server = try Server([reply(401, #"{"session":"one","flows":[{"stages":["m.login.terms"]}]}"#)])
        guard case .form(.wantsMore(let demands))? = await server.refusal(of: form()) else {
            Issue.record("agreed to what was not shown")
            return
        }
        #expect(demands.terms.count == 1 && !demands.token)
    }
}
