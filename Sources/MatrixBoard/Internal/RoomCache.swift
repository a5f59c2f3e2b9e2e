import Comments
import OptimisticState
import SQLiteStore

/// What was read of rooms, in a file: a start without network shows it, and the news goes on from where it ended. Losing
/// it costs a reading, never a word of the user's; so it is no error if it can't be opened.
///
/// Events of one room are kept only while its token is: they are true as of that token.
final class RoomCache: Sendable {
    private let database: Locked<Database>

    static let schema = Schema(
        applicationID: 0x724B_6D63,
        migrations: [
            """
            CREATE TABLE room (
                key INTEGER PRIMARY KEY,
                -- Account, address and room, as they were named.
                name TEXT NOT NULL UNIQUE,
                room_id TEXT NOT NULL,
                -- Where the news goes on.
                token TEXT NOT NULL
            ) STRICT;

            CREATE TABLE event (
                room INTEGER NOT NULL REFERENCES room,
                id TEXT NOT NULL,
                -- 0 a post, 1 a comment, 2 about another event (a heart, an edit).
                kind INTEGER NOT NULL,
                -- The post of a comment, or what another event is about.
                target TEXT NOT NULL,
                place INTEGER NOT NULL,
                -- As JSON; only a deleted comment's frame where its words are gone.
                content BLOB NOT NULL,
                is_gone INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (room, id)
            ) STRICT;
            CREATE INDEX event_by_place ON event (room, kind, target, place);

            CREATE TABLE member (
                room INTEGER NOT NULL REFERENCES room,
                user TEXT NOT NULL,
                name TEXT,
                PRIMARY KEY (room, user)
            ) STRICT, WITHOUT ROWID;
            """,
            """
            CREATE TABLE choice (
                -- Account and address.
                place TEXT PRIMARY KEY,
                -- The room that was opened last, as it was named.
                room TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;

            -- Whether its posts are kept back to the room's beginning.
            ALTER TABLE room ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 0;
            """,
            """
            -- Which room is meant by the name that its outbox, drafts and cache are kept under: for ever.
            CREATE TABLE kept (
                key INTEGER PRIMARY KEY,
                -- Account, address and name.
                name TEXT NOT NULL UNIQUE,
                room_id TEXT NOT NULL
            ) STRICT;
            INSERT INTO kept (name, room_id) SELECT name, room_id FROM room ORDER BY key;

            -- Which room an alias was last said to mean by the server: it may move to another.
            CREATE TABLE alias (
                -- Account, address and alias.
                name TEXT PRIMARY KEY,
                room_id TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            """,
            """
            -- When the token was told, in milliseconds by the clock here; 0 where nobody wrote it down.
            ALTER TABLE room ADD COLUMN told_at INTEGER NOT NULL DEFAULT 0;
            """,
            """
            -- What was taken back: a page that was asked for before does not bring it back.
            CREATE TABLE gone (
                room INTEGER NOT NULL REFERENCES room,
                id TEXT NOT NULL,
                PRIMARY KEY (room, id)
            ) STRICT, WITHOUT ROWID;
            -- Events were kept with the edits bundled in them, which nobody found again to take back. They are read anew.
            DELETE FROM event;
            UPDATE room SET is_whole = 0;
            """,
        ])

    /// Nil if the file can't be used.
    init?(_ path: String) {
        var options = OpenOptions()
        options.synchronous = .normal
        options.busyTimeout = .milliseconds(500)
        // It is written now and then, and read at the start: what is in it need not be in memory as well.
        options.cachedKiB = 256
        // What was taken back is not to be found in the file.
        options.erases = true
        guard let opened = try? Database(path, schema: Self.schema, options) else { return nil }
        database = Locked(opened)
    }

    // MARK: Writing

    /// Begins anew: what was kept of the room is of a token that means nothing any more.
    func begin(_ name: String, roomID: String, token: String, at now: Timestamp) {
        write { database in
            if let key = try Self.key(name, database) {
                try database.run("DELETE FROM event WHERE room = ?", key)
                try database.run(
                    "UPDATE room SET room_id = ?, token = ?, told_at = ?, is_whole = 0 WHERE key = ?", roomID, token,
                    now.milliseconds, key)
            } else {
                try database.run(
                    "INSERT INTO room (name, room_id, token, told_at) VALUES (?, ?, ?, ?)", name, roomID, token,
                    now.milliseconds)
            }
        }
    }

    /// The posts were read back to the room's beginning.
    func reachedBeginning(of name: String) {
        write { database in
            guard let key = try Self.key(name, database) else { return }
            try database.run("UPDATE room SET is_whole = 1 WHERE key = ?", key)
        }
    }

