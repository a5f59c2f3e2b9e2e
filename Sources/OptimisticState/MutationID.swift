/// The name of one intention of a user, made once, before anything is sent.
///
/// It is the idempotency key of every attempt, the permanent view identity of a record that the mutation creates, and
/// the key of the journal's row. It is opaque to services.
public struct MutationID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The id as text: letters and digits only when made by ``random(using:)``.
    public let rawValue: String

    /// Takes an id that was made before, read from a journal or an echo.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Reads the bare text.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// A new id of 26 characters that carries 130 random bits.
    ///
    /// - Complexity: O(1).
    public static func random(using generator: inout some RandomNumberGenerator) -> MutationID {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        var text = ""
        text.reserveCapacity(26)
        for _ in 0..<2 {
            var bits = generator.next()
            for _ in 0..<13 {
                text.unicodeScalars.append(Unicode.Scalar(alphabet[Int(bits & 31)]))
                bits >>= 5
            }
        }
        return MutationID(text)
    }

    /// The id as text.
    public var description: String { rawValue }

    /// Orders ids as text; it says nothing about time.
    public static func < (first: MutationID, second: MutationID) -> Bool {
        first.rawValue < second.rawValue
    }
}
