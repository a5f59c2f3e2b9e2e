import OptimisticState

/// What came back, whole.
package struct HTTPAnswer: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// Without its parameters, in small letters.
    package let contentType: String
    /// How long the server asks to wait, a day at most; nil where it does not (RFC 9110, 10.2.3). A moment that it names
    /// counts from what its own clock said.
    package let retryAfter: Duration?
    /// What the server's clock said, in whole seconds; nil if it did not tell.
    package let date: Timestamp?
    /// What whoever answered calls itself: "Synapse/1.163.2", or a proxy's name. Empty if it does not.
    package let server: String

    package init(
        status: Int, body: [UInt8], contentType: String = "", retryAfter: Duration? = nil, date: Timestamp? = nil,
        server: String = ""
    ) {
        self.date = date
        self.server = server
        self.status = status
        self.body = body
        self.contentType = contentType
        self.retryAfter = retryAfter
    }
}

/// Why no whole answer came.
package struct HTTPFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// libcurl is not there.
        case noLibrary
        /// The task was cancelled.
        case cancelled
        /// No name, no route, refused.
        case unreachable
        /// The proxy of the environment made no way to the server (RFC 9110, 9.3.6).
        case refusedByProxy(status: Int)
        /// Whoever answered could not prove that it is who was asked for.
        case untrusted
        case timedOut
        /// Reset, or ended in the middle.
        case broken
        /// Longer than the limit.
        case tooLong
        /// The request could not be made: no URL, a protocol that is none of ours.
        case malformed
    }

    package let kind: Kind
    /// Whether a byte of the request has left: the server may have done the work.
    package let hasLeft: Bool
    /// The library's words.
    package let words: String

    package init(_ kind: Kind, hasLeft: Bool, words: String = "") {
        self.kind = kind
        self.hasLeft = hasLeft
        self.words = words
    }
}
