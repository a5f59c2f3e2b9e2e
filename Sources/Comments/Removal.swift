/// Why nothing goes on in a room that an account has open: it is not in it any more, or can't read on.
package struct Removal: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        case removed, banned
        /// It went by itself, elsewhere.
        case left
        /// The room was made an end-to-end encrypted one.
        case encrypted
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
