import SQLiteStore

/// What the owner has chosen about the board.
struct ChoiceTable {
    let database: Database

    var isSignUpOpen: Bool {
        get throws { try database.row("SELECT value FROM choices WHERE name = 'signup'") { $0.text(0) } != "off" }
    }

    func setSignUp(isOpen: Bool) throws {
        try database.run(
            "INSERT OR REPLACE INTO choices (name, value) VALUES ('signup', ?)", isOpen ? "on" : "off")
    }
}