    /// How what was read stands to what is kept.
    enum Way {
        /// Read from the newest backwards, with what the server bundles.
        case stretch
        /// As it came by `/sync`, with nothing bundled: it takes the place of nothing.
        case news
        /// Read alone: added, it would stand in a hole; it only takes the place of what is kept.
        case single
    }

    /// Keeps events that were read, and, with the news, the token after them and when it was told, in one write.
    func keep(
        _ values: [JSONValue], as way: Way, token: (text: String, at: Timestamp)? = nil, of name: String
    ) {
        guard !values.isEmpty || token != nil else { return }
        write { database in
            guard let key = try Self.key(name, database) else { return }
            for value in values { try Self.keep(value, key, way, database) }
            if let token {
                try database.run(
                    "UPDATE room SET token = ?, told_at = ? WHERE key = ?", token.text, token.at.milliseconds, key)
            }
        }
        // The log still has the words. Where another process is reading it, it is that one's turn, or the next one's.
        if values.contains(where: { $0["type"]?.text == "m.room.redaction" }) {
            _ = try? database.withLock { try $0.checkpoint(.truncate) }
        }
    }

    func keep(names: [(user: String, name: String?)], of name: String) {
        write { database in
            guard let key = try Self.key(name, database) else { return }
            for (user, shown) in names {
                try database.run("INSERT OR REPLACE INTO member (room, user, name) VALUES (?, ?, ?)", key, user, shown)
            }
        }
    }

    private static func keep(_ value: JSONValue, _ key: Int64, _ way: Way, _ database: Database) throws {
        guard let event = Event(value) else { return }
        let (kind, target): (Int, String)
        switch event.kind {
        case .post: (kind, target) = (0, "")
        case .comment(let root, _, _): (kind, target) = (1, root)
        case .edit(let about, _), .heart(let about): (kind, target) = (2, about)
        case .redaction(let gone): return try redact(gone, key, database)
        case .member(let user, let name, let isJoined):
            guard isJoined else { return }
            try database.run("INSERT OR REPLACE INTO member (room, user, name) VALUES (?, ?, ?)", key, user, name)
            return
        case .redacted, .encrypted, .tombstone, .other: return
        }
        guard
            try database.row("SELECT 1 FROM gone WHERE room = ? AND id = ?", key, event.id, read: { $0.int64(0) })
                == nil
        else {
            // Of a comment the frame is kept: replies may stand under it.
            guard kind == 1, way != .single else { return }
            let frame = value.withoutContent
            try database.run(
                """
                INSERT OR IGNORE INTO event (room, id, kind, target, place, content, is_gone) VALUES (?, ?, ?, ?, ?, ?, 1)
                """, key, event.id, kind, target, event.place.number, frame.bytes)
            return
        }
        let (bare, edit) = value.unbundled
        switch way {
        case .single:
            try database.run(
                "UPDATE event SET content = ? WHERE room = ? AND id = ? AND is_gone = 0", bare.bytes, key, event.id)
        case .stretch:
            try database.run(
                """
                INSERT INTO event (room, id, kind, target, place, content) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (room, id) DO UPDATE SET content = excluded.content WHERE is_gone = 0
                """, key, event.id, kind, target, event.place.number, bare.bytes)
        case .news:
            try database.run(
                "INSERT OR IGNORE INTO event (room, id, kind, target, place, content) VALUES (?, ?, ?, ?, ?, ?)",
                key, event.id, kind, target, event.place.number, bare.bytes)
        }
        if let edit, kind != 2,
            try database.row("SELECT 1 FROM event WHERE room = ? AND id = ?", key, event.id, read: { $0.int64(0) })
                != nil
        {
            try keep(edit, key, .news, database)
        }
    }

    /// Nothing of the words stays behind, and nothing that is bundled with other events.
    private static func redact(_ gone: String, _ key: Int64, _ database: Database) throws {
        try database.run("INSERT OR IGNORE INTO gone (room, id) VALUES (?, ?)", key, gone)
        try database.run("DELETE FROM event WHERE room = ? AND id = ? AND kind <> 1", key, gone)
        try database.run("DELETE FROM event WHERE room = ? AND kind = 2 AND target = ?", key, gone)
        try database.run("UPDATE event SET is_gone = 1 WHERE room = ? AND id = ?", key, gone)
        let frame = try database.row(
            "SELECT content FROM event WHERE room = ? AND id = ?", key, gone, read: { $0.blob(0) })
        if let frame = frame.flatMap({ JSONValue($0)?.withoutContent }) {
            try database.run("UPDATE event SET content = ? WHERE room = ? AND id = ?", frame.bytes, key, gone)
        }
    }

    // MARK: Reading

    struct Kept: Sendable {
        var roomID: String
        var token: String
        var isWhole: Bool
        /// What is kept is at least of this moment.
        var toldAt: Timestamp
    }

