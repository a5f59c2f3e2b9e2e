/// A value of a JSON text, with the line that it begins in: whoever is told of a mistake wants to know where.
package struct JSONNode: Hashable, Sendable {
    package indirect enum Value: Hashable, Sendable {
        case null
        case bool(Bool)
        /// Whole numbers only: the configuration has no others.
        case number(Int)
        case string(String)
        case array([JSONNode])
        /// In the order of the text, a name that stands there twice included.
        case object([Member])
    }

    package struct Member: Hashable, Sendable {
        package var name: String
        /// Of the name, from 1.
        package var line: Int
        package var node: JSONNode
    }

    package var value: Value
    /// From 1.
    package var line: Int

    /// What it is, in the words of a sentence.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number): "the number \(number)"
        case .string(let text): "“\(text)”"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
