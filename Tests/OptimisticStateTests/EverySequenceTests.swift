import OptimisticState
import TestSupport
import Testing

/// Every short history of two notes: one that the server has, one that is being written.
@Suite struct EverySequenceTests {
    /// What can happen next, as one step each. `star(0)` is on the note that was there before.
    private static let steps: [[Event]] = [
        [.add(folder: 0)],
        [.edit(1)],
        [.star(0)],
        [.delete(1, isHeld: false)],
        [.answer(0, .accepted(withCopy: false))],
        [.answer(0, .rejected)],
        [.answer(0, .lostButStored)],
        [.beginReading, .read(0)],
        [.deliver(0)],
        [.echo(1)],
        [.retry(0)],
        [.kill(arrived: 1)],
    ]
    private static let before: [Event] = [.add(folder: 0), .answer(0, .accepted(withCopy: true))]

    /// 4 in a check, 5 in a soak, which says `DEPTH=5`.
    private static let asked = Progress.asked("DEPTH")
    private static let depth = asked ?? 4
    /// Each runner takes the next two first steps.
    private static let beginnings = Progress(
        steps.count * steps.count, "beginnings of \(depth) steps", isTold: asked != nil)

    @Test(arguments: 0..<2) func noneGoesWrong(runner: Int) throws {
        while let number = Self.beginnings.next() {
            let (first, second) = number.quotientAndRemainder(dividingBy: Self.steps.count)
            if try isNew([first]) { try walk([first, second]) }
            Self.beginnings.isDone()
        }
    }

    /// The history and all that begin with it.
    private func walk(_ path: [Int]) throws {
        guard try isNew(path), path.count < Self.depth else { return }
        for next in Self.steps.indices { try walk(path + [next]) }
    }

    /// Plays it, looks after its last step, and once more when everything has settled.
    ///
    /// - Returns: false if the last step found nothing to do: what begins with that is no history of its own.
    private func isNew(_ path: [Int]) throws -> Bool {
        let earlier = Self.before + path.dropLast().flatMap { Self.steps[$0] }
        let life = try Life(account: "a", disk: MemoryDisk(), time: ManualTime(), isManual: false)
        for event in earlier { try life.apply(event) }
        // The shorter history was looked at: from here on, what is begun is new.
        life.rememberWhatIsBegun()
        life.isLogging = true
        for event in Self.steps[path[path.count - 1]] { try life.apply(event) }
        guard !life.log.isEmpty else { return false }
        var fault = life.faultNow()
        if fault == nil {
            life.settleEverything()
            fault = life.faultNow() ?? life.faultAtTheEnd()
        }
        guard let fault else { return true }
        let events = earlier + Self.steps[path[path.count - 1]]
        let log = try Schedule(events).shrunk()?.fault.log ?? life.log
        Issue.record("\(fault)\n\(log.joined(separator: "\n"))\n\(events)")
        return false
    }
}
