import Comments
import Configuration
import Glibc
import StateFiles
import TerminalUI

/// Chooses what to do, does it, and says why not.
func program(_ arguments: [String]) -> Int32 {
    setlocale(LC_ALL, "")
    do {
        var options = try ArgumentParser.parse(arguments)
        if options.command.usesConfiguration {
            try options.adopt(try ConfigurationFile.load(), home: environment()["HOME"])
        } else if options.command == .doctor {
            // It has to work where nothing else does.
            let reading = ConfigurationFile.read()
            if reading.mistakes.isEmpty { try options.adopt(reading.configuration, home: environment()["HOME"]) }
        }
        // The version tells the owner whether the rest of the line would do.
        let isVisit = options.isForVisitors && options.command != .version
        return isVisit ? try VisitCommand.run(options) : try perform(options)
    } catch let error as UsageError {
        Console.complain(error.sentence)
        return ExitStatus.usage
    } catch let error as ProgramError {
        Console.complain(error.sentence)
        return error.status
    } catch let error as StateFileError {
        Console.complain(error.sentence)
        return ExitStatus.failed
    } catch {
        Console.complain("\(error)")
        return ExitStatus.failed
    }
}

func perform(_ options: Options) throws -> Int32 {
    switch options.command {
    case .help: Console.say(Help.text)
    case .version: Console.say("rakkan \(Help.version)")
    case .keys: KeysCommand.run(options)
    case .config(let action): return try ConfigCommand.run(action, options)
    case .completions(let shell): Console.say(Completions.script(for: shell))
    case .doctor: return try DoctorCommand.run(options)
    case .client: return try Client.run(options)
    case .demo: return try DemoCommand.run(options)
    case .signUp(let name): return try sign(.signUp, name, options)
    case .signIn(let name): return try sign(.signIn, name, options)
    case .signOut: return try Runner(options).run(AccountCommands.signOut)
    case .rooms: return try Runner(options).run(RoomsCommand.run)
    case .posts: return try Runner(options).run(ReadCommands.posts)
    case .comments(let post):
        return try Runner(options).run { desk throws(ProgramError) in try await ReadCommands.comments(of: post, desk) }
    case .post(let title):
        return try Runner(options).run { desk throws(ProgramError) in try await WriteCommands.post(title: title, desk) }
    case .comment(let post, let text):
        return try Runner(options).run { desk throws(ProgramError) in
            try await WriteCommands.comment(post: post, text: text, desk)
        }
    case .favourite(let id):
        return try Runner(options).run { desk throws(ProgramError) in try await WriteCommands.favourite(id, desk) }
    case .board(let action): return try BoardCommand.run(action, options)
    case .outbox(let action):
        return try Runner(options).run { desk throws(ProgramError) in try await OutboxCommand.run(action, desk) }
    }
    return ExitStatus.done
}

/// The password is asked for before anything is opened, and never stands in the arguments.
func sign(_ form: AccountCommands.Form, _ name: String?, _ options: Options) throws -> Int32 {
    guard let name = try name ?? (options.readsPassword ? nil : StandardInput.readName()) else {
        throw UsageError(sentence: "with --password-stdin the name stands in the arguments: rakkan sign-in NAME")
    }
    let password =
        options.readsPassword ? try StandardInput.readLine() : try StandardInput.readPassword(prompt: "Password: ")
    // Of the pipe, the line after the password.
    let token = options.readsToken ? try StandardInput.readLine("a token") : ""
    return try Runner(options).run { desk throws(ProgramError) in
        switch form {
        case .signIn: try await AccountCommands.signIn(name: name, password: password, desk)
        case .signUp:
            try await AccountCommands.signUp(SignUpForm(name: name, password: password, token: token), desk)
        }
    }
}

exit(program(CommandLine.arguments))
