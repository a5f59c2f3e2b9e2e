/// What can be a favourite, by the server's id.
package enum FavouriteTarget: Hashable, Sendable {
    case post(String)
    case comment(String)
}

/// Who favourited something: everyone but the account that asks.
package struct Favouriters: Hashable, Sendable {
    /// Their names, perhaps not all of them.
    package var others: [UntrustedText]
    /// How many they are.
    package var count: Int

    package init(others: [UntrustedText], count: Int) {
        self.others = others
        self.count = count
    }
}
