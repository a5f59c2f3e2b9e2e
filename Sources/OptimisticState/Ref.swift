/// How payloads and views name a record: by the server's id, or by the mutation that created it.
///
/// A reference made while the record was still pending stays valid for ever: the store knows the alias once the server
/// has named the record, and resolves it when something is sent. A `.created(by:)` never leaves the process as an id.
public enum Ref<R: Record>: Hashable, Codable, Sendable {
    /// The record that the server calls by this opaque id.
    case server(String)
    /// The record that this mutation creates.
    case created(by: MutationID)
}

/// A reference without its record's type, as lanes and parents need it.
@usableFromInline
package struct AnyRef: Hashable, Sendable {
    @usableFromInline package let type: ObjectIdentifier
    @usableFromInline package let name: Name

    @usableFromInline
    package enum Name: Hashable, Sendable {
        case server(String)
        case created(by: MutationID)
    }

    init(type: ObjectIdentifier, name: Name) {
        self.type = type
        self.name = name
    }

    @inlinable
    package init<R: Record>(_ ref: Ref<R>) {
        type = ObjectIdentifier(R.self)
        switch ref {
        case .server(let id): name = .server(id)
        case .created(let id): name = .created(by: id)
        }
    }
}
