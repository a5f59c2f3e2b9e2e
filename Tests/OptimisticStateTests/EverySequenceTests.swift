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
            if try look(at: first, after: [], played([])) == .isNew { try walk([first], [second]) }
            Self.beginnings.isDone()
        }
    }

    /// All histories that begin with this one and go on with one of `steps`.
    private func walk(_ path: [Int], _ steps: [Int]) throws {
        guard path.count < Self.depth else { return }
        var unchanged: Life?
        for next in steps {
            let life = try unchanged ?? played(path)
            let came = try look(at: next, after: path, life)
            unchanged = came == .toNothing ? life : nil
            if came == .isNew { try walk(path + [next], Array(Self.steps.indices)) }
        }
    }

    /// A history as it was looked at before.
    private func played(_ path: [Int]) throws -> Life {
        let life = try Life(account: "a", disk: MemoryDisk(), time: ManualTime(), isManual: false)
        for event in events(path) { try life.apply(event) }
        life.rememberWhatIsBegun()
        life.isLogging = true
        return life
    }

    private func events(_ path: [Int]) -> [Event] { Self.before + path.flatMap { Self.steps[$0] } }

    /// What came of a step. One that finds nothing to do changes nothing: what begins with it is no history of its own.
    private enum Came { case isNew, toNothing, toHarm }

    /// Takes one more step, looks at what there is, and once more when everything has settled.
    private func look(at step: Int, after path: [Int], _ life: Life) throws -> Came {
        for event in Self.steps[step] { try life.apply(event) }
        guard !life.log.isEmpty else { return .toNothing }
        var fault = life.faultNow()
        if fault == nil {
            life.settleEverything()
            fault = life.faultNow() ?? life.faultAtTheEnd()
        }
        guard let fault else { return .isNew }
        let events = events(path + [step])
        let log = try Schedule(events).shrunk()?.fault.log ?? life.log
        Issue.record("\(fault)\n\(log.joined(separator: "\n"))\n\(events)")
        return .toHarm
    }
}
