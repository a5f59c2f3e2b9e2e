import Glibc
import OptimisticState
import TestSupport

/// The core without a disk: each operation at a number of records and of pending mutations, with one subscriber who
/// reads the last 30 rows after each change.
struct CoreBenchmark {
    /// Where the pending mutations are: on one record, or each on its own.
    enum Place: String, CaseIterable { case one, spread }

    let records: Int
    let pending: Int
    let place: Place
    private let store: OptimisticStore<Dealer>
    private let executor = ManualExecutor()
    private let dealer: Dealer
    private let changes: AsyncStream<Revision>
    private let scope = Scope<Card>(Card.Key(deck: .server("d0")))
    private let ids: [MutationID]
    /// Bytes of the records, and of the pending mutations.
    let bytes: (records: Int, pending: Int)

    init(records: Int, pending: Int, place: Place, isPrompt: Bool = false) throws {
        self.records = records
        self.pending = pending
        self.place = place
        let numbers = Locked(0)
        let store = try OptimisticStore<Dealer>(
            journal: NoJournal(), time: ManualTime(),
            makeID: {
                numbers.withLock { number in
                    number += 1
                    return MutationID("0199aaaabbbb7ccc8ddd\(100_000_000 + number)")
                }
            }, jitter: { 0.5 })
        self.store = store
        changes = store.changes(in: [AnyScope(scope)])
        let start = allocatedBytes()
        var next = 0
        while next < records {
            let end = min(records, next + 10_000)
            store.confirm(
                (next..<end).map {
                    .record(
                        Card(
                            ref: .server("c\($0)"), deck: .server("d0"), number: Int64($0),
                            text: "a card with a line of text on it, number \($0)"))
                })
            next = end
        }
        store.confirm([.record(Deck(ref: .server("d0"), cards: records))])
        let middle = allocatedBytes()
        var ids: [MutationID] = []
        for number in 0..<pending {
            let deck = Ref<Deck>.server(place == .one ? "d0" : "d\(number + 1)")
            ids.append(store.enqueue(AddCard(deck: deck, text: "a pending card with a line of text on it")))
        }
        self.ids = ids
        bytes = (middle - start, allocatedBytes() - middle)
        dealer = Dealer(isPrompt: isPrompt)
    }

    private func look() {
        let rows = store.read { visible in
            let count = visible.count(in: scope)
            return visible.items(in: scope, max(0, count - 30)..<count)
        }
        precondition(rows.count <= 30)
    }

    /// The subscriber's last 30 rows.
    func read(_ count: Int) -> [Double] { time(count, look) }

    /// In µs, once for each of `count` times.
    private func time(_ count: Int, _ body: () -> Void) -> [Double] {
        var samples: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<count {
            let duration = clock.measure(body)
            samples.append(Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6)
            look()
        }
        return samples
    }

    func add(_ count: Int) -> (add: [Double], discard: [Double]) {
        var added: [MutationID] = []
        let deck = Ref<Deck>.server("d0")
        let add = time(count) { added.append(store.enqueue(AddCard(deck: deck, text: "one more card"))) }
        let discard = time(count) { if let id = added.popLast() { store.discard(id) } }
        return (add, discard)
    }

    /// Answers of requests in flight, while no new ones are begun.
    func answer(_ count: Int, _ outcome: (MutationID) -> Outcome) -> [Double] {
        executor.start { [store, dealer] in await store.drain(to: dealer, retries: .standard) }
        var samples: [Double] = []
        while samples.count < count {
            store.resumeSending()
            executor.run()
            store.suspendSending()
            var wasAnswered = true
            let sample = time(1) {
                wasAnswered = dealer.answer(outcome)
                executor.run()
            }
            guard wasAnswered else { break }
            samples += sample
            // What is gone is made up for: the number of the pending ones stays.
            let number = samples.count
            let deck = Ref<Deck>.server(place == .one ? "d0" : "e\(number)")
            store.enqueue(AddCard(deck: deck, text: "one more card"))
            look()
        }
        return samples
    }

    /// A reading of a hundred records at the end of the list, per record.
    func refresh(_ count: Int) -> [Double] {
        let said = (max(0, records - 100)..<records).map { number in
            Confirmed.record(
                Card(ref: .server("c\(number)"), deck: .server("d0"), number: Int64(number), text: "read again"))
        }
        return time(count) { store.confirm(said, from: store.beginFetch()) }.map { $0 / Double(max(1, said.count)) }
    }

    /// All that is pending, sent and acknowledged, per mutation.
    func drain() -> Double {
        let clock = ContinuousClock()
        let duration = clock.measure {
            executor.start { [store, dealer] in await store.drain(to: dealer, retries: .standard) }
            executor.run()
        }
        let micros = Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6
        return micros / Double(max(1, pending))
    }
}

/// What the process holds in memory: see proc(5), `/proc/PID/statm`, whose second field counts pages.
func allocatedBytes() -> Int {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    let fields = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
    return pages * Int(getpagesize())
}
