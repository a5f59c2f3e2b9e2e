import SQLiteStore

/// The tables of the outbox. One file holds every account's.
///
/// One counter, `clock.tick`, numbers everything: a write moves it on by one, or by as many as it appends. A row's
/// `sequence` is its own tick, its `revision` the tick of the write that changed it last. AUTOINCREMENT would promise no
/// more and write one more page on the path of a key press.
let outboxSchema = Schema(
    applicationID: 0x724B_6F62,
    migrations: [
        """
        CREATE TABLE clock (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            tick INTEGER NOT NULL
        ) STRICT;
        INSERT INTO clock VALUES (1, 0);

        CREATE TABLE account (
            key INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            -- Who may send: a process, told apart from a later one of the same number by when it started.
            holder INTEGER,
            holder_started INTEGER,
            heard_at INTEGER
        ) STRICT;

        CREATE TABLE mutation (
            sequence INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account,
            id TEXT NOT NULL,
            revision INTEGER NOT NULL,
            enqueued_at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            version INTEGER NOT NULL,
            payload TEXT NOT NULL,
            stage TEXT NOT NULL,
            until INTEGER,
            failure TEXT,
            server_id TEXT,
            attempts INTEGER NOT NULL,
            may_have_arrived INTEGER NOT NULL,
            delays INTEGER NOT NULL,
            UNIQUE (account, id)
        ) STRICT;
        CREATE INDEX mutation_by_revision ON mutation (account, revision);

        CREATE TABLE alias (
            account INTEGER NOT NULL REFERENCES account,
            record TEXT NOT NULL,
            mutation TEXT NOT NULL,
            revision INTEGER NOT NULL,
            server_id TEXT NOT NULL,
            PRIMARY KEY (account, record, mutation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX alias_by_revision ON alias (account, revision);

        CREATE TABLE gone (
            account INTEGER NOT NULL REFERENCES account,
            id TEXT NOT NULL,
            revision INTEGER NOT NULL,
            settled TEXT NOT NULL,
            failure TEXT,
            server_id TEXT,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX gone_by_revision ON gone (account, revision);
        """
    ])

/// How many revisions a removed row is remembered for, so that other processes hear how it ended. One that was stopped
/// for longer shows it until it is started again.
let goneRevisionsKept: Int64 = 20_000
