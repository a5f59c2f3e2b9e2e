import CommentPresenters
import Comments
import MatrixBoard
import OptimisticState

/// What `rakkan doctor --server URL` says of the homeserver.
enum ServerReport {
    case trouble(url: String, String)
    case found(HomeserverFacts, Capabilities)

    static func make(_ options: Options) throws(ProgramError) -> ServerReport {
        let result = Locked<ServerReport?>(nil)
        _ = try Runner(options).run { desk throws(ProgramError) in
            guard let homeserver = desk.site.homeserver else { return ExitStatus.failed }
            do throws(ServiceError) {
                let facts = try await homeserver.facts()
                result.withLock { $0 = .found(facts, homeserver.capabilities) }
            } catch {
                result.withLock { $0 = .trouble(url: desk.site.path, error.reason) }
            }
            return ExitStatus.done
        }
        return result.withLock { $0 } ?? .trouble(url: options.server ?? "", "it can't be asked now")
    }

    var lines: [String] {
        switch self {
        case .trouble(let url, let sentence): return [DoctorReport.row("server", "\(shown(url)): \(shown(sentence))")]
        case .found(let facts, let limits):
            let software = facts.software.map { shown($0.raw) } ?? "software not told"
            let versions = [facts.versions.first, facts.versions.last].compactMap { $0.map { shown($0.raw) } }
            return [
                DoctorReport.row("server", shown(facts.url) + ", " + software),
                DoctorReport.row(
                    "TLS", facts.isEncrypted ? "yes, and its certificate is good" : "none: on this machine alone"),
                DoctorReport.row("Matrix", versions.joined(separator: " to ")),
                DoctorReport.row(limits),
            ]
        }
    }

    var json: JSON {
        switch self {
        case .trouble(let url, let sentence): .object([("url", .string(url)), ("error", .string(sentence))])
        case .found(let facts, let limits):
            .object([
                ("url", .string(facts.url)), ("software", .optional(facts.software?.raw)),
                ("encrypted", .bool(facts.isEncrypted)),
                ("versions", .array(facts.versions.map { .string($0.raw) })),
                ("longestText", .number(limits.longestText)), ("longestTitle", .number(limits.longestTitle)),
            ])
        }
    }
}
