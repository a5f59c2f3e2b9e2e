import Glibc
import LiveBell
import NetworkConditions
import StateFiles
import Comments
import CommentPresenters
import OptimisticState

/// `sign-in`, `sign-up`, `sign-out`.
enum AccountCommands {
    enum Form: Sendable { case signIn, signUp }

    static func signIn(name: String, password: String, _ desk: Desk) async throws(ProgramError) -> Int32 {
        let answer = await ask(.signIn, desk) { service async throws(ServiceError) in
            try await service.signIn(name: name, password: password)
        }
        switch answer {
        case .success(let session): return try await keep(session, desk)
        case .failure(let error): throw ProgramError(error)
        }
    }

    /// A place that asks for more is asked again with it: as often as one can have filled something in.
    static func signUp(_ form: SignUpForm, _ desk: Desk) async throws(ProgramError) -> Int32 {
        var form = form
        while true {
            let filled = form
            let answer = await ask(.signUp, desk) { service async throws(ServiceError) in
                try await service.signUp(filled)
            }
            switch answer {
            case .success(let session): return try await keep(session, desk)
            case .failure(.form(.wantsMore(let demands))) where try fill(&form, demands, desk.options): continue
            case .failure(let error): throw ProgramError(error)
            }
        }
    }

    /// Asks the person at the terminal for what the place wants besides.
    ///
    /// - Returns: false if nothing more could be filled in.
    private static func fill(
        _ form: inout SignUpForm, _ demands: SignUpDemands, _ options: Options
    ) throws(ProgramError) -> Bool {
        let open = demands.unanswered(by: form)
        guard !open.isEmpty else { return false }
        if open.token {
            let sentence = FormMistake.wantsMore(SignUpDemands(token: true)).mistake
            let prompt = "\(sentence)\nToken: "
            guard !options.readsPassword, let line = StandardInput.ask(prompt), !line.allSatisfy(\.isWhitespace) else {
                throw ProgramError(sentence: "\(sentence) --token-stdin reads it from a pipe")
            }
            form.token = line.filter { !$0.isWhitespace }
        }
        guard !open.terms.isEmpty else { return true }
        for terms in open.terms {
            let address = terms.address.raw.isEmpty ? "" : ": \(shown(terms.address.raw))"
            Console.tell("terms: \(shown(terms.name.raw))\(address)")
        }
        let agrees =
            options.agreesToTerms
            || !options.readsPassword && StandardInput.ask("Do you agree to them (yes or no)? ")?.lowercased() == "yes"
        guard agrees else {
            throw ProgramError(
                sentence: "the terms above were not agreed to: no account was made; --agree-to-terms agrees to them")
        }
        form.agreedTo = demands.terms
        return true
    }

    private static func ask(
        _ form: Form, _ desk: Desk,
        _ work: @escaping @Sendable (any CommentService) async throws(ServiceError) -> Session
    ) async -> Result<Session, ServiceError> {
        let service = desk.site.service
        let lines = ProgressLines(form == .signUp ? .signUp : .signIn)
        let telling = desk.worker.start { await tell(lines, desk.time) }
        let answer = await desk.site.deadlines.within(desk.site.deadlines.signIn) {
            () async -> Result<Session, ServiceError> in
            do throws(ServiceError) {
                return .success(try await work(service))
            } catch {
                return .failure(error)
            }
        }
        telling.cancel()
        // On a terminal, the line that follows is the end as well.
        if case .success = answer, isatty(STDERR_FILENO) == 0 { Console.tell(lines.lastLine) }
        return answer ?? .failure(.timedOut)
    }

    private static func keep(_ session: Session, _ desk: Desk) async throws(ProgramError) -> Int32 {
        do {
            try desk.home.sessions.save(session, for: desk.site.path)
        } catch {
            throw ProgramError(sentence: "signed in, but the session can't be kept: \(error.sentence)")
        }
        Console.say("signed in as \(shown(session.name))")
        try resume(session, desk)
        _ = await Revocations(desk.home, desk.site).tryNow()
        return ExitStatus.done
    }

    /// The bar in words, on standard error: scripts read the other one.
    private static func tell(_ lines: ProgressLines, _ time: any Timekeeper) async {
        let start = time.now()
        var elapsed = Duration.zero
        while !Task.isCancelled {
            Console.tell(lines.line(after: elapsed))
            elapsed = lines.next(after: elapsed)
            try? await time.sleep(until: start + elapsed)
        }
    }

    /// What paused because an earlier session of this account had ended goes on.
    private static func resume(_ session: Session, _ desk: Desk) throws(ProgramError) {
        let housekeeping = OutboxHousekeeping(bell: desk.home.bell, worker: desk.worker)
        let store = try desk.home.openStore(of: desk.site.outboxAccount(of: session), time: desk.time) {
            housekeeping.written($0)
        }
        store.signedIn()
        // Also where nothing waits: windows whose session had ended look for this one.
        desk.home.bell?.ring()
        let waiting = store.read { $0.pendingCount }
        if waiting > 0 { Console.say("\(waiting) wait to be sent: rakkan outbox drain") }
    }

    static func signOut(_ desk: Desk) async throws(ProgramError) -> Int32 {
        guard let session = desk.session else {
            Console.say("you are not signed in here")
            return ExitStatus.done
        }
        let kept = desk.store.read { $0.outbox.count }
        let revocations = Revocations(desk.home, desk.site)
        let unkept: Session?
        do {
            unkept = try revocations.take(session)
        } catch {
            throw ProgramError(sentence: "the session can't be forgotten: \(error.sentence)")
        }
        if unkept == nil {
            if await !revocations.tryNow() {
                Console.complain("the server could not be told: it is, the next time that rakkan is used with it")
            }
        } else {
            do throws(ServiceError) {
                try await desk.site.service.signOut(unkept ?? session)
            } catch {
                Console.complain("the board was not told: \(shown(error.reason))")
            }
        }
        Console.say(
            "signed out" + (kept > 0 ? "; \(kept) in the outbox wait until \(shown(session.name)) signs in again" : ""))
        return ExitStatus.done
    }
}
