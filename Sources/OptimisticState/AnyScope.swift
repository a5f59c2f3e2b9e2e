/// A list of any record type, or the outbox: what a view subscribes to.
public struct AnyScope: Hashable, Sendable {
    private let box: any ScopeBox

    /// One list.
    public init<R: Record>(_ scope: Scope<R>) {
        box = scope
    }

    private init(box: any ScopeBox) {
        self.box = box
    }

    /// The outbox as a whole.
    public static let outbox = AnyScope(box: OutboxScope())

    /// Whether both are the same list.
    public static func == (first: AnyScope, second: AnyScope) -> Bool { first.box.isEqual(to: second.box) }

    /// Hashes the list's name.
    public func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }

    func resolved(in tables: Tables) -> AnyScope { AnyScope(box: box.resolvedBox(in: tables)) }
}

private protocol ScopeBox: Hashable, Sendable {
    func isEqual(to other: any ScopeBox) -> Bool
    func resolvedBox(in tables: Tables) -> any ScopeBox
}

extension ScopeBox {
    fileprivate func isEqual(to other: any ScopeBox) -> Bool { (other as? Self) == self }
}

extension Scope: ScopeBox {
    fileprivate func resolvedBox(in tables: Tables) -> any ScopeBox { resolved(in: tables) }
}

private struct OutboxScope: ScopeBox {
    func resolvedBox(in tables: Tables) -> any ScopeBox { self }
}
