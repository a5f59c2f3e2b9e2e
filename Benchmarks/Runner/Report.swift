import FoundationEssentials

/// Prints measurements as they come, and keeps them for `.build/bench.json`.
struct Report {
    /// Whether a row could not be measured. The others are, all the same.
    private(set) var hasFailed = false
    private let words: [String]
    private var rows: [Measurement] = []

    init(words: some Sequence<String>) {
        self.words = Array(words)
        print(Report.line("", "median", "min", "max", "unit", "ratio", "beside"))
    }

    /// Whether one of the rows was asked for: by the beginning of its name, or by that of its group.
    func wants(_ names: String...) -> Bool {
        words.isEmpty || names.contains { name in words.contains { name.hasPrefix($0) || $0.hasPrefix(name) } }
    }

    mutating func measure(_ name: String, _ rows: () async throws -> [Measurement]) async {
        guard wants(name) else { return }
        do {
            for row in try await rows() { add(row) }
        } catch {
            print("\(name): \(error)")
            hasFailed = true
        }
    }

    private mutating func add(_ measurement: Measurement) {
        rows.append(measurement)
        print(
            Report.line(
                measurement.name, Report.number(measurement.value), Report.number(measurement.min),
                Report.number(measurement.max), measurement.unit, measurement.ratio.map(Report.number) ?? "",
                measurement.beside.map { "\(measurement.yardstick.map(Report.number) ?? "") \($0)" } ?? ""))
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
        guard value >= 0 else { return "-" + number(-value) }
        guard value < 1_000 else { return String(Int(value.rounded())) }
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
