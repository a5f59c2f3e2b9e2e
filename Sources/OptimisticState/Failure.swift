/// Why something was not done: storable, comparable, and without any sentence for people.
///
/// Classified by type and status where it arises, never by searching its words.
public struct Failure: Hashable, Codable, Sendable, Error {
    /// A short stable word of the service's or the core's vocabulary, for programs.
    public var code: String
    /// The protocol's status number, where there is one.
    public var status: Int?
    /// The server's own words. From outside: hostile to a screen until cleaned.
    public var words: String
    /// Whether the server may have done the work all the same.
    public var mayHaveArrived: Bool
    /// Whether sending again by itself could help, so that switching automatic retry on takes it up.
    public var isTransient: Bool
    /// Whether no byte left: the wait is over as soon as the place can be reached.
    public var isOffline: Bool
    /// Whether only the user can tell what to do: an earlier attempt may have arrived, and the service can't say. A
    /// retry does the work once more; ``OptimisticStore/keep(_:as:)`` takes it as done.
    public var isUndecided: Bool
    /// The server's id of a record that looks like what an earlier attempt made, where the service found one.
    public var likelyCopy: String?
    /// Whether the service itself named the moment until which it is waited.
    public var namesMoment: Bool

    /// Makes a failure; by default one that is for good and certainly did nothing.
    public init(
        code: String, status: Int? = nil, words: String = "", mayHaveArrived: Bool = false, isTransient: Bool = false,
        isOffline: Bool = false, isUndecided: Bool = false, likelyCopy: String? = nil, namesMoment: Bool = false
    ) {
        self.code = code
        self.status = status
        self.words = words
        self.mayHaveArrived = mayHaveArrived
        self.isTransient = isTransient
        self.isOffline = isOffline
        self.isUndecided = isUndecided
        self.likelyCopy = likelyCopy
        self.namesMoment = namesMoment
    }

    /// Reads a stored failure, also one that was stored before a field was there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func flag(_ key: CodingKeys) throws -> Bool { try container.decodeIfPresent(Bool.self, forKey: key) ?? false }
        code = try container.decode(String.self, forKey: .code)
        status = try container.decodeIfPresent(Int.self, forKey: .status)
        words = try container.decodeIfPresent(String.self, forKey: .words) ?? ""
        mayHaveArrived = try flag(.mayHaveArrived)
        isTransient = try flag(.isTransient)
        isOffline = try flag(.isOffline)
        isUndecided = try flag(.isUndecided)
        likelyCopy = try container.decodeIfPresent(String.self, forKey: .likelyCopy)
        namesMoment = try flag(.namesMoment)
    }

    private enum CodingKeys: CodingKey {
        case code, status, words, mayHaveArrived, isTransient, isOffline, isUndecided, likelyCopy, namesMoment
    }

    /// The code of a mutation that was retried for 24 hours.
    public static let gaveUpCode = "gave-up"
    /// The code of a mutation whose process ended while it was in flight.
    public static let interruptedCode = "interrupted"
    /// The code of a wait that the user's own act asked for: nothing went wrong, and it can still be undone.
    public static let notBeforeCode = "not-before"

    static let notBefore = Failure(code: notBeforeCode)
}
