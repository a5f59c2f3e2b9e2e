import Comments
import Glibc
import StateFiles
import Visitors

/// `--visitors`: what sshd runs for everyone who comes in, whatever they asked for (`ForceCommand`).
///
/// Everything about a visitor is theirs to choose but for the arguments of this process: the environment is looked at
/// once and thrown away, their words are taken apart here, and what they may say is a list of what is harmless.
enum VisitCommand {
    /// - Returns: the exit status.
    static func run(_ given: Options) throws -> Int32 {
        let arrival = try Arrival.take()
        Self.limitMyself()
        var options = given
        if options.command == .demo, options.board == nil {
            throw UsageError(sentence: "a demo for visitors needs a board that they share: --board FILE")
        }
        options.board = options.board.map(absolutePath)
        let root = try folder(of: given)
        if getpid().isMultiple(of: 64) { Visit.sweep(root) }
        let words: [String]
        do throws(CommandWords.Mistake) {
            words = try CommandWords.split(arrival.command)
        } catch {
            throw UsageError(error)
        }
        let visit = try Visit(
            arrival.visitor, in: root, limits: options.limits ?? VisitorLimits(),
            welcomesReaders: given.command == .demo)
        options.visit = visit
        options.stateDirectory = visit.folder
        do {
            options = try ArgumentParser.parse(visitorsWords: words, after: options)
            if given.command == .demo, let board = options.board {
                try visit.alone { try DemoCommand.makeAlbum(board, options) }
            }
            if options.command != .client, options.command != .demo { endIfIdle(visit.limits) }
            let status = try perform(options)
            visit.leave()
            return status
        } catch {
            visit.leave()
            throw error
        }
    }

    /// A command has no loop that looks at the clock: the kernel ends it.
    private static func endIfIdle(_ limits: VisitorLimits) {
        signal(SIGALRM) { _ in
            let words: StaticString = "rakkan: nothing came for too long: the session has ended\n"
            _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
            _exit(ExitStatus.failed)
        }
        alarm(UInt32(clamping: max(1, limits.idle.components.seconds)))
    }

    /// Where all visitors are kept, for the owner's eyes alone.
    private static func folder(of options: Options) throws(ProgramError) -> String {
        do {
            let folders = try StateFolders(
                stateDirectory: options.stateDirectory.map(absolutePath), environment: environment())
            try folders.makeVisitors()
            return folders.visitors
        } catch {
            throw ProgramError(sentence: error.sentence)
        }
    }

    /// What goes wrong in one visitor's process is to end it, not the host: no core files, a bounded memory, few files.
    private static func limitMyself() {
        for (resource, most) in [
            (RLIMIT_CORE, 0), (RLIMIT_DATA, 192 << 20), (RLIMIT_NOFILE, 256),
        ] as [(__rlimit_resource, rlim_t)] {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
            limit.rlim_cur = min(most, limit.rlim_max)
            limit.rlim_max = limit.rlim_cur
            setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        }
    }
}
