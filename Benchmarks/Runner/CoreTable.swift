import Glibc
import OptimisticState

/// The rows `core.*`: every operation over the sizes, and how it grows.
struct CoreTable {
    private let repetitions = 300
    /// Medians by operation, records and pending.
    private var medians: [String: [(records: Int, pending: Int, median: Double)]] = [:]

    mutating func rows() throws -> [Measurement] {
        var rows: [Measurement] = []
        for place in CoreBenchmark.Place.allCases {
            for (records, pending) in sizes {
                rows += try measure(records, pending, place)
            }
        }
        for operation in ["add", "acknowledge", "fail", "discard", "read", "refresh", "drain"] {
            for place in CoreBenchmark.Place.allCases {
                let points = medians["\(operation).\(place)"] ?? []
                let name = place == .one ? "core.\(operation).growth" : "core.\(operation).spread.growth"
                rows.append(
                    growth("\(name).records", points.filter { $0.pending == 1_000 }.map { ($0.records, $0.median) }))
                rows.append(
                    growth("\(name).pending", points.filter { $0.records == 10_000 }.map { ($0.pending, $0.median) }))
            }
        }
        return rows
    }

    /// N with P 1,000, and P with N 10,000.
    private var sizes: [(Int, Int)] {
        [100, 1_000, 10_000, 100_000, 1_000_000].map { ($0, 1_000) } + [1, 10, 100, 10_000].map { (10_000, $0) }
    }

    private mutating func measure(_ records: Int, _ pending: Int, _ place: CoreBenchmark.Place) throws -> [Measurement]
    {
        var rows: [Measurement] = []
        func name(_ operation: String) -> String { "core.\(operation).\(place).N\(records).P\(pending)" }
        func keep(_ operation: String, _ samples: [Double]) {
            guard !samples.isEmpty else { return }
            let row = Measurement(name(operation), samples, unit: "µs")
            rows.append(row)
            medians["\(operation).\(place)", default: []].append((records, pending, row.value))
        }
        let bench = try CoreBenchmark(records: records, pending: pending, place: place)
        let (add, discard) = bench.add(repetitions)
        keep("add", add)
        keep("discard", discard)
        keep("read", bench.read(repetitions))
        keep("refresh", bench.refresh(20))
        keep("acknowledge", bench.answer(repetitions) { .accepted(serverID: "s\($0)", said: []) })
        let failing = try CoreBenchmark(records: records, pending: pending, place: place)
        keep("fail", failing.answer(repetitions) { _ in .rejected(Failure(code: "refused")) })
        keep("drain", [try CoreBenchmark(records: records, pending: pending, place: place, isPrompt: true).drain()])
        if place == .one, records == 100_000 {
            rows.append(
                Measurement("core.bytes.record", [Double(bench.bytes.records) / Double(records)], unit: "B"))
            rows.append(
                Measurement("core.bytes.pending", [Double(bench.bytes.pending) / Double(pending)], unit: "B"))
        }
        return rows
    }

    /// The exponent of the power of the size that fits best: 0 is constant, 1 linear.
    private func growth(_ name: String, _ points: [(size: Int, micros: Double)]) -> Measurement {
        let logs = points.map { (x: log(Double($0.size)), y: log(max($0.micros, 0.001))) }
        let count = Double(max(1, logs.count))
        let meanX = logs.reduce(0) { $0 + $1.x } / count
        let meanY = logs.reduce(0) { $0 + $1.y } / count
        let above = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        let below = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        return Measurement(name, [below == 0 ? 0 : above / below], unit: "", beside: "linear", yardstick: [1])
    }
}
