/// What came of confirming one frame.
@usableFromInline
struct ConfirmedFrame {
    /// When the frame is applied, in the order of acknowledgements and readings.
    @usableFromInline let now: UInt64
    /// Mutations that were confirmed on some record.
    @usableFromInline var confirmed: [MutationID] = []
    /// Mutations that the server named as the origin of a copy, with the id of the record that they created, if they
    /// created it.
    @usableFromInline var echoes: [MutationID: String?] = [:]
    /// The records that the frame held.
    @usableFromInline var present: Set<AnyRef> = []

    init(now: UInt64) { self.now = now }
}

extension Table {
    /// The server said that the record is like this.
    @inlinable
    func confirm(_ record: R, at stamp: UInt64, echoOf echo: MutationID?, _ frame: inout ConfirmedFrame) {
        if let echo, case .server(let id) = record.ref {
            // A mutation may touch other records of the kind that it creates: what it stands under, what counts it.
            let made = names.serverID(of: echo)
            let isCreation = made == nil ? slot(.created(by: echo)) != nil : made == id
            if isCreation { tables.learn(Alias(recordName: R.recordName, mutation: echo, serverID: id)) }
            frame.echoes[echo] = isCreation ? id : frame.echoes[echo] ?? .some(nil)
        }
        let now = frame.now
        change(record.ref) { frame.confirmed += $0.confirm(record, at: stamp, echoOf: echo, now: now) }
        frame.present.insert(AnyRef(identity(of: record.ref)))
    }

    /// The server said that the record is gone.
    @inlinable
    func confirmGone(_ ref: Ref<R>, at stamp: UInt64, _ frame: inout ConfirmedFrame) {
        let now = frame.now
        change(ref) { frame.confirmed += $0.confirm(nil, at: stamp, echoOf: nil, now: now) }
    }

    /// The frame holds all the records of a list: the others are gone.
    @inlinable
    func confirmComplete(_ scope: Scope<R>, at stamp: UInt64, _ frame: inout ConfirmedFrame) {
        for ref in known(in: scope) where !frame.present.contains(AnyRef(ref)) {
            confirmGone(ref, at: stamp, &frame)
        }
    }
}
