import Comments
import Glibc
import LocalBoard
import OptimisticState
import StateFiles

/// What `rakkan doctor` says of the place where the comments live.
enum BoardReport {
    case none(path: String)
    case trouble(path: String, String)
    case found(path: String, Found)

    struct Found: Sendable {
        var bytes: Int
        var owner: String
        var accounts: Int
        var limits: Capabilities
        var isReadOnly: Bool
    }

    /// Looks at the board; makes none.
    static func make(_ options: Options, _ home: Home) throws(ProgramError) -> BoardReport {
        let path = options.board.map(absolutePath) ?? home.folders.board
        var status = stat()
        guard stat(path, &status) == 0 else { return .none(path: path) }
        let owner = getpwuid(status.st_uid).flatMap { $0.pointee.pw_name.map { String(cString: $0) } }
        let result = Locked<Found?>(nil)
        let size = Int(status.st_size)
        do {
            _ = try Runner(options).run { desk throws(ProgramError) in
                guard let board = desk.site.board else { return ExitStatus.failed }
                do throws(ServiceError) {
                    let found = Found(
                        bytes: size, owner: owner ?? "", accounts: try await board.accountCount(),
                        limits: board.capabilities, isReadOnly: board.isReadOnly)
                    result.withLock { $0 = found }
                    return ExitStatus.done
                } catch {
                    return ExitStatus.failed
                }
            }
        } catch {
            return .trouble(path: path, error.sentence)
        }
        let found = result.withLock { $0 }
        return found.map { .found(path: path, $0) } ?? .trouble(path: path, "\(shown(path)) can't be read now")
    }

    var lines: [String] {
        switch self {
        case .none(let path): return [DoctorReport.row("board", "\(shown(path)), not made yet")]
        case .trouble(_, let sentence): return [DoctorReport.row("board", sentence)]
        case .found(let path, let found):
            let accounts = found.accounts == 1 ? "1 account" : "\(found.accounts) accounts"
            return [
                DoctorReport.row("board", shown(path) + (found.isReadOnly ? ", read-only" : "")),
                DoctorReport.row("", "\(found.bytes / 1_024) KiB, owned by \(shown(found.owner)), \(accounts)"),
                DoctorReport.row(found.limits),
            ]
        }
    }

    var json: JSON {
        switch self {
        case .none(let path): return .object([("path", .string(path)), ("exists", .bool(false))])
        case .trouble(let path, let sentence):
            return .object([("path", .string(path)), ("exists", .bool(true)), ("error", .string(sentence))])
        case .found(let path, let found):
            return .object([
                ("path", .string(path)), ("exists", .bool(true)), ("bytes", .number(found.bytes)),
                ("owner", .string(found.owner)), ("accounts", .number(found.accounts)),
                ("readOnly", .bool(found.isReadOnly)), ("longestText", .number(found.limits.longestText)),
                ("longestTitle", .number(found.limits.longestTitle)),
            ])
        }
    }
}
