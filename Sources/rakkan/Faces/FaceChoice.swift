import CursesTerminal
import Glibc
import OptimisticState

/// Which face this run of the client has: a screen where one can be drawn, else lines.
enum FaceChoice {
    case screen
    case lines

    /// - Throws: ``UsageError`` where nobody could say anything to it.
    init(_ options: Options) throws(UsageError) {
        let type = environment()["TERM"]
        if options.isPlain {
            self = .lines
        } else if isatty(STDIN_FILENO) != 1 {
            throw UsageError(sentence: "standard input is not a terminal; with --plain, words are read from it")
        } else {
            self = isatty(STDOUT_FILENO) == 1 && type != "dumb" ? .screen : .lines
        }
        if self == .lines, options.script != nil {
            throw UsageError(sentence: "--script presses keys: it needs a screen, not lines")
        }
    }

    /// Makes the face. A terminal that can't be drawn on gets lines, and a line that says why.
    func make(_ options: Options, home: Home, time: any Timekeeper, wake: Int32) throws(ProgramError) -> any Face {
        switch self {
        case .lines: return LineFace(options, wake: wake)
        case .screen:
            do throws(StartFailure) {
                return try ScreenFace(options, home: home, time: time, wake: wake)
            } catch {
                guard options.script == nil else {
                    throw ProgramError(sentence: error.sentence + "; set TERM to one that this machine knows")
                }
                Console.complain("\(error.sentence): lines instead (help lists the words)")
                return LineFace(options, wake: wake)
            }
        }
    }
}

extension StartFailure {
    fileprivate var sentence: String {
        switch self {
        case .notATerminal: "standard input and output are no terminal that can be drawn on"
        case .noTerminfo(let type), .cannotPlaceCursor(let type), .refused(let type):
            "the terminal “\(shown(type))” can't be drawn on"
        }
    }
}
