/// The numbers by which a person names items: given in the order in which they came, and never to another one.
struct Numbers<ID: Hashable & Sendable>: Sendable {
    private var numbers: [ID: Int] = [:]
    private var ids: [Int: ID] = [:]

    subscript(id: ID) -> Int? { numbers[id] }

    func id(of number: Int) -> ID? { ids[number] }

    @discardableResult
    mutating func give(to id: ID) -> Int {
        if let number = numbers[id] { return number }
        let number = ids.count + 1
        (numbers[id], ids[number]) = (number, id)
        return number
    }

    /// What was written anew in the place of another one goes by its number.
    mutating func pass(from old: ID, to new: ID) {
        guard let number = numbers.removeValue(forKey: old), numbers[new] == nil else { return }
        (numbers[new], ids[number]) = (number, new)
    }
}
