/// One thing that a server said. Confirmed state is written with these and nothing else.
public struct Confirmed: Sendable {
    /// The record, if this is a copy of one.
    let copy: AnyRef?
    /// The mutation that the server names as the copy's origin.
    let echoOf: MutationID?
    /// Writes it into confirmed state as of a reading begun at this stamp.
    let confirm: @Sendable (UInt64, Tables, inout ConfirmedFrame) -> Void
    /// After all else of the frame: what only the whole frame tells.
    let conclude: (@Sendable (UInt64, Tables, inout ConfirmedFrame) -> Void)?

    @usableFromInline
    init(
        copy: AnyRef? = nil, echoOf: MutationID? = nil,
        confirm: @escaping @Sendable (UInt64, Tables, inout ConfirmedFrame) -> Void = { _, _, _ in },
        conclude: (@Sendable (UInt64, Tables, inout ConfirmedFrame) -> Void)? = nil
    ) {
        self.copy = copy
        self.echoOf = echoOf
        self.confirm = confirm
        self.conclude = conclude
    }

    /// The record is like this. `echoOf` is the mutation that the server names as the copy's origin, if it does: such a
    /// copy confirms that mutation on this record, whichever of reply and echo comes first.
    ///
    /// - Complexity: O(1); confirmed in O(mutations on the record), and O(log n) in each of its lists.
    @inlinable
    public static func record<R: Record>(_ record: R, echoOf mutation: MutationID? = nil) -> Confirmed {
        Confirmed(
            copy: AnyRef(record.ref), echoOf: mutation,
            confirm: { stamp, tables, frame in
                tables.table(of: R.self).confirm(record, at: stamp, echoOf: mutation, &frame)
            })
    }

    /// Only this is known of the record: it changes if it is there.
    ///
    /// - Complexity: as ``record(_:echoOf:)``.
    @inlinable
    public static func update<R: Record>(_ ref: Ref<R>, _ body: @escaping @Sendable (inout R) -> Void) -> Confirmed {
        Confirmed(confirm: { stamp, tables, _ in
            tables.table(of: R.self).change(ref) { $0.update(body, at: stamp) }
        })
    }

    /// The record is gone.
    ///
    /// - Complexity: as ``record(_:echoOf:)``.
    @inlinable
    public static func removed<R: Record>(_ ref: Ref<R>) -> Confirmed {
        Confirmed(confirm: { stamp, tables, frame in
            tables.table(of: R.self).confirmGone(ref, at: stamp, &frame)
        })
    }

    /// The records of this frame that stand in `scope` are all there are: what else was confirmed there is gone.
    ///
    /// - Complexity: O(1); confirmed in O(records in the list).
    @inlinable
    public static func complete<R: Record>(_ scope: Scope<R>) -> Confirmed {
        Confirmed(conclude: { stamp, tables, frame in
            tables.table(of: R.self).confirmComplete(scope, at: stamp, &frame)
        })
    }
}

/// A reading of the server, from the moment it was begun: what it returns may be older than what was acknowledged
/// since, and the store judges it by this.
public struct Fetch: Hashable, Sendable {
    let stamp: UInt64
}