    func room(_ name: String) -> Kept? {
        read { database in
            try database.row("SELECT room_id, token, is_whole, told_at FROM room WHERE name = ?", name) {
                Kept(
                    roomID: $0.text(0), token: $0.text(1), isWhole: $0.bool(2),
                    toldAt: Timestamp(milliseconds: $0.int64(3)))
            }
        }
    }

    /// When any of an account's rooms was followed last.
    func lastTold(under prefix: String) -> Timestamp? {
        read { database in
            try database.row(
                "SELECT max(told_at) FROM room WHERE substr(name, 1, length(?1)) = ?1", prefix,
                read: { $0.optionalInt64(0).map { Timestamp(milliseconds: $0) } })
        } ?? nil
    }

    func choice(of place: String) -> String? {
        read { database in
            try database.row("SELECT room FROM choice WHERE place = ?", place, read: { $0.text(0) })
        }
    }

    func choose(_ room: String, of place: String) {
        write { database in
            try database.run("INSERT OR REPLACE INTO choice (place, room) VALUES (?, ?)", place, room)
        }
    }

    struct Stretch: Sendable {
        var events: [Event] = []
        /// Deleted comments that are kept for their replies.
        var frames: [Event] = []
        var names: [(user: String, name: String?)] = []
        var goesOn = false
    }

    /// The newest posts, or comments of a post, with all that is about them.
    func newest(_ limit: Int, under root: String?, of name: String) -> Stretch {
        read { database in
            var stretch = Stretch()
            guard let key = try Self.key(name, database) else { return stretch }
            let found = try database.rows(
                """
                SELECT content, is_gone FROM event WHERE room = ? AND kind = ? AND target = ?
                ORDER BY place DESC LIMIT ?
                """, key, root == nil ? 0 : 1, root ?? "", limit + 1
            ) { (JSONValue($0.blob(0)).flatMap { Event($0) }, $0.bool(1)) }
            stretch.goesOn = found.count > limit
            var senders: Set<String> = []
            for case (let event?, let isGone) in found.prefix(limit) {
                if isGone { stretch.frames.append(event) } else { stretch.events.append(event) }
                senders.insert(event.sender)
                stretch.events += try database.rows(
                    "SELECT content FROM event WHERE room = ? AND kind = 2 AND target = ?", key, event.id,
                    read: { JSONValue($0.blob(0)).flatMap { Event($0) } }
                ).compactMap { $0 }
            }
            for user in senders {
                let known = try database.row(
                    "SELECT name FROM member WHERE room = ? AND user = ?", key, user, read: { $0.optionalText(0) })
                if let known { stretch.names.append((user, known)) }
            }
            return stretch
        } ?? Stretch()
    }

    private static func key(_ name: String, _ database: Database) throws -> Int64? {
        try database.row("SELECT key FROM room WHERE name = ?", name) { $0.int64(0) }
    }

    func write(_ body: (Database) throws -> Void) {
        // What could not be kept is read again.
        try? database.withLock { database in try database.write { try body(database) } }
    }

    func read<T>(_ body: (Database) throws -> T?) -> T? {
        (try? database.withLock { database in try database.read { try body(database) } }) ?? nil
    }
}

extension JSONValue {
    /// An event, and apart from it the edit that the server bundles with it (event replacements, server behaviour): it may
    /// be taken back alone.
    fileprivate var unbundled: (JSONValue, edit: JSONValue?) {
        guard let id = self["event_id"], let edit = self["unsigned", "m.relations", "m.replace"] else {
            return (self, nil)
        }
        let bare = replacing("unsigned") { $0.replacing("m.relations") { $0.replacing("m.replace") { _ in nil } } }
        guard let editID = edit["event_id"], let sender = edit["sender"], sender == self["sender"],
            let text = edit["content", "m.new_content"]
        else { return (bare, nil) }
        let content: JSONValue = [
            "m.new_content": text, "m.relates_to": ["rel_type": "m.replace", "event_id": id],
        ]
        let alone: JSONValue = [
            "event_id": editID, "sender": sender, "type": "m.room.message",
            "origin_server_ts": edit["origin_server_ts"] ?? 0, "content": content,
        ]
        return (bare, alone)
    }

    private func replacing(_ name: String, _ change: (JSONValue) -> JSONValue?) -> JSONValue {
        guard let members else { return self }
        return .object(
            members.compactMap { member in
                guard member.name == name else { return member }
                return change(member.value).map { Member(name: name, value: $0) }
            })
    }

    /// An event's frame: what it is and where it stands, without its words.
    fileprivate var withoutContent: JSONValue {
        let kept: Set<String> = ["event_id", "sender", "type", "origin_server_ts"]
        return .object(
            (members ?? []).filter { kept.contains($0.name) } + [Member(name: "content", value: .object([]))])
    }
}
