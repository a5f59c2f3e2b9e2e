import FoundationEssentials

/// Prints measurements as they come, and keeps them for `.build/bench.json`.
struct Table {
    private var rows: [Measurement] = []

    init() {
        print(Table.line("", "median", "min", "max", "unit", "ratio", "beside"))
    }

    mutating func add(_ measurement: Measurement) {
        rows.append(measurement)
        print(
            Table.line(
                measurement.name, Table.number(measurement.value), Table.number(measurement.min),
                Table.number(measurement.max), measurement.unit, measurement.ratio.map(Table.number) ?? "",
                measurement.beside.map { "\(measurement.yardstick.map(Table.number) ?? "") \($0)" } ?? ""))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(rows).write(to: URL(filePath: path))
    }

    private static func line(_ name: String, _ columns: String...) -> String {
        let padded = columns.enumerated().map { index, text in
            index < 3 || index == 4 ? pad(text, to: 9, left: true) : pad(text, to: 6, left: false)
        }
        return pad(name, to: 26, left: false) + padded.joined(separator: " ")
    }

    private static func pad(_ text: String, to width: Int, left: Bool) -> String {
        let blanks = String(repeating: " ", count: Swift.max(0, width - text.count))
        return left ? blanks + text : text + blanks
    }

    /// Two digits behind the point, none for a thousand and more.
    private static func number(_ value: Double) -> String {
        guard value < 1_000 else { return String(Int(value.rounded())) }
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
