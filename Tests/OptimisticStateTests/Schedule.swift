import OptimisticState
import TestSupport

/// A history of two accounts on one machine, and whether all that must hold holds in each of its moments.
struct Schedule {
    let events: [Event]
    var isManual = false

    init(seed: UInt64, length: Int) {
        var chance = SeededGenerator(seed: seed)
        isManual = seed % 4 == 0
        events = (0..<length).map { _ in .random(using: &chance) }
    }

    init(_ events: [Event], isManual: Bool = false) {
        self.events = events
        self.isManual = isManual
    }

    /// What was wrong, if anything was, and when.
    struct Fault {
        let words: String
        /// How many events it took.
        let length: Int
        let log: [String]
    }

    func fault(isLogging: Bool = false) throws -> Fault? {
        let disk = MemoryDisk<Desk>()
        let time = ManualTime()
        let accounts = events.contains(.switchAccount) ? ["a", "b"] : ["a"]
        let lives = try accounts.map { try Life(account: $0, disk: disk, time: time, isManual: isManual) }
        for life in lives {
            life.isLogging = isLogging
            life.isAlone = lives.count == 1
        }
        var current = 0
        func fault(_ words: String, _ index: Int) -> Fault {
            Fault(words: words, length: index + 1, log: lives[current].log)
        }
        for (index, event) in events.enumerated() {
            if event == .switchAccount {
                current = 1 - current
                lives[current].process.run()
            }
            try lives[current].apply(event)
            if let words = lives[current].faultNow() { return fault(words, index) }
        }
        for life in lives {
            life.settleEverything()
            if let words = life.faultNow() ?? life.faultAtTheEnd() {
                return Fault(words: words, length: events.count, log: life.log)
            }
        }
        return nil
    }

    /// The shortest history found that still goes wrong: parts are left out, the large ones first.
    func shrunk() throws -> (schedule: Schedule, fault: Fault)? {
        guard var fault = try fault() else { return nil }
        var events = Array(events.prefix(fault.length))
        var size = max(1, events.count / 2)
        while size >= 1 {
            var start = 0
            var isSmaller = false
            while start < events.count {
                var fewer = events
                fewer.removeSubrange(start..<min(start + size, events.count))
                if let other = try Schedule(fewer, isManual: isManual).fault() {
                    events = Array(fewer.prefix(other.length))
                    fault = other
                    isSmaller = true
                } else {
                    start += size
                }
            }
            if size == 1, !isSmaller { break }
            size = size == 1 ? 1 : size / 2
        }
        let schedule = Schedule(events, isManual: isManual)
        return (schedule, try schedule.fault(isLogging: true) ?? fault)
    }

    /// A history that goes wrong, as a person can read and repeat it.
    func report(seed: UInt64) throws -> String {
        guard let (schedule, fault) = try shrunk() else { return "seed \(seed) goes wrong only sometimes" }
        return """
            seed \(seed): \(fault.words)
            What happened, retries \(isManual ? "off" : "on"), shrunk from \(events.count) events to \
            \(schedule.events.count):
            \(fault.log.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n"))
            To play it again: SEED=\(seed) SCHEDULES=1, or
            Schedule(\(schedule.events), isManual: \(isManual))
            """
    }
}
