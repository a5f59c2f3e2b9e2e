import Comments
import OptimisticState
import OutboxStore
import PtySupport
import TestSupport
import YardstickOutbox

/// A comment made durable and visible, beside the bare insert of its row.
struct OutboxBenchmark {
    let scratch: Scratch

    func enqueue() throws -> Measurement {
        let text = "a comment of a line, as they are"
        let time = ManualTime()
        let ids = Locked(0)
        let store = try OptimisticStore<Connection>(
            journal: SQLiteJournal(scratch.file("outbox.sqlite"), account: "bench", kinds: commentKinds),
            time: time,
            makeID: {
                ids.withLock { number in
                    number += 1
                    return MutationID("0199aaaa-bbbb-7ccc-8ddd-\(1_000_000_000 + number)")
                }
            },
            jitter: { 0.5 })
        guard let plain = yardstick_outbox_open(scratch.file("plain.sqlite")) else {
            throw BenchError(description: "the yardstick's file can't be made")
        }
        defer { yardstick_outbox_close(plain) }
        let comment = AddComment(
            post: .server("p1"), text: UntrustedText(text), author: UntrustedText("aki"))
        var ours: [Double] = []
        var bare: [Double] = []
        // In turns, so that what else the disk has to do falls on both.
        for _ in 0..<2_000 {
            let clock = Stopwatch()
            store.enqueue(comment)
            ours.append(Double(clock.elapsed) / 1_000_000)
            let other = Stopwatch()
            guard yardstick_outbox_insert(plain, text) == 0 else { throw BenchError(description: "insert failed") }
            bare.append(Double(other.elapsed) / 1_000_000)
        }
        return Measurement("outbox.enqueue", ours, unit: "ms", beside: "C: bare insert", yardstick: bare)
    }
}
