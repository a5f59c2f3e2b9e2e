import SQLiteStore

/// The tables of a board, version by version. A released script is never changed, only followed by another.
enum BoardSchema {
    /// "rakb": what marks a file as a board.
    static let applicationID: Int32 = 0x7261_6B62

    static let current = Schema(applicationID: applicationID, migrations: [version1, version2])

    /// - Posts and comments are never deleted, only emptied and marked (`deleted_at`): an id is never given twice, and a
    ///   mutation that comes again after the deletion still finds what it made.
    /// - `mutation` is what created a row; `mutations` answers a mutation that comes again.
    /// - Counts are not stored: a stored count can drift from its rows.
    /// - Times are milliseconds since the Unix epoch, by the writer's clock, and order nothing.
    private static let version1 = """
        CREATE TABLE accounts (
            id INTEGER PRIMARY KEY,
            public_id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            password_hash TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            wrong_passwords INTEGER NOT NULL DEFAULT 0,
            next_try_at INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE sessions (
            token_hash BLOB PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES accounts,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE posts (
            id INTEGER PRIMARY KEY,
            author INTEGER NOT NULL REFERENCES accounts,
            mutation TEXT NOT NULL,
            title TEXT NOT NULL,
            text TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            edited_at INTEGER,
            deleted_at INTEGER
        ) STRICT;

        CREATE TABLE comments (
            id INTEGER PRIMARY KEY,
            post INTEGER NOT NULL REFERENCES posts,
            parent INTEGER REFERENCES comments,
            author INTEGER NOT NULL REFERENCES accounts,
            mutation TEXT NOT NULL,
            text TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            edited_at INTEGER,
            deleted_at INTEGER
        ) STRICT;
        CREATE INDEX comments_of_post ON comments (post);
        CREATE INDEX comments_counted ON comments (post) WHERE deleted_at IS NULL;
        CREATE INDEX replies_counted ON comments (parent) WHERE deleted_at IS NULL;

        CREATE TABLE post_edits (
            id INTEGER PRIMARY KEY,
            post INTEGER NOT NULL REFERENCES posts,
            title TEXT NOT NULL,
            text TEXT NOT NULL,
            replaced_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX edits_of_post ON post_edits (post);

        CREATE TABLE comment_edits (
            id INTEGER PRIMARY KEY,
            comment INTEGER NOT NULL REFERENCES comments,
            text TEXT NOT NULL,
            replaced_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX edits_of_comment ON comment_edits (comment);

        CREATE TABLE post_favourites (
            post INTEGER NOT NULL REFERENCES posts,
            account INTEGER NOT NULL REFERENCES accounts,
            PRIMARY KEY (post, account)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE comment_favourites (
            comment INTEGER NOT NULL REFERENCES comments,
            account INTEGER NOT NULL REFERENCES accounts,
            PRIMARY KEY (comment, account)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE mutations (
            account INTEGER NOT NULL REFERENCES accounts,
            id TEXT NOT NULL,
            server_id TEXT,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE changes (
            id INTEGER PRIMARY KEY,
            post INTEGER NOT NULL,
            comment INTEGER
        ) STRICT;
        """

    /// A name as it looks from afar, in SQL: `I`, `l` and `1` are one letter, `O` and `0`, `rn` and `m`, `vv` and `w`. Part
    /// of an index: never changed.
    static func look(of name: String) -> String {
        let pairs = [("I", "l"), ("1", "l"), ("0", "o"), ("rn", "m"), ("vv", "w")]
        let replaced = pairs.reduce(name) { "replace(\($0), '\($1.0)', '\($1.1)')" }
        return "lower(\(replaced))"
    }

    /// A board that strangers come to by SSH.
    ///
    /// - `paces` and `sign_ups` hold what limits are counted by, and only as long as it counts.
    /// - `account_keys` names a key by its SHA-256.
    private static let version2 = """
        ALTER TABLE accounts ADD COLUMN banned_at INTEGER;
        CREATE INDEX sessions_of_account ON sessions (account);

        CREATE INDEX accounts_by_look ON accounts (\(look(of: "name")));

        CREATE TABLE choices (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE account_keys (
            visitor TEXT PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES accounts
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sign_ups (
            day INTEGER NOT NULL,
            visitor TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, visitor)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE paces (
            account INTEGER NOT NULL REFERENCES accounts,
            kind INTEGER NOT NULL,
            full_at INTEGER NOT NULL,
            PRIMARY KEY (account, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
