/// The kinds of mutation that a program knows: what a journal needs to make mutations of its rows.
public struct Kinds<Service: Sendable>: Sendable {
    private let types: [String: any Mutation<Service>.Type]

    /// Registers each kind under its name.
    ///
    /// - Precondition: no two have the same name.
    /// - Complexity: O(kinds).
    public init(_ types: [any Mutation<Service>.Type]) {
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.kind.name, $0) })
    }

    /// The type that reads rows of this name and version; nil if this program does not know it.
    ///
    /// - Complexity: O(1).
    public func type(named name: String, version: Int) -> (any Mutation<Service>.Type)? {
        guard let type = types[name], type.kind.version == version else { return nil }
        return type
    }
}
