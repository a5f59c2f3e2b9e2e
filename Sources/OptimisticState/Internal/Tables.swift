/// A table whose record type is not known to the caller. Its closures are made where the type is known.
@usableFromInline
final class AnyTable {
    @usableFromInline let table: AnyObject
    let names: Names
    let learn: (MutationID, String) -> Bool
    let rescope: () -> Void

    @usableFromInline
    init(
        table: AnyObject, names: Names, learn: @escaping (MutationID, String) -> Bool, rescope: @escaping () -> Void
    ) {
        self.table = table
        self.names = names
        self.learn = learn
        self.rescope = rescope
    }
}

/// The tables of all record types, made as they are asked for.
@usableFromInline
final class Tables {
    @usableFromInline var byType: [ObjectIdentifier: AnyTable] = [:]
    /// Aliases that the journal holds for record types that no one has asked for yet.
    private var aliasesAhead: [String: [Alias]] = [:]
    private var typesByName: [String: ObjectIdentifier] = [:]
    /// Counts what is published: a list that was changed in this frame has its number.
    @usableFromInline private(set) var frame: UInt64 = 1

    @inlinable
    func table<R: Record>(of type: R.Type) -> Table<R> {
        if let known = byType[ObjectIdentifier(type)]?.table as? Table<R> { return known }
        let table = Table<R>(tables: self)
        add(
            AnyTable(
                table: table, names: table.names, learn: { table.learn($0, is: $1) }, rescope: { table.rescope() }),
            of: ObjectIdentifier(type), named: R.recordName)
        return table
    }

    @usableFromInline
    func add(_ table: AnyTable, of type: ObjectIdentifier, named recordName: String) {
        byType[type] = table
        typesByName[recordName] = type
        for alias in aliasesAhead.removeValue(forKey: recordName) ?? [] {
            _ = table.learn(alias.mutation, alias.serverID)
        }
    }

    func endFrame() { frame += 1 }

    /// - Complexity: O(1); O(lists) in the rare case that something was known under the server's name before.
    /// - Returns: the two names that are one from now on; nil if no one has asked for such a record yet.
    @usableFromInline @discardableResult
    func learn(_ alias: Alias) -> (named: AnyRef, identity: AnyRef)? {
        guard let type = typesByName[alias.recordName], let table = byType[type] else {
            aliasesAhead[alias.recordName, default: []].append(alias)
            return nil
        }
        if table.learn(alias.mutation, alias.serverID) {
            for table in byType.values { table.rescope() }
        }
        return (
            AnyRef(type: type, name: .server(alias.serverID)), AnyRef(type: type, name: .created(by: alias.mutation))
        )
    }

    func canonical(_ lane: Lane) -> Lane {
        guard let target = lane.target else { return lane }
        var lane = lane
        lane.target = canonical(target)
        return lane
    }

    func canonical(_ ref: AnyRef) -> AnyRef {
        guard case .server = ref.name, let table = byType[ref.type] else { return ref }
        return AnyRef(type: ref.type, name: table.names.canonical(ref.name))
    }

    /// The server's ids of the records that these mutations created.
    func serverIDs(of parents: [MutationID]) -> [CreatedName: String] {
        var found: [CreatedName: String] = [:]
        for parent in parents {
            for (name, type) in typesByName {
                found[CreatedName(recordName: name, mutation: parent)] = byType[type]?.names.serverID(of: parent)
            }
            for (name, aliases) in aliasesAhead {
                guard let alias = aliases.last(where: { $0.mutation == parent }) else { continue }
                found[CreatedName(recordName: name, mutation: parent)] = alias.serverID
            }
        }
        return found
    }
}

/// The name of a record that a mutation created, without the record's type.
struct CreatedName: Hashable, Sendable {
    let recordName: String
    let mutation: MutationID
}

/// Resolves references to their permanent view identity.
public struct Identities: ~Copyable {
    @usableFromInline let tables: Tables

    // Not inlinable: the compiler (6.3.1) dies of reading a body that makes a noncopyable value.
    @usableFromInline
    init(tables: Tables) { self.tables = tables }

    /// The name under which the store shows the record for ever.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func identity<R: Record>(of ref: Ref<R>) -> Ref<R> {
        tables.table(of: R.self).identity(of: ref)
    }
}

extension Scope {
    // Never inlined: the compiler (6.3.1) dies of inlining what borrows a noncopyable value.
    @inlinable @inline(never)
    func resolved(in tables: Tables) -> Scope<R> {
        Scope(key.resolved(by: Identities(tables: tables)))
    }
}
