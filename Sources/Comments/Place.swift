/// Where a record stands in time: by the server's own numbering once the server has it, behind everything confirmed and
/// in the order typed until then. Never by this machine's clock, so that a clock that is hours off reorders nothing.
package struct Place: Hashable, Comparable, Codable, Sendable {
    /// Whether the server has not numbered it yet.
    package let isPending: Bool
    /// The server's number, or the outbox's sequence.
    package let number: Int64

    package static func confirmed(_ number: Int64) -> Place { Place(isPending: false, number: number) }
    package static func pending(_ sequence: Int64) -> Place { Place(isPending: true, number: sequence) }

    package static func < (first: Place, second: Place) -> Bool {
        first.isPending == second.isPending ? first.number < second.number : second.isPending
    }
}
