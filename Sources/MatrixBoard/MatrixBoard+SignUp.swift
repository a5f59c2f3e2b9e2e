import Comments
import HTTPTransport
import OptimisticState

/// A sign-up that the server has in hand (user-interactive authentication API): what was done of it counts, so that a
/// token that serves once is not used up by a form that was not complete.
struct SignUpUnderWay: Sendable {
    let session: String
    let name: String
    /// Whether the last request may have made the account: then the session stands for this name alone.
    var isUncertain = false
}

extension MatrixBoard {
    /// Of an id's 255 bytes the server's name takes its part (appendices, user identifiers); of a password Synapse takes
    /// 512.
    static let rules = FormRules(longestName: 128, longestPassword: 512)
    /// An access token may stand in the place of a password, and is longer where it says by itself what it is for.
    static let signInRules = FormRules(longestName: 128, longestPassword: 4_096)

    package func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        try Self.rules.check(newName: form.name)
        try Self.rules.check(newPassword: form.password)
        var form = form
        // Ids are in small letters.
        form.name = form.name.lowercased()
        let base = try await base()
        let device = hooks.device(form.name)
        var known = signUpUnderWay
        if let begun = known, begun.isUncertain, begun.name != form.name { known = nil }
        var stage: JSONValue = known.map { ["session": .string($0.session)] } ?? ["type": "m.login.dummy"]
        // Each answer but the last names what is still to be done.
        for _ in 0..<6 {
            let body: JSONValue = [
                "username": .string(form.name), "password": .string(form.password), "device_id": .string(device),
                "initial_device_display_name": "rakkan", "refresh_token": true, "auth": stage,
            ]
            signUpUnderWay?.isUncertain = true
            do throws(Trouble) {
                let answer = try await ask(
                    .post, base, Path(Path.client + "/register"), body: body, isIdempotent: false, limit: .seconds(60))
                signUpUnderWay = nil
                return try session(from: answer, name: form.name, device: device, base: base)
            } catch {
                let isForgotten = known != nil && error.isAboutSession
                known = nil
                if isForgotten {
                    signUpUnderWay = nil
                    stage = ["type": "m.login.dummy"]
                } else {
                    try await checkForOwnPage(error, base)
                    stage = try nextStage(of: form, after: error, wasToken: stage["token"] != nil)
                }
            }
        }
        throw .refused(Failure(code: FailureCode.signUpElsewhere))
    }

    /// A server that takes no passwords makes accounts on a page of its own, too.
    ///
    /// - Throws: that, with the page where the server tells it.
    private func checkForOwnPage(_ trouble: Trouble, _ base: String) async throws(ServiceError) {
        guard case .refused(let status, let code, _, _, _) = trouble,
            code == "M_FORBIDDEN" || code == "M_UNRECOGNIZED" || status == 404, await takesNoPasswords(base)
        else { return }
        throw .refused(Failure(code: FailureCode.signUpOnOwnPage, words: await ownPage(base)))
    }

    /// What to do next of a sign-up that the server wants in stages.
    ///
    /// - Throws: what the form lacks, before anything of it is sent.
    private func nextStage(
        of form: SignUpForm, after trouble: Trouble, wasToken: Bool
    ) throws(ServiceError) -> JSONValue {
        guard case .refused(401, let code, _, _, let body) = trouble, code.isEmpty || body["flows"] != nil,
            let session = body["session"]?.text
        else { throw ServiceError(signUp: trouble) }
        // No account was made: it goes on under whatever name.
        signUpUnderWay = SignUpUnderWay(session: session, name: form.name)
        if wasToken, !code.isEmpty { throw .form(.tokenNotTaken) }
        let steps = SignUpSteps(body)
        guard let flow = steps.flow else {
            signUpUnderWay = nil
            throw .refused(Failure(code: FailureCode.signUpElsewhere, status: 401))
        }
        guard let next = flow.first else { throw ServiceError(signUp: trouble) }
        let demands = steps.demands(of: flow)
        guard demands.unanswered(by: form).isEmpty else { throw .form(.wantsMore(demands)) }
        var stage: JSONValue = ["type": .string(next), "session": .string(session)]
        // Token-authenticated registration.
        if next == SignUpSteps.token { stage = stage.with("token", .string(form.token)) }
        return stage
    }
}

/// What a server says of the ways to an account.
struct SignUpSteps {
    static let token = "m.login.registration_token"
    static let terms = "m.login.terms"
    private static let known: Set<String> = ["m.login.dummy", terms, token]

    private let flows: [[String]]
    private let completed: Set<String>
    /// Terms of service at registration.
    private let policies: [Terms]

    init(_ body: JSONValue) {
        completed = Set((body["completed"]?.items ?? []).compactMap(\.text))
        flows = (body["flows"]?.items ?? []).map { ($0["stages"]?.items ?? []).compactMap(\.text) }
        policies = (body["params", Self.terms, "policies"]?.members ?? []).prefix(20).map { policy in
            let languages = (policy.value.members ?? []).filter { $0.value["url"] != nil }.sorted { $0.name < $1.name }
            let text = (languages.first { $0.name == "en" } ?? languages.first)?.value
            return Terms(
                name: UntrustedText(text?["name"]?.text ?? policy.name),
                address: UntrustedText(text?["url"]?.text ?? ""))
        }
    }

    /// What is left of the way that asks least of a person; nil if each has a step that there is no form for.
    var flow: [String]? {
        flows.map { flow in flow.filter { !completed.contains($0) } }
            .filter { Set($0).isSubset(of: Self.known) }
            .min { cost(of: $0) < cost(of: $1) }
    }

    private func cost(of flow: [String]) -> Int {
        flow.count { $0 == Self.token } * 2 + flow.count { $0 == Self.terms }
    }

    /// Terms that name nothing are agreed to all the same: by whoever reads that there are some.
    func demands(of flow: [String]) -> SignUpDemands {
        let unnamed = Terms(name: UntrustedText("terms of service"), address: UntrustedText(""))
        return SignUpDemands(
            token: flow.contains(Self.token),
            terms: flow.contains(Self.terms) ? policies.isEmpty ? [unnamed] : policies : [])
    }
}

extension Trouble {
    /// Whether a sign-up is not known to the server any more.
    fileprivate var isAboutSession: Bool {
        guard case .refused(let status, let code, _, _, let body) = self, body["flows"] == nil else { return false }
        switch code {
        case "M_USER_IN_USE", "M_INVALID_USERNAME", "M_EXCLUSIVE", "M_WEAK_PASSWORD", "M_LIMIT_EXCEEDED": return false
        case _: return (400..<500).contains(status)
        }
    }
}

extension ServiceError {
    fileprivate init(signUp trouble: Trouble) {
        switch trouble.code {
        case "M_USER_IN_USE", "M_EXCLUSIVE": self = .form(.nameTaken)
        case "M_INVALID_USERNAME": self = .form(.nameHasForbiddenCharacter)
        case "M_WEAK_PASSWORD": self = .form(.passwordTooShort(least: FormRules.shortestPassword))
        case "M_FORBIDDEN": self = .form(.signUpClosed)
        case _: self.init(signIn: trouble)
        }
    }
}
