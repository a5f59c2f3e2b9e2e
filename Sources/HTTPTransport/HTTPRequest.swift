/// One request, as it leaves.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package var method: Method
    /// Absolute, percent-encoded.
    package var url: String
    package var headers: [(name: String, value: String)] = []
    /// With its type, where there is one.
    package var body: (bytes: [UInt8], type: String)?
    package var limits = HTTPLimits()
    /// Whether sending it twice does no more than sending it once. What is not idempotent gets a connection of its own:
    /// libcurl sends a request again by itself, a POST too, when a connection that it used before turns out to be dead.
    package var isIdempotent: Bool
    /// Whether a redirect is followed: never where something secret goes along.
    package var followsRedirects = false

    package init(_ method: Method, _ url: String, isIdempotent: Bool) {
        self.method = method
        self.url = url
        self.isIdempotent = isIdempotent
    }
}

/// How long each phase of a request may take, and how long its answer may be.
package struct HTTPLimits: Hashable, Sendable {
    /// Name, connection and TLS.
    package var connecting: Duration = .seconds(10)
    /// From the beginning until the first byte of the answer.
    package var answering: Duration = .seconds(30)
    /// From the beginning to the end.
    package var whole: Duration = .seconds(60)
    /// In bytes, unpacked.
    package var answerLength = 16 << 20

    package init() {}
}
