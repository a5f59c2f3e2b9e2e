/// A value that views show: the store keeps it, folds effects into it and hands it out, but never reads its fields.
public protocol Record: Equatable, Sendable {
    /// The names of the lists that records of this kind stand in.
    associatedtype Key: ScopeKey
    /// The place of a record in its lists. Records of equal order stand in the order of their identity.
    associatedtype Order: Comparable & Sendable

    /// What durable aliases call this kind of record. Never changed once it has been stored.
    static var recordName: String { get }
    /// How this record is named: by the server once the server has it.
    var ref: Ref<Self> { get }
    /// The lists that this record stands in.
    var scopes: [Scope<Self>] { get }
    /// The record's place in each of them.
    var order: Order { get }
}

/// One list of records: what a view subscribes to and reads a window of.
public struct Scope<R: Record>: Hashable, Sendable {
    /// The list's name.
    public let key: R.Key

    /// Names a list.
    @inlinable
    public init(_ key: R.Key) {
        self.key = key
    }
}

/// The name of a list. A name that holds a reference (the notes *of this folder*) resolves it, so that the list stays
/// one list when the server names a record that was pending.
public protocol ScopeKey: Hashable, Sendable {
    /// The same name with every reference in it replaced by its permanent view identity.
    ///
    /// - Complexity: its own is part of every change of a record and every reading of a list: O(references).
    func resolved(by identities: borrowing Identities) -> Self
}

extension ScopeKey {
    /// A name without references is itself.
    @inlinable
    public func resolved(by identities: borrowing Identities) -> Self { self }
}
