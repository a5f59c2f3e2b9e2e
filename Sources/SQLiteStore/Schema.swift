/// What a program keeps in a file: whose it is, and the scripts that lead to its newest form.
package struct Schema: Sendable {
    /// Written to a new file's header (`PRAGMA application_id`), so that another program's database is never taken for
    /// one's own.
    package var applicationID: Int32
    /// Script n turns version n into n + 1. Never changed once released; only added to.
    package var migrations: [String]

    package init(applicationID: Int32, migrations: [String]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// The version that this program knows (`PRAGMA user_version`).
    package var version: Int { migrations.count }
}
