import CommentPresenters
import Comments
import Glibc
import LiveBell
import LocalBoard
import OptimisticState
import StateFiles

/// `board`: what the owner of a board does with it, while others are on it.
enum BoardCommand {
    /// - Returns: the exit status.
    static func run(_ action: Command.BoardAction, _ options: Options) throws -> Int32 {
        let path = try Site.path(options, folders(options))
        guard access(path, F_OK) == 0 else {
            throw ProgramError(sentence: "there is no board \(shown(path)); name one with --board FILE")
        }
        // A copy of a board holds everyone's password hashes.
        umask(0o077)
        let loop = EventLoop<Result<Int32, ProgramError>>()
        let bells = Locked<LiveBell?>(nil)
        let board: LocalBoard
        do throws(BoardError) {
            var settings = LocalBoard.Settings()
            settings.hashingTurns = HostHashingTurns(folder: Site.folder(of: path) + "/live")
            board = try LocalBoard(path, time: loop.time, settings: settings) { bells.withLock { $0 }?.ring() }
        } catch {
            throw ProgramError(sentence: Site.sentence(error, path))
        }
        bells.withLock { $0 = try? LiveBell(in: Site.folder(of: path) + "/live") }
        let mailbox = loop.mailbox
        WorkerThread().start {
            do throws(ServiceError) {
                mailbox.post(.success(try await perform(action, isOff: options.isOff, board)))
            } catch {
                mailbox.post(.failure(ProgramError(owner: error, action)))
            }
        }
        var answer = Result<Int32, ProgramError>.success(ExitStatus.failed)
        loop.run(receive: {
            answer = $0
            loop.stop()
        })
        bells.withLock { $0?.leave() }
        return try answer.get()
    }

    private static func folders(_ options: Options) throws(ProgramError) -> StateFolders {
        do throws(StateFileError) {
            return try StateFolders(
                stateDirectory: options.stateDirectory.map(absolutePath), environment: environment())
        } catch {
            throw ProgramError(sentence: error.sentence)
        }
    }

    private static func perform(
        _ action: Command.BoardAction, isOff: Bool, _ board: LocalBoard
    ) async throws(ServiceError) -> Int32 {
        switch action {
        case .check: return say(try await board.check())
        case .backUp(let file):
            let path = absolutePath(file)
            try await board.backUp(to: path)
            Console.say("copied to \(shown(path))")
        case .remove(let id):
            try await board.remove(id)
            Console.say("removed \(shown(id))")
        case .ban(let name):
            try await board.setBanned(!isOff, name: name)
            Console.say(
                isOff ? "\(shown(name)) may sign in again" : "\(shown(name)) is banned and signed out everywhere")
        case .signUp(let isOpen):
            try await board.setSignUp(isOpen: isOpen)
            Console.say(isOpen ? "new accounts are made" : "no new accounts are made")
        case .resetPassword(let name):
            let password = randomPassword()
            try await board.resetPassword(of: name, to: password)
            Console.tell("\(shown(name)) is signed out everywhere; the new password is:")
            Console.say(password)
        }
        return ExitStatus.done
    }

    private static func say(_ health: LocalBoard.Health) -> Int32 {
        for problem in health.problems { Console.complain(shown(problem)) }
        Console.say(
            "\(health.accounts) accounts, \(health.posts) posts, \(health.comments) comments; "
                + "sign-up is \(health.isSignUpOpen ? "on" : "off"); "
                + (health.problems.isEmpty ? "the file is whole" : "the file is damaged"))
        return health.problems.isEmpty ? ExitStatus.done : ExitStatus.failed
    }
}

extension ProgramError {
    /// Why something that the board's owner asked for was not done.
    fileprivate init(owner error: ServiceError, _ action: Command.BoardAction) {
        switch (error, action) {
        case (.notFound, .remove(let id)):
            self.init(sentence: "there is no post and no comment “\(shown(id))”: rakkan posts lists them")
        case (.notFound, .ban(let name)), (.notFound, .resetPassword(let name)):
            self.init(sentence: "there is no account “\(shown(name))”")
        case (.refused(let failure), .backUp(let file)):
            self.init(sentence: "\(shown(file)) was not written: \(shown(failure.words))")
        case (_, _): self.init(sentence: "it was not done: \(shown(error.reason))")
        }
    }
}
