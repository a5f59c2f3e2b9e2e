/// A mutation as the machine behind the store handles it: one machine for every service, compiled once.
@usableFromInline
final class AnyMutation: Sendable {
    /// What it says of itself.
    let base: any Mutation
    let kind: Kind
    let lane: Lane
    @usableFromInline let typed: any TypedMutation

    @usableFromInline
    init(_ base: any Mutation, typed: any TypedMutation) {
        self.base = base
        self.typed = typed
        kind = type(of: base).kind
        lane = base.lane
    }

    @inlinable
    convenience init<Service: Sendable>(_ mutation: any Mutation<Service>) {
        self.init(mutation, typed: Typed(mutation))
    }

    /// The mutation for who knows the service; nil if it is another's.
    @inlinable
    func typed<Service: Sendable>(for service: Service.Type) -> (any Mutation<Service>)? {
        (typed as? Typed<Service>)?.mutation
    }

    /// See ``Mutation/coalesced(with:)``.
    func coalesced(with next: AnyMutation) -> AnyCoalescing { typed.coalesced(with: next) }

    /// See ``Mutation/isAlreadySo(in:)``.
    func isAlreadySo(in state: StoreState) -> Bool { typed.isAlreadySo(in: state) }
}

/// ``Coalescing``, as the machine handles it.
@usableFromInline
enum AnyCoalescing {
    case keepBoth, supersedes, bothVanish
    case rewrites(AnyMutation)
}

/// What needs the service to be known.
@usableFromInline
protocol TypedMutation: AnyObject, Sendable {
    func coalesced(with next: AnyMutation) -> AnyCoalescing
    func isAlreadySo(in state: StoreState) -> Bool
}

@usableFromInline
final class Typed<Service: Sendable>: TypedMutation {
    @usableFromInline let mutation: any Mutation<Service>

    @inlinable
    init(_ mutation: any Mutation<Service>) { self.mutation = mutation }

    @usableFromInline
    func coalesced(with next: AnyMutation) -> AnyCoalescing {
        guard let next = next.typed(for: Service.self) else { return .keepBoth }
        return switch mutation.coalesced(withAny: next) {
        case .keepBoth: .keepBoth
        case .supersedes: .supersedes
        case .bothVanish: .bothVanish
        case .rewrites(let payload): .rewrites(AnyMutation(payload))
        }
    }

    @usableFromInline
    func isAlreadySo(in state: StoreState) -> Bool {
        mutation.isAlreadySo(inAny: Visible(state: state))
    }
}

extension Mutation {
    fileprivate func coalesced(withAny next: any Mutation<Service>) -> Coalescing<Service> { coalesced(with: next) }

    fileprivate func isAlreadySo(inAny visible: borrowing Visible<Service>) -> Bool { isAlreadySo(in: visible) }
}
