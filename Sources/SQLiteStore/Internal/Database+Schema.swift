import CSQLite

extension Database {
    /// Judges the file before anything of it changes, then sets it up and migrates it.
    func prepare(_ schema: Schema, _ options: OpenOptions) throws {
        try harden()
        var found = try read { try judge(schema) }
        // It is ours: from here a log of an earlier process may be moved into the file.
        csqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        if isReadOnly {
            // Nothing to migrate with. An empty file answers every query with "no such table".
            guard found == schema.version else {
                throw DatabaseError(
                    code: .readOnly, sqliteCode: SQLITE_READONLY, message: "version \(found) can't be migrated")
            }
            return
        }
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = \(options.synchronous.rawValue)")
        try execute("PRAGMA wal_autocheckpoint = \(options.checkpointPages)")
        try execute("PRAGMA cache_size = -\(options.cachedKiB)")
        if options.erases { try execute("PRAGMA secure_delete = ON") }
        // A log that a flood has made long is cut when it begins anew, else it stays as long as it ever was.
        try execute("PRAGMA journal_size_limit = 1048576")
        guard found < schema.version else { return }
        try write {
            // Another process may have done it since.
            found = try judge(schema)
            for migration in schema.migrations.dropFirst(found) { try execute(migration) }
            try execute("PRAGMA application_id = \(schema.applicationID)")
            try execute("PRAGMA user_version = \(schema.version)")
        }
    }

    /// A board may be a file from anywhere: its schema must not run code or break the format.
    private func harden() throws {
        for (flag, value) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
        ] as [(Int32, Int32)] {
            let code = csqlite_set_flag(handle, flag, value)
            guard code == SQLITE_OK else { throw DatabaseError(code, on: handle) }
        }
    }

    /// Reads whose file this is, and of which version; 0 for an empty one.
    private func judge(_ schema: Schema) throws -> Int {
        let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
        let owner = try number("PRAGMA application_id")
        let version = try number("PRAGMA user_version")
        if isEmpty && owner == 0 && version == 0 { return 0 }
        guard owner == Int(schema.applicationID) else {
            throw DatabaseError(code: .notADatabase, message: "another program's database (application_id \(owner))")
        }
        guard version <= schema.version else {
            throw DatabaseError(
                code: .newerVersion(found: version, known: schema.version), message: "version \(version)")
        }
        return max(0, version)
    }

    private func number(_ query: String) throws -> Int {
        try row(query) { $0.int(0) } ?? 0
    }
}
