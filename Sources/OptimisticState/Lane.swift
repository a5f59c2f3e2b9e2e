/// The serial key of a mutation: one at a time is in flight in a lane, in the order enqueued; lanes run side by side.
public struct Lane: Hashable, Sendable {
    package var name: String
    package var target: AnyRef?

    init(name: String, target: AnyRef?) {
        self.name = name
        self.target = target
    }

    /// A lane that is known by its name alone.
    public init(_ name: String) {
        self.name = name
        self.target = nil
    }

    /// The lane of that name on one record. It stays one lane when the server names the record.
    public init<R: Record>(_ name: String, on ref: Ref<R>) {
        self.name = name
        self.target = AnyRef(ref)
    }
}
