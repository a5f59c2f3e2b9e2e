import SQLiteStore

/// The tables of the outbox. One file holds every account's.
///
/// One number, the tick, counts writes and rows: a write moves it on by one, or by as many as it appends. A row's
/// `sequence` is its own tick, `changed` and `revision` are the tick of the write that changed it last. It is nowhere
/// stored but there (``Outbox/tick()``), and a row never changed is in no index of changes: a key press writes two pages,
/// the row's and its id's, where a counter, AUTOINCREMENT or a full index would each write one more.
let outboxSchema = Schema(
    applicationID: 0x724B_6F62,
    migrations: [
        """
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
            changed INTEGER,
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
        CREATE INDEX mutation_by_change ON mutation (changed) WHERE changed IS NOT NULL;

        CREATE TABLE alias (
            account INTEGER NOT NULL REFERENCES account,
            record TEXT NOT NULL,
            mutation TEXT NOT NULL,
            revision INTEGER NOT NULL,
            server_id TEXT NOT NULL,
            PRIMARY KEY (account, record, mutation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX alias_by_revision ON alias (revision);

        CREATE TABLE gone (
            account INTEGER NOT NULL REFERENCES account,
            id TEXT NOT NULL,
            revision INTEGER NOT NULL,
            settled TEXT NOT NULL,
            failure TEXT,
            server_id TEXT,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX gone_by_revision ON gone (revision);
        """
    ])

/// How many revisions a removed row is remembered for, so that other processes hear how it ended. One that was stopped
/// for longer shows it until it is started again. The newest is never forgotten: the tick may stand nowhere else.
let goneRevisionsKept: Int64 = 20_000
