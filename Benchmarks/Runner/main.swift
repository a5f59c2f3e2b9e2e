import FoundationEssentials
import Glibc
import PtySupport

/// rakkan-bench [WORD…]: the rows whose name begins with one of the words; without words all.
let words = CommandLine.arguments.dropFirst()
func isWanted(_ names: String...) -> Bool {
    words.isEmpty || names.contains { name in words.contains { name.hasPrefix($0) || $0.hasPrefix(name) } }
}

do {
    let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
    var table = Table()
    if isWanted("outbox.enqueue") { table.add(try OutboxBenchmark(scratch: Scratch()).enqueue()) }
    if isWanted("screen.comment", "start.usable", "session.memory", "bytes", "live.local") {
        let board = try await BigBoard(comments: 10_000)
        let screen = ScreenBenchmarks(board: board, yardsticks: folder)
        if isWanted("start.usable") { table.add(try screen.start()) }
        if isWanted("screen.comment") { table.add(try screen.comment()) }
        if isWanted("session.memory") { for row in try screen.memory() { table.add(row) } }
        if isWanted("bytes") { for row in try screen.bytes() { table.add(row) } }
        if isWanted("live.local") { table.add(try await LiveBenchmark(board: board).local()) }
    }
    try table.write(to: ".build/bench.json")
} catch {
    print("rakkan-bench: \(error)")
    exit(1)
}
