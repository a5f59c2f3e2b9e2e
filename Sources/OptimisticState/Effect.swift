/// What a mutation changes on one record, as intent: "starred := true", "body := …", never a copy of the whole
/// record, which would carry an earlier mutation's effect with it after that one has failed.
public struct Effect: Sendable {
    let change: any RecordChange

    /// The record comes to be. If the server's copy is already there, nothing changes.
    public static func create<R: Record>(_ record: R) -> Effect {
        Effect(change: Change<R>(ref: record.ref, work: .create(record)))
    }

    /// The record changes; set it to nil to take it off the screen. On a record that is not there, nothing happens.
    public static func update<R: Record>(
        _ ref: Ref<R>, _ body: @escaping @Sendable (inout R?) -> Void
    ) -> Effect {
        Effect(change: Change<R>(ref: ref, work: .update(body)))
    }

    /// A counter of the record shows `amount` more. The store keeps the sum per record and field, so that many
    /// creates on one record cost the same each. A counter never shows below 0, and counting does not make an item
    /// pending.
    public static func add<R: Record>(
        _ amount: Int, to field: any WritableKeyPath<R, Int> & Sendable, of ref: Ref<R>
    ) -> Effect {
        Effect(change: Change<R>(ref: ref, work: .add(amount, field)))
    }
}
