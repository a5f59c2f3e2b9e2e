/// A table whose record type is not known to the caller.
protocol AnyTable: AnyObject {
    func canonicalName(_ name: AnyRef.Name) -> AnyRef.Name
    func learn(_ mutation: MutationID, is id: String) -> Bool
    func rescope()
    func takeDirty() -> [AnyScope]
    func forgetDirty()
    func serverID(of mutation: MutationID) -> String?
}

/// The tables of all record types, made as they are asked for.
final class Tables {
    private var byType: [ObjectIdentifier: any AnyTable] = [:]
    /// Aliases that the journal holds for record types that no one has asked for yet.
    private var aliasesAhead: [String: [Alias]] = [:]
    private var namesByType: [String: ObjectIdentifier] = [:]

    func table<R: Record>(of type: R.Type) -> Table<R> {
        let key = ObjectIdentifier(type)
        if let known = byType[key] as? Table<R> { return known }
        let table = Table<R>(tables: self)
        byType[key] = table
        namesByType[R.recordName] = key
        for alias in aliasesAhead.removeValue(forKey: R.recordName) ?? [] {
            _ = table.learn(alias.mutation, is: alias.serverID)
        }
        return table
    }

    func table(of ref: AnyRef) -> (any AnyTable)? { byType[ref.type] }

    /// - Complexity: O(1); O(lists) in the rare case that something was known under the server's name before.
    /// - Returns: the two names that are one from now on; nil if no one has asked for such a record yet.
    @discardableResult
    func learn(_ alias: Alias) -> (named: AnyRef, identity: AnyRef)? {
        guard let type = namesByType[alias.recordName], let table = byType[type] else {
            aliasesAhead[alias.recordName, default: []].append(alias)
            return nil
        }
        if table.learn(alias.mutation, is: alias.serverID) {
            for table in byType.values { table.rescope() }
        }
        return (
            AnyRef(type: type, name: .server(alias.serverID)), AnyRef(type: type, name: .created(by: alias.mutation))
        )
    }

    func canonical(_ lane: Lane) -> Lane {
        guard let target = lane.target, let table = table(of: target) else { return lane }
        var lane = lane
        lane.target = AnyRef(type: target.type, name: table.canonicalName(target.name))
        return lane
    }

    /// The scopes that changed since this was last asked.
    func takeDirty() -> [AnyScope] { byType.values.flatMap { $0.takeDirty() } }

    func forgetDirty() {
        for table in byType.values { table.forgetDirty() }
    }

    /// The server's ids of the records that these mutations created.
    func serverIDs(of parents: [MutationID]) -> [CreatedName: String] {
        var found: [CreatedName: String] = [:]
        for parent in parents {
            for (name, type) in namesByType {
                found[CreatedName(recordName: name, mutation: parent)] = byType[type]?.serverID(of: parent)
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
    let tables: Tables

    /// The name under which the store shows the record for ever.
    ///
    /// - Complexity: O(1).
    public func identity<R: Record>(of ref: Ref<R>) -> Ref<R> {
        tables.table(of: R.self).identity(of: ref)
    }
}

extension Scope {
    func resolved(in tables: Tables) -> Scope<R> {
        Scope(key.resolved(by: Identities(tables: tables)))
    }
}
