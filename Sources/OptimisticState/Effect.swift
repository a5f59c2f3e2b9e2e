/// What a mutation changes on one record, as intent: "starred := true", "body := …", never a copy of the whole
/// record, which would carry an earlier mutation's effect with it after that one has failed.
public struct Effect: Sendable {
    /// Puts the change on its record: how it came to be, when it was acknowledged, whether it is on screen, and where.
    @usableFromInline let install: @Sendable (Origin, UInt64?, Bool, Tables) -> Touch

    @inlinable
    init<R: Record>(_ work: Work<R>, on ref: Ref<R>) {
        install = { origin, acknowledged, isFolded, tables in
            tables.table(of: R.self).install(
                work, on: ref, origin, acknowledged: acknowledged, isFolded: isFolded)
        }
    }

    /// The record comes to be. If the server's copy is already there, nothing changes.
    ///
    /// - Complexity: O(1); folded in O(mutations on the record), and O(log n) in each of its lists.
    @inlinable
    public static func create<R: Record>(_ record: R) -> Effect {
        Effect(.create(record), on: record.ref)
    }

    /// The record changes; set it to nil to take it off the screen. On a record that is not there, nothing happens.
    ///
    /// - Complexity: O(1); folded in O(mutations on the record), and O(log n) in each of its lists if it moves there.
    @inlinable
    public static func update<R: Record>(
        _ ref: Ref<R>, _ body: @escaping @Sendable (inout R?) -> Void
    ) -> Effect {
        Effect(.update(body), on: ref)
    }

    /// A counter of the record shows `amount` more. The store keeps the sum per record and field, so that many
    /// creates on one record cost the same each. A counter never shows below 0, and counting does not make an item
    /// pending.
    ///
    /// - Complexity: O(1), and as much when it is folded, however many there are.
    @inlinable
    public static func add<R: Record>(
        _ amount: Int, to field: any WritableKeyPath<R, Int> & Sendable, of ref: Ref<R>
    ) -> Effect {
        Effect(.add(amount, field), on: ref)
    }
}
