/// One thing that a server said. Confirmed state is written with these and nothing else.
public struct Confirmed: Sendable {
    let statement: any Statement

    /// The record is like this. `echoOf` is the mutation that the server names as the copy's origin, if it does: such a
    /// copy confirms that mutation on this record, whichever of reply and echo comes first.
    public static func record<R: Record>(_ record: R, echoOf mutation: MutationID? = nil) -> Confirmed {
        Confirmed(statement: RecordStatement(record: record, echoOf: mutation))
    }

    /// Only this is known of the record: it changes if it is there.
    public static func update<R: Record>(_ ref: Ref<R>, _ body: @escaping @Sendable (inout R) -> Void) -> Confirmed {
        Confirmed(statement: UpdateStatement(ref: ref, body: body))
    }

    /// The record is gone.
    public static func removed<R: Record>(_ ref: Ref<R>) -> Confirmed {
        Confirmed(statement: RemovalStatement(ref: ref))
    }

    /// The records of this frame that stand in `scope` are all there are: what else was confirmed there is gone.
    public static func complete<R: Record>(_ scope: Scope<R>) -> Confirmed {
        Confirmed(statement: CompletenessStatement(scope: scope))
    }
}

/// A reading of the server, from the moment it was begun: what it returns may be older than what was acknowledged
/// since, and the store judges it by this.
public struct Fetch: Hashable, Sendable {
    let stamp: UInt64
}
