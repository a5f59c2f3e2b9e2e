/// What rooms are called, as far as this run knows it; of earlier runs the cache tells.
struct RoomNames: Sendable {
    /// Which room is kept under which name, each with its account and address.
    var kept: [String: String] = [:]
    /// Which room an alias means, as the server said it; each with its account and address.
    var aliases: [String: String] = [:]
    /// What rooms call themselves in lists: not to be believed before the server was asked.
    var claims: [String: String] = [:]
    /// Which servers are in a room, where that is told with its id.
    var servers: [String: [String]] = [:]
}

extension String {
    /// The server in an id or alias of Matrix; nil for an id without one.
    var serverName: String? {
        guard let colon = firstIndex(of: ":") else { return nil }
        let name = self[index(after: colon)...]
        return name.isEmpty ? nil : String(name)
    }
}
