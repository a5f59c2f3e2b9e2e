/// One thing that a server said, applied to the tables.
protocol Statement: Sendable {
    /// Writes it into confirmed state as of a reading begun at `stamp`.
    func confirm(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame)
    /// After all else of the frame: what only the whole frame tells.
    func conclude(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame)
}

/// What came of confirming one frame.
struct ConfirmedFrame {
    /// When the frame is applied, in the order of acknowledgements and readings.
    let now: UInt64
    /// Mutations that were confirmed on some record.
    var confirmed: [MutationID] = []
    /// Mutations that the server named as the origin of a copy, with the id of the record that they created, if they
    /// created it.
    var echoes: [MutationID: String?] = [:]
    /// The records that the frame held.
    var present: Set<AnyRef> = []
}

extension Statement {
    func conclude(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame) {}
}

struct RecordStatement<R: Record>: Statement {
    let record: R
    let echoOf: MutationID?

    func confirm(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame) {
        let table = tables.table(of: R.self)
        if let echoOf, case .server(let id) = record.ref {
            let isCreation = table.slot(.created(by: echoOf)) != nil || table.serverID(of: echoOf) == id
            if isCreation { tables.learn(Alias(recordName: R.recordName, mutation: echoOf, serverID: id)) }
            frame.echoes[echoOf] = isCreation ? id : frame.echoes[echoOf] ?? .some(nil)
        }
        table.change(record.ref) { frame.confirmed += $0.confirm(record, at: stamp, echoOf: echoOf, now: frame.now) }
        frame.present.insert(AnyRef(table.identity(of: record.ref)))
    }
}

struct UpdateStatement<R: Record>: Statement {
    let ref: Ref<R>
    let body: @Sendable (inout R) -> Void

    func confirm(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame) {
        tables.table(of: R.self).change(ref) { $0.update(body, at: stamp) }
    }
}

struct RemovalStatement<R: Record>: Statement {
    let ref: Ref<R>

    func confirm(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame) {
        tables.table(of: R.self).change(ref) {
            frame.confirmed += $0.confirm(nil, at: stamp, echoOf: nil, now: frame.now)
        }
    }
}

struct CompletenessStatement<R: Record>: Statement {
    let scope: Scope<R>

    func confirm(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame) {}

    func conclude(at stamp: UInt64, in tables: Tables, _ frame: inout ConfirmedFrame) {
        let table = tables.table(of: R.self)
        for ref in table.known(in: scope) where !frame.present.contains(AnyRef(ref)) {
            table.change(ref) { frame.confirmed += $0.confirm(nil, at: stamp, echoOf: nil, now: frame.now) }
        }
    }
}
