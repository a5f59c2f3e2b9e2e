import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    /// Finds the client-server interface (well-known URI, then `/versions`).
    func discover() async throws(Trouble) -> String {
        if let known = knownBase { return known }
        var base = address.url
        if !address.isLoopback {
            do throws(Trouble) {
                let answer = try await ask(
                    .get, address.url, Path("/.well-known/matrix/client"), isIdempotent: true, followsRedirects: true)
                if let named = answer["m.homeserver", "base_url"]?.text, let found = try? MatrixAddress(named) {
                    base = found.url
                }
            } catch {
                // Nobody says anything there: the address is the interface's own.
                if case .transport = error { throw error }
            }
        }
        let versions = try await ask(.get, base, Path("/_matrix/client/versions"), isIdempotent: true)
        guard versions["versions"]?.items != nil else { throw .strange(status: 200, retryAfter: nil) }
        found(base: base)
        return base
    }

    func base() async throws(ServiceError) -> String {
        do throws(Trouble) {
            return try await discover()
        } catch {
            switch error {
            case .strange, .refused: throw .refused(Failure(code: FailureCode.noHomeserver))
            case _: throw ServiceError(error)
            }
        }
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        guard !name.isEmpty else { throw .form(.nameIsEmpty) }
        try Self.signInRules.check(password: password)
        let base = try await base()
        let user = name.lowercased()
        let device = hooks.device(user)
        let body: JSONValue = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
            "password": .string(password), "device_id": .string(device), "initial_device_display_name": "rakkan",
            "refresh_token": true,
        ]
        do throws(Trouble) {
            let answer = try await ask(
                .post, base, Path(Path.client + "/login"), body: body, isIdempotent: false, limit: .seconds(60))
            return try session(from: answer, name: user, device: device, base: base)
        } catch {
            guard case .refused = error, await takesNoPasswords(base) else { throw ServiceError(signIn: error) }
            // The way out: a token from the server's own page, pasted where the password would stand.
            if let session = await session(ofPasted: password, base: base) { return session }
            throw .refused(Failure(code: FailureCode.noPasswords, words: await ownPage(base)))
        }
    }

    /// Where a server signs people in and up by itself; empty if it does not tell.
    func ownPage(_ base: String) async -> String {
        var told: [String?] = []
        // Server metadata discovery (OAuth 2.0 API), and where it was told before that was specified.
        for path in ["/_matrix/client/v1/auth_metadata", "/_matrix/client/unstable/org.matrix.msc2965/auth_metadata"] {
            guard let answer = try? await ask(.get, base, Path(path), isIdempotent: true) else { continue }
            told += [answer["account_management_uri"]?.text, answer["issuer"]?.text]
            break
        }
        return told.compactMap(\.self).first { page in
            page.hasPrefix("https://") && page.utf8.count <= 200 && page.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        } ?? ""
    }

    private func session(ofPasted token: String, base: String) async -> Session? {
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let answer = try? await ask(
                .get, base, Path(Path.client + "/account/whoami"), token: token, isIdempotent: true),
            let account = answer["user_id"]?.text
        else { return nil }
        let tokens = Tokens(access: token, refresh: nil, device: answer["device_id"]?.text ?? "", base: base)
        return Session(account: account, name: account.localpart, token: tokens.secret)
    }

    /// Whether the server signs people in on a page of its own and no other way (OAuth 2.0 API).
    func takesNoPasswords(_ base: String) async -> Bool {
        guard let answer = try? await ask(.get, base, Path(Path.client + "/login"), isIdempotent: true),
            let flows = answer["flows"]?.items
        else { return false }
        return !flows.contains { $0["type"]?.text == "m.login.password" }
    }

    func session(
        from answer: JSONValue, name: String, device: String, base: String
    ) throws(Trouble) -> Session {
        guard let account = answer["user_id"]?.text, let access = answer["access_token"]?.text else {
            throw .strange(status: 200, retryAfter: nil)
        }
        let tokens = Tokens(
            access: access, refresh: answer["refresh_token"]?.text, device: answer["device_id"]?.text ?? device,
            base: base)
        let session = Session(account: account, name: account.localpart, token: tokens.secret)
        keep(nil, of: session, device: tokens.device)
        return session
    }

    package func signOut(_ session: Session) async throws(ServiceError) {
        let tokens = tokens(of: session)
        do throws(Trouble) {
            try await logOut(tokens)
        } catch {
            throw ServiceError(error)
        }
        keep(nil, of: session, device: tokens.device)
    }

    /// Over already is done; one that has only run out is renewed for it, since what renews it goes on to be good.
    private func logOut(_ tokens: Tokens) async throws(Trouble) {
        var access = tokens.access
        do throws(Trouble) {
            _ = try await ask(.post, tokens.base, Path(Path.client + "/logout"), token: access, isIdempotent: true)
            return
        } catch {
            guard error.isOver else { throw error }
            guard error.isSoft, let secret = tokens.refresh else { return }
            do throws(Trouble) {
                let answer = try await ask(
                    .post, tokens.base, Path(Path.client + "/refresh"), body: ["refresh_token": .string(secret)],
                    isIdempotent: false)
                guard let renewed = answer["access_token"]?.text else { return }
                access = renewed
            } catch {
                guard case .refused(let status, _, _, _, _) = error, status < 500, status != 429 else { throw error }
                return
            }
        }
        do throws(Trouble) {
            _ = try await ask(.post, tokens.base, Path(Path.client + "/logout"), token: access, isIdempotent: true)
        } catch {
            guard error.isOver else { throw error }
        }
    }

    package func newest(_ session: Session) -> Session {
        Session(account: session.account, name: session.name, token: tokens(of: session).secret)
    }

    /// Whether two sessions hold one secret, however it was written down.
    package static func haveOneSecret(_ one: Session, _ other: Session) -> Bool {
        one.account == other.account && Tokens(one.token, base: "").access == Tokens(other.token, base: "").access
    }

    package func isSame(_ one: Session, as other: Session) -> Bool {
        guard one.account == other.account else { return false }
        let (one, other) = (Tokens(one.token, base: address.url), Tokens(other.token, base: address.url))
        return one.access == other.access || !one.device.isEmpty && one.device == other.device
    }
}

extension ServiceError {
    init(signIn trouble: Trouble) {
        guard case .refused(let status, let code, _, let retryAfter, _) = trouble else {
            self.init(trouble)
            return
        }
        self =
            switch (status, code) {
            case (_, "M_USER_DEACTIVATED"): .form(.banned)
            case (_, "M_FORBIDDEN"): .form(.wrongNameOrPassword)
            case (429, _): .form(.tooManyAttempts(wait: retryAfter ?? .seconds(5)))
            case _: .refused(Failure(trouble))
            }
    }
}
