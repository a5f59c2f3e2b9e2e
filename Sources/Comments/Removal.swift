/// Why an account is not in a room any more that it has open.
package struct Removal: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        case removed, banned
        /// It went by itself, elsewhere.
        case left
    }

    package let way: Way
    /// Who did it, where that is told.
    package let by: UntrustedText?
    package let reason: UntrustedText?

    package init(_ way: Way, by: UntrustedText? = nil, reason: UntrustedText? = nil) {
        self.way = way
        self.by = by
        self.reason = reason
    }
}
