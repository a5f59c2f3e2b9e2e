/// Why something was not done: storable, comparable, and without any sentence for people.
///
/// Classified by type and status where it arises, never by searching its words.
public struct Failure: Hashable, Codable, Sendable, Error {
    /// A short stable word of the service's or the core's vocabulary, for programs.
    public var code: String
    /// The protocol's status number, where there is one.
    public var status: Int?
    /// The server's own words. From outside: hostile to a terminal until cleaned.
    public var words: String
    /// Whether the server may have done the work all the same.
    public var mayHaveArrived: Bool
    /// Whether sending again by itself could help, so that switching automatic retry on takes it up.
    public var isTransient: Bool
    /// Whether no byte left: the wait is over as soon as the place can be reached.
    public var isOffline: Bool

    /// Makes a failure; by default one that is for good and certainly did nothing.
    public init(
        code: String, status: Int? = nil, words: String = "", mayHaveArrived: Bool = false, isTransient: Bool = false,
        isOffline: Bool = false
    ) {
        self.code = code
        self.status = status
        self.words = words
        self.mayHaveArrived = mayHaveArrived
        self.isTransient = isTransient
        self.isOffline = isOffline
    }

    /// The code of a mutation that was retried for 24 hours.
    public static let gaveUpCode = "gave-up"
    /// The code of a mutation whose process ended while it was in flight.
    public static let interruptedCode = "interrupted"
}
