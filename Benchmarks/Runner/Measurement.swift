/// One row of the table: what was measured, in what, and beside what.
struct Measurement: Encodable {
    let name: String
    let unit: String
    /// The median.
    let value: Double
    let min: Double
    let max: Double
    /// The same work by plain means, or the promised limit; nil where there is neither.
    let yardstick: Double?
    /// What the yardstick is, in words.
    let beside: String?
    var ratio: Double? { yardstick.map { value / $0 } }

    /// - Precondition: `samples` holds at least one.
    init(_ name: String, _ samples: [Double], unit: String, beside: String? = nil, yardstick: [Double] = []) {
        let sorted = samples.sorted()
        self.name = name
        self.unit = unit
        value = sorted[sorted.count / 2]
        min = sorted[0]
        max = sorted[sorted.count - 1]
        self.beside = beside
        let other = yardstick.sorted()
        self.yardstick = other.isEmpty ? nil : other[other.count / 2]
    }

    enum CodingKeys: String, CodingKey {
        case name, value, unit, yardstick, ratio, min, max, beside
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(yardstick, forKey: .yardstick)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(min, forKey: .min)
        try container.encode(max, forKey: .max)
        try container.encode(beside, forKey: .beside)
    }
}
