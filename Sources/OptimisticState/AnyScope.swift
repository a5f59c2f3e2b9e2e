/// A list of any record type, or the outbox: what a view subscribes to.
public struct AnyScope: Hashable, Sendable {
    let what: What

    /// One list.
    ///
    /// - Complexity: O(1).
    @inlinable
    public init<R: Record>(_ scope: Scope<R>) {
        self.init(
            .list(List(name: scope, isChanged: { tables in tables.table(of: R.self).isChanged(scope) })))
    }

    @usableFromInline
    init(_ what: What) {
        self.what = what
    }

    /// The outbox as a whole.
    public static let outbox = AnyScope(.outbox)

    @usableFromInline
    enum What: Hashable, Sendable {
        case outbox
        case list(List)
    }

    /// A list whose record type is not known to the caller.
    @usableFromInline
    struct List: Hashable, Sendable {
        let name: any Hashable & Sendable
        /// Whether it changed in the frame that is about to be published.
        let isChanged: @Sendable (Tables) -> Bool

        @usableFromInline
        init(name: any Hashable & Sendable, isChanged: @escaping @Sendable (Tables) -> Bool) {
            self.name = name
            self.isChanged = isChanged
        }

        @usableFromInline
        static func == (first: List, second: List) -> Bool { AnyHashable(first.name) == AnyHashable(second.name) }

        @usableFromInline
        func hash(into hasher: inout Hasher) { name.hash(into: &hasher) }
    }
}
