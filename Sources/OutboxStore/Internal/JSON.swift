import FoundationEssentials
import OptimisticState

/// The encoding of payloads: the core knows none.
enum JSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Nil if it does not fit.
    static func value<T: Decodable>(_ text: String) -> T? {
        try? JSONDecoder().decode(T.self, from: Data(text.utf8))
    }

    /// Nil if it does not fit.
    static func mutation<Service: Sendable>(
        _ type: any Mutation<Service>.Type, _ text: String
    ) -> (any Mutation<Service>)? {
        func open<M: Mutation<Service>>(_ type: M.Type) -> (any Mutation<Service>)? {
            let mutation: M? = value(text)
            return mutation
        }
        return open(type)
    }
}

/// A mutation as it is stored.
struct Payload {
    let kind: Kind
    let text: String

    init<Service: Sendable>(_ mutation: any Mutation<Service>) throws {
        kind = type(of: mutation).kind
        text = try JSON.text(mutation)
    }
}
