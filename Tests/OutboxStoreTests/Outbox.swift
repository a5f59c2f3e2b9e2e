import Comments
import OptimisticState
import OutboxStore
import SQLiteStore
import TestSupport

typealias Journal = SQLiteJournal<Connection>
typealias Batch = JournalBatch<Connection>

/// A folder with an outbox, and everybody who opens it.
struct OutboxFolder {
    let folder: TemporaryFolder
    let time = ManualTime()

    init(_ folder: TemporaryFolder? = nil) throws { self.folder = try folder ?? TemporaryFolder() }

    var path: String { folder.file("outbox.sqlite") }

    func journal(
        account: String = "board/ada", kinds: Kinds<Connection> = commentKinds, holder: LeaseHolder = .current(),
        patience: Duration = .seconds(1)
    ) throws -> Journal {
        let time = time
        return try Journal(path, account: account, kinds: kinds, holder: holder, patience: patience) { time.now() }
    }

    /// What a kill at this moment leaves on the disk, in a folder of its own.
    func afterKill() throws -> OutboxFolder {
        let copy = try TemporaryFolder()
        for name in folder.names() { try copy.write(folder.bytes(of: name) ?? [], to: name) }
        return try OutboxFolder(copy)
    }
}

extension Journal {
    @discardableResult
    func write(_ change: (inout Batch) -> Void) throws -> JournalReceipt {
        var batch = Batch()
        change(&batch)
        return try write(batch)
    }

    /// Appends a comment for each name, which is its id and its text.
    @discardableResult
    func append(_ names: String...) throws -> JournalReceipt {
        try write { batch in batch.appended = names.map { new($0) } }
    }
}

func new(
    _ name: String, _ mutation: (any Mutation<Connection>)? = nil, _ state: MutationState = MutationState()
) -> NewMutation<Connection> {
    NewMutation(
        id: MutationID(name), enqueuedAt: Timestamp(milliseconds: 1_234), mutation: mutation ?? comment(name),
        state: state)
}

func comment(_ text: String) -> AddComment {
    AddComment(post: .server("post"), text: UntrustedText(text), author: UntrustedText("ada"))
}

extension JournalContents<Connection> {
    var names: [String] { rows.map(\.id.rawValue) }
    var texts: [String?] { rows.map { ($0.mutation as? AddComment)?.text.raw } }
    subscript(_ name: String) -> StoredMutation<Connection>? { rows.first { $0.id.rawValue == name } }
}
