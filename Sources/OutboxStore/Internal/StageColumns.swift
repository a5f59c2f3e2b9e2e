import OptimisticState

/// A stage, or how a mutation ended, as columns: legible in the file, and queryable.
struct StageColumns: Equatable {
    var name: String
    var until: Int64?
    /// JSON.
    var failure: String?
    var serverID: String?
}

extension StageColumns {
    init(_ stage: Stage) throws {
        switch stage {
        case .queued: self.init(name: "queued")
        case .inFlight: self.init(name: "in-flight")
        case .waiting(let until, let failure):
            try self.init(name: "waiting", until: until?.milliseconds, failure: JSON.text(failure))
        case .needsSignIn: self.init(name: "needs-sign-in")
        case .failed(let failure): try self.init(name: "failed", failure: JSON.text(failure))
        case .acknowledged(let serverID): self.init(name: "acknowledged", serverID: serverID)
        }
    }

    /// Nil if this program does not know the words.
    var stage: Stage? {
        switch name {
        case "queued": .queued
        case "in-flight": .inFlight
        case "waiting": storedFailure.map { .waiting(until: until.map { Timestamp(milliseconds: $0) }, $0) }
        case "needs-sign-in": .needsSignIn
        case "failed": storedFailure.map { .failed($0) }
        case "acknowledged": .acknowledged(serverID: serverID)
        default: nil
        }
    }

    init(_ settled: Settled) throws {
        switch settled {
        case .accepted(let serverID): self.init(name: "accepted", serverID: serverID)
        case .failed(let failure): try self.init(name: "failed", failure: JSON.text(failure))
        case .superseded: self.init(name: "superseded")
        case .discarded: self.init(name: "discarded")
        }
    }

    /// Nil if this program does not know the words.
    var settled: Settled? {
        switch name {
        case "accepted": .accepted(serverID: serverID)
        case "failed": storedFailure.map { .failed($0) }
        case "superseded": .superseded
        case "discarded": .discarded
        default: nil
        }
    }

    private var storedFailure: Failure? { failure.flatMap { JSON.value($0) } }
}
