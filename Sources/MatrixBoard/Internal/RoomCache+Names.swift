import OptimisticState
import SQLiteStore

/// What rooms are kept under, and what their aliases mean.
extension RoomCache {
    /// The room that is kept under a name.
    func room(keptAs name: String) -> String? {
        read { database in
            try database.row("SELECT room_id FROM kept WHERE name = ?", name, read: { $0.text(0) })
        }
    }

    /// From now on the name stands for this room. One that stands for a room already goes on to.
    func keep(_ room: String, as name: String) {
        write { database in
            try database.run("INSERT OR IGNORE INTO kept (name, room_id) VALUES (?, ?)", name, room)
        }
    }

    /// The rooms of an account that were opened, by their id, with what they are kept under: the first of several names.
    func rooms(under prefix: String) -> [String: String] {
        let found = read { database in
            try database.rows(
                "SELECT room_id, substr(name, length(?1) + 1) FROM kept WHERE substr(name, 1, length(?1)) = ?1 ORDER BY key",
                prefix, read: { ($0.text(0), $0.text(1)) })
        }
        return Dictionary((found ?? []).filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
    }

    /// The room that an alias was last said to mean.
    func room(calledBy alias: String) -> String? {
        read { database in
            try database.row("SELECT room_id FROM alias WHERE name = ?", alias, read: { $0.text(0) })
        }
    }

    /// What rooms were last said to be called, by their id.
    func aliases(under prefix: String) -> [String: String] {
        let found = read { database in
            try database.rows(
                "SELECT room_id, substr(name, length(?1) + 1) FROM alias WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name",
                prefix, read: { ($0.text(0), $0.text(1)) })
        }
        return Dictionary(found ?? [], uniquingKeysWith: { first, _ in first })
    }

    func learn(_ alias: String, means room: String) {
        write { database in
            try database.run("INSERT OR REPLACE INTO alias (name, room_id) VALUES (?, ?)", alias, room)
        }
    }
}
