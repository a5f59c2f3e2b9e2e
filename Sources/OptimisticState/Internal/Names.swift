/// Which names of one type's records are one: the server's id, and the mutation that created the record.
@usableFromInline
final class Names {
    private var creators: [String: MutationID] = [:]
    private var serverIDs: [MutationID: String] = [:]
    /// Server ids that scopes asked for before any record of that name was known: an alias that comes later has to
    /// move those scopes.
    private var askedAhead: Set<String> = []

    @usableFromInline
    init() {}

    @usableFromInline
    func creator(of serverID: String) -> MutationID? { creators.isEmpty ? nil : creators[serverID] }

    @usableFromInline
    func serverID(of creator: MutationID) -> String? { serverIDs[creator] }

    @usableFromInline
    func askAhead(_ serverID: String) { askedAhead.insert(serverID) }

    /// - Returns: false if the server's name is known to be another record's already.
    @usableFromInline
    func learn(_ creator: MutationID, is serverID: String) -> Bool {
        guard creators[serverID] == nil else { return false }
        creators[serverID] = creator
        serverIDs[creator] = serverID
        return true
    }

    /// Whether a scope asked for the record under its server's name; asked once.
    @usableFromInline
    func takeAskedAhead(_ serverID: String) -> Bool { askedAhead.remove(serverID) != nil }

    func canonical(_ name: AnyRef.Name) -> AnyRef.Name {
        switch name {
        case .created: name
        case .server(let id): creator(of: id).map { .created(by: $0) } ?? name
        }
    }
}
