import Glibc
import PtySupport

// rakkan-bench [WORD…]: the rows whose name begins with one of the words; without words all.
func run() async -> Int32 {
    let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
    if CommandLine.arguments.dropFirst().first == "sessions" { return await sessions() }
    var report = Report(words: CommandLine.arguments.dropFirst())
    do {
        await report.measure("core") {
            var table = CoreTable()
            return try table.rows()
        }
        await report.measure("outbox.enqueue") { [try OutboxBenchmark(scratch: Scratch()).enqueue()] }
        if report.wants("start.usable", "screen.comment", "session.memory", "bytes", "live.local", "idle60", "weechat")
        {
            let board = try await BigBoard(comments: 10_000)
            let screen = ScreenBenchmarks(board: board, yardsticks: folder)
            await report.measure("start.usable") { [try screen.start()] }
            await report.measure("screen.comment") { [try screen.comment()] }
            await report.measure("session.memory") { try screen.memory() }
            await report.measure("bytes") { try screen.bytes() }
            await report.measure("live.local") { [try await LiveBenchmark(board: board).local()] }
            await report.measure("idle60") { try IdleBenchmark(board: board).minute() }
            if WeechatBenchmark.isInstalled {
                await report.measure("weechat") { try WeechatBenchmark(board: board).rows() }
            } else if report.wants("weechat") {
                print("weechat: there is none; its rows are left out")
            }
        }
        await report.measure("matrix.comment") { try MatrixBenchmark().comment() }
        await report.measure("live.matrix") { try MatrixBenchmark().live() }
        await report.measure("matrix.catchup") { [try await MatrixReadingBenchmark().catchUp()] }
        await report.measure("matrix.start") { try await MatrixReadingBenchmark().start() }
        await report.measure("matrix.scroll") { [try MatrixReadingBenchmark().scroll()] }
        try report.write(to: ".build/bench.json")
    } catch {
        print("rakkan-bench: \(error)")
        return 1
    }
    return report.hasFailed ? 1 : 0
}

/// rakkan-bench sessions N: N visitors at once, on terminals of their own and over a real sshd.
func sessions() async -> Int32 {
    let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 200
    var report = Report(words: [])
    for way in [SessionsBenchmark.Way.pty, .ssh] {
        let name = "\(way)\(count)"
        do {
            let crowd = try SessionsBenchmark(way, count: max(4, count))
            defer { crowd.end() }
            try crowd.fill()
            await report.measure(name + ".memory") { [try crowd.memory()] }
            await report.measure(name + ".idle60") { [try crowd.idle()] }
            await report.measure("live." + name) { [try crowd.live()] }
            await report.measure(name + ".signup20") { try crowd.signUps() }
        } catch {
            await report.measure(name) { throw error }
        }
    }
    do {
        try report.write(to: ".build/bench-sessions.json")
    } catch {
        print("rakkan-bench: \(error)")
        return 1
    }
    return report.hasFailed ? 1 : 0
}

exit(await run())
