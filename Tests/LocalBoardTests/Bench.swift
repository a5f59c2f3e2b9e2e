import Comments
import LocalBoard
import OptimisticState
import SQLiteStore
import ServiceConformance
import TestSupport

/// A folder for one board's file, and boards on it that run when the test says so.
struct Bench {
    let folder: TemporaryFolder
    let time = ManualTime()
    let executor = ManualExecutor()

    /// The file's name in the folder.
    let name: String

    init(named name: String = "board") throws {
        folder = try TemporaryFolder()
        self.name = name
    }

    /// What a board's file is to somebody who looks into it past the board.
    static let schema = Schema(applicationID: 0x7261_6B62, migrations: ["", ""])

    var path: String { folder.file(name) }

    func settings(_ change: (inout LocalBoard.Settings) -> Void = { _ in }) -> LocalBoard.Settings {
        var settings = LocalBoard.Settings()
        settings.passwordCost = .least
        settings.storageExecutor = ManualSerialExecutor(on: executor)
        settings.hashingExecutor = ManualSerialExecutor(on: executor)
        change(&settings)
        return settings
    }

    /// Another process's board, as it were: each has a connection of its own.
    func board(
        _ change: (inout LocalBoard.Settings) -> Void = { _ in }, announce: @escaping @Sendable () -> Void = {}
    ) throws -> LocalBoard {
        try LocalBoard(path, time: time, settings: settings(change), announce: announce)
    }

    func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        try Conformance.run(on: time, executor, body)
    }
}

let password = "correct horse"

extension LocalBoard {
    /// Does what has to work, and gives the id of what it made.
    func made(_ operation: Operation, id: MutationID = MutationID("m"), as session: Session) async throws -> String {
        let outcome = await submit(operation, id: id, mayHaveArrived: false, as: session)
        guard case .accepted(let serverID?, _) = outcome else { throw NotMade(outcome: outcome) }
        return serverID
    }
}

struct NotMade: Error {
    let outcome: Outcome
}
