public final class OptimisticStore<Service: Sendable>: Sendable {
    public init(
        journal: any Journal<Service>, time: any Timekeeper, makeID: @escaping @Sendable () -> MutationID,
        jitter: @escaping @Sendable () -> Double
    ) throws { fatalError() }
    /// Durable and visible on return. `discarding` go in the same write (a refused favourite that a new wish replaces).
    @discardableResult
    public func enqueue(_ mutation: some Mutation<Service>, discarding: [MutationID] = []) -> MutationID {
        fatalError()
    }
    public func settled(_ id: MutationID) async -> Settled { fatalError() }
    public func retry(_ id: MutationID) { fatalError() }
    public func wake(_ id: MutationID) { fatalError() }
    public func dependents(on id: MutationID) -> [MutationID] { fatalError() }
    @discardableResult
    public func discard(_ id: MutationID) -> [any Mutation<Service>] { fatalError() }
    public func read<T>(_ body: (borrowing Visible<Service>) throws -> T) rethrows -> T { fatalError() }
    public func changes(in scopes: [AnyScope]) -> AsyncStream<Revision> { fatalError() }
    public func beginFetch() -> Fetch { fatalError() }
    public func confirm(_ said: [Confirmed], from fetch: Fetch?) { fatalError() }
    public func reload() throws { fatalError() }
    public func reachable() { fatalError() }
    public func signedIn() { fatalError() }
    public func drain(to service: Service, retries: RetryRule) async { fatalError() }
    public func suspendSending() { fatalError() }
}
public struct Revision: Hashable, Comparable, Sendable {
    public let number: UInt64
    public static func < (a: Revision, b: Revision) -> Bool { a.number < b.number }
}
public struct AnyScope: Hashable, Sendable {
    let base: ObjectIdentifier
    public init<R: Record>(_ scope: Scope<R>) { base = ObjectIdentifier(R.self) }
    /// The outbox as a whole.
    public static var outbox: AnyScope { fatalError() }
}
public struct Visible<Service: Sendable>: ~Copyable {
    public var revision: Revision { fatalError() }
    public func count<R: Record>(in scope: Scope<R>) -> Int { fatalError() }
    public func items<R: Record>(in scope: Scope<R>, _ window: Range<Int>) -> [Item<R>] { fatalError() }
    public func item<R: Record>(_ ref: Ref<R>) -> Item<R>? { fatalError() }
    public func index<R: Record>(of ref: Ref<R>, in scope: Scope<R>) -> Int? { fatalError() }
    public func confirmed<R: Record>(_ ref: Ref<R>) -> R? { fatalError() }
    public func identity<R: Record>(of ref: Ref<R>) -> Ref<R> { fatalError() }
    /// In sequence order.
    public var outbox: [OutboxEntry<Service>] { fatalError() }
    public func entry(_ id: MutationID) -> OutboxEntry<Service>? { fatalError() }
    public var pendingCount: Int { fatalError() }
    public var failedCount: Int { fatalError() }
}
/// Resolves references to their permanent view identity.
public struct Identities: ~Copyable {
    public func identity<R: Record>(of ref: Ref<R>) -> Ref<R> { fatalError() }
}
protocol RecordChange: Sendable {}
struct Change<R: Record>: RecordChange {
    let ref: Ref<R>; let work: Work
    enum Work: Sendable {
        case create(R), update(@Sendable (inout R?) -> Void), add(Int, any WritableKeyPath<R, Int> & Sendable)
    }
}
protocol Statement: Sendable {}
struct RecordStatement<R: Record>: Statement { let record: R; let echoOf: MutationID? }
struct UpdateStatement<R: Record>: Statement { let ref: Ref<R>; let body: @Sendable (inout R) -> Void }
struct RemovalStatement<R: Record>: Statement { let ref: Ref<R> }
struct CompletenessStatement<R: Record>: Statement { let scope: Scope<R> }
