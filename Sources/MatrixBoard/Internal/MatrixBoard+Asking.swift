import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    /// Asks as an account; refreshes its tokens if they are over, and asks again.
    func ask(
        _ method: HTTPRequest.Method, _ path: Path, body: JSONValue? = nil, limit: Duration = .seconds(30),
        as session: Session
    ) async throws(Trouble) -> JSONValue {
        let tokens = tokens(of: session)
        do throws(Trouble) {
            return try await ask(
                method, tokens.base, path, body: body, token: tokens.access, isIdempotent: true, limit: limit)
        } catch {
            guard error.isOver, let renewed = try await refresh(tokens, of: session) else { throw error }
            return try await ask(
                method, renewed.base, path, body: body, token: renewed.access, isIdempotent: true, limit: limit)
        }
    }

    /// Asks for a page of a list; for fewer events if they are so long that the answer has no room for them. An event has
    /// 64 KiB (size limits), and as much again may be bundled with it.
    ///
    /// - Parameter path: The question for at most so many events.
    /// - Returns: the answer, and how many it was asked for.
    func askPage(
        limit: Int, within time: Duration = .seconds(30), as session: Session, _ path: (Int) -> Path
    ) async throws(Trouble) -> (answer: JSONValue, limit: Int) {
        var limit = limit
        while true {
            do throws(Trouble) {
                return (try await ask(.get, path(limit), limit: time, as: session), limit)
            } catch {
                guard case .transport(let failure) = error, failure.kind == .tooLong, limit > 1 else { throw error }
                limit = max(1, limit / 4)
            }
        }
    }

    /// Asks once.
    func ask(
        _ method: HTTPRequest.Method, _ base: String, _ path: Path, body: JSONValue? = nil, token: String? = nil,
        isIdempotent: Bool, limit: Duration = .seconds(30), followsRedirects: Bool = false
    ) async throws(Trouble) -> JSONValue {
        var request = HTTPRequest(method, base + path.text, isIdempotent: isIdempotent)
        request.followsRedirects = followsRedirects
        request.limits.answering = limit
        request.limits.whole = limit + .seconds(30)
        request.headers = [("Accept", "application/json")]
        if let token { request.headers.append(("Authorization", "Bearer " + token)) }
        if let body {
            request.body = (body.bytes, "application/json")
        } else if method != .get {
            request.body = (Array("{}".utf8), "application/json")
        }
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try await http.send(request)
        } catch {
            throw .transport(error)
        }
        heard(date: answer.date)
        if !answer.server.isEmpty { heard(server: answer.server) }
        let value = JSONValue(answer.body)
        if (200..<300).contains(answer.status), let value, value.members != nil { return value }
        guard let value, let code = value["errcode"]?.text else {
            if answer.status == 401, let value, value["flows"] != nil {
                throw .refused(status: 401, code: "", words: "", retryAfter: nil, body: value)
            }
            throw .strange(status: answer.status, retryAfter: answer.retryAfter)
        }
        // The header is the newer way to say it (1.10), the member the older one.
        let asked = value["retry_after_ms"]?.whole.map { Duration.milliseconds(min(max(0, $0), 86_400_000)) }
        throw .refused(
            status: answer.status, code: String(code.prefix(64)),
            words: String((value["error"]?.text ?? "").prefix(500)),
            retryAfter: asked ?? answer.retryAfter, body: value)
    }

    /// New tokens in the place of those that are over (refreshing access tokens); nil if the session is over.
    ///
    /// - Throws: that nobody could be asked. Whether the session is over is not known then, and nothing was done: the
    ///   server takes the old secret until the new one was used.
    private func refresh(_ old: Tokens, of session: Session) async throws(Trouble) -> Tokens? {
        let turn = session.account + "\0" + old.device
        await renewals.take(turn)
        defer { renewals.giveBack(turn) }
        let alone = await hooks.turn()
        defer { withExtendedLifetime(alone) {} }
        if let renewed = renewed(since: old, of: session) { return renewed }
        guard let secret = old.refresh else { return nil }
        let answer: JSONValue
        do throws(Trouble) {
            answer = try await ask(
                .post, old.base, Path(Path.client + "/refresh"), body: ["refresh_token": .string(secret)],
                isIdempotent: false)
        } catch {
            // Another process may have been first while this one asked.
            if case .refused(let status, _, _, _, _) = error, status < 500, status != 429 {
                return renewed(since: old, of: session)
            }
            throw .transport(HTTPFailure(.unreachable, hasLeft: false))
        }
        guard let access = answer["access_token"]?.text else { return nil }
        var tokens = old
        tokens.access = access
        tokens.refresh = answer["refresh_token"]?.text ?? secret
        keep(tokens, of: session, device: old.device)
        hooks.renewed(
            Session(account: session.account, name: session.name, token: old.secret),
            Session(account: session.account, name: session.name, token: tokens.secret))
        return tokens
    }

    /// Tokens that have taken the place of these already: here, or in another process of this user.
    private func renewed(since old: Tokens, of session: Session) -> Tokens? {
        let newest = tokens(of: session)
        if newest.access != old.access { return newest }
        guard let kept = hooks.kept(session), kept.account == session.account else { return nil }
        let tokens = Tokens(kept.token, base: old.base)
        guard tokens.access != old.access, tokens.device == old.device else { return nil }
        keep(tokens, of: session, device: old.device)
        return tokens
    }

    // MARK: The room

    /// Reads the names of the room's members, once; news bring what changes.
    func readNames(_ room: String, as session: Session) async throws(Trouble) {
        let state = state(of: session)
        guard !state.with({ $0.knowsMembers }) else { return }
        let answer: JSONValue
        do throws(Trouble) {
            answer = try await ask(.get, Path(Path.client, "rooms", room, "joined_members"), as: session)
        } catch {
            // Too many to be read in one answer, and there are no pages: they go by their ids.
            guard case .transport(let failure) = error, failure.kind == .tooLong else { throw error }
            state.with { $0.knowsMembers = true }
            return
        }
        let names = (answer["joined"]?.members ?? []).map { ($0.name, $0.value["display_name"]?.text) }
        cache?.keep(names: names, of: cacheName(of: session))
        state.with { contents in
            for (user, name) in names { contents.index.setName(user, name) }
            contents.knowsMembers = true
        }
    }

    /// One event; nil if there is none, or none that this account may see.
    func event(_ id: String, in room: String, as session: Session) async throws(Trouble) -> Event? {
        // Ids are opaque; but these are none, and would be other paths.
        guard id.hasPrefix("$"), id.utf8.count <= 255 else { return nil }
        return try await ifShown(in: room, as: session) { () async throws(Trouble) -> Event? in
            let value = try await ask(.get, Path(Path.client, "rooms", room, "event", id), as: session)
            cache?.keep([value], as: .single, of: cacheName(of: session))
            let event = Event(value)
            if let event { state(of: session).with { _ = $0.index.take(event) } }
            return event
        } ?? nil
    }

    /// Asks for what may not be there, or not for this account: nil then. That the account is not in the room any more is
    /// another matter.
    func ifShown<T>(
        in room: String, as session: Session, _ body: () async throws(Trouble) -> T
    ) async throws(Trouble) -> T? {
        do throws(Trouble) {
            return try await body()
        } catch {
            switch error {
            case .refused(403, _, _, _, _):
                if try await isRemoved(from: room, as: session) { throw .removed }
                return nil
            case .refused(404, _, _, _, _), .refused(400, _, _, _, _), .notFound: return nil
            case _: throw error
            }
        }
    }
}
