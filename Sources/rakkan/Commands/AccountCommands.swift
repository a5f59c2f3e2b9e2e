import Glibc
import NetworkConditions
import StateFiles
import Comments
import CommentPresenters
import OptimisticState

/// `sign-in`, `sign-up`, `sign-out`.
enum AccountCommands {
    enum Form: Sendable { case signIn, signUp }

    static func run(
        _ form: Form, name: String, password: String, _ desk: Desk
    ) async throws(ProgramError) -> Int32 {
        let service = desk.site.service
        let lines = ProgressLines(form == .signUp ? .signUp : .signIn)
        let telling = desk.worker.start { await tell(lines, desk.time) }
        let answer = await desk.site.deadlines.within(desk.site.deadlines.signIn) {
            () async -> Result<Session, ServiceError> in
            do throws(ServiceError) {
                switch form {
                case .signIn: return .success(try await service.signIn(name: name, password: password))
                case .signUp: return .success(try await service.signUp(name: name, password: password))
                }
            } catch {
                return .failure(error)
            }
        }
        telling.cancel()
        let session: Session
        do throws(ServiceError) {
            session = try (answer ?? .failure(.timedOut)).get()
        } catch {
            throw ProgramError(error)
        }
        do {
            try desk.home.sessions.save(session, for: desk.site.path)
        } catch {
            throw ProgramError(sentence: "signed in, but the session can't be kept: \(shown("\(error)"))")
        }
        // On a terminal, the line below is the end as well.
        if isatty(STDERR_FILENO) == 0 { Console.tell(lines.lastLine) }
        Console.say("signed in as \(shown(session.name))")
        try resume(session, desk)
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
        let store = try desk.home.openStore(of: desk.site.outboxAccount(of: session), time: desk.time) { _ in }
        store.signedIn()
        let waiting = store.read { $0.pendingCount }
        if waiting > 0 { Console.say("\(waiting) wait to be sent: rakkan outbox drain") }
    }

    static func signOut(_ desk: Desk) async throws(ProgramError) -> Int32 {
        guard let session = desk.session else {
            Console.say("you are not signed in here")
            return ExitStatus.done
        }
        let kept = desk.store.read { $0.outbox.count }
        do throws(ServiceError) {
            try await desk.site.service.signOut(session)
        } catch {
            Console.complain("the board was not told: \(shown(error.reason))")
        }
        do {
            try desk.home.sessions.remove(for: desk.site.path)
        } catch {
            throw ProgramError(sentence: "the session can't be forgotten: \(error.sentence)")
        }
        Console.say(
            "signed out" + (kept > 0 ? "; \(kept) in the outbox wait until \(shown(session.name)) signs in again" : ""))
        return ExitStatus.done
    }
}
