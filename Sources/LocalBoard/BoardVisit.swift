/// Who comes to a board from outside, and what they may do there.
package struct BoardVisit: Hashable, Sendable {
    /// Names the visitor; what is counted by visitor is counted under it.
    package var visitor: String
    /// Whether the visitor's key may be an account, without a password.
    package var keyIsEnough = false
    /// Comments, posts, edits and deletions of one account in a minute.
    package var changesPerMinute: Int
    /// Favourites of one account in a minute, given or taken back.
    package var favouritesPerMinute: Int
    /// Accounts that one visitor makes in a day.
    package var accountsPerVisitor: Int
    /// Accounts that all visitors make in a day.
    package var accounts: Int

    package init(
        visitor: String, keyIsEnough: Bool = false, changesPerMinute: Int, favouritesPerMinute: Int,
        accountsPerVisitor: Int, accounts: Int
    ) {
        self.visitor = visitor
        self.keyIsEnough = keyIsEnough
        self.changesPerMinute = changesPerMinute
        self.favouritesPerMinute = favouritesPerMinute
        self.accountsPerVisitor = accountsPerVisitor
        self.accounts = accounts
    }

    var key: String? { keyIsEnough ? visitor : nil }
}
