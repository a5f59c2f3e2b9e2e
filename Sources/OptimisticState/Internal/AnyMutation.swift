/// A mutation as the machine behind the store handles it: one machine for every service, compiled once.
struct AnyMutation: Sendable {
    /// What it says of itself.
    let base: any Mutation
    private let typed: any TypedMutation

    init<Service: Sendable>(_ mutation: any Mutation<Service>) {
        base = mutation
        typed = Typed(mutation: mutation)
    }

    var kind: Kind { type(of: base).kind }

    /// The mutation for who knows the service; nil if it is another's.
    func typed<Service: Sendable>(for service: Service.Type) -> (any Mutation<Service>)? {
        (typed as? Typed<Service>)?.mutation
    }

    /// See ``Mutation/coalesced(with:)``.
    func coalesced(with next: AnyMutation) -> AnyCoalescing { typed.coalesced(with: next) }

    /// See ``Mutation/isAlreadySo(in:)``.
    func isAlreadySo(in state: StoreState) -> Bool { typed.isAlreadySo(in: state) }
}

/// ``Coalescing``, as the machine handles it.
enum AnyCoalescing {
    case keepBoth, supersedes, bothVanish
    case rewrites(AnyMutation)
}

/// What needs the service to be known.
private protocol TypedMutation: Sendable {
    func coalesced(with next: AnyMutation) -> AnyCoalescing
    func isAlreadySo(in state: StoreState) -> Bool
}

private struct Typed<Service: Sendable>: TypedMutation {
    let mutation: any Mutation<Service>

    func coalesced(with next: AnyMutation) -> AnyCoalescing {
        guard let next = next.typed(for: Service.self) else { return .keepBoth }
        return switch mutation.coalesced(withAny: next) {
        case .keepBoth: .keepBoth
        case .supersedes: .supersedes
        case .bothVanish: .bothVanish
        case .rewrites(let payload): .rewrites(AnyMutation(payload))
        }
    }

    func isAlreadySo(in state: StoreState) -> Bool {
        mutation.isAlreadySo(inAny: Visible(state: state))
    }
}

extension Mutation {
    fileprivate func coalesced(withAny next: any Mutation<Service>) -> Coalescing<Service> { coalesced(with: next) }

    fileprivate func isAlreadySo(inAny visible: borrowing Visible<Service>) -> Bool { isAlreadySo(in: visible) }
}
