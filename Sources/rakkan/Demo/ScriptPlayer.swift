import DemoScript
import OptimisticState
import TerminalUI

/// Plays a script at a person's pace. It holds no timer: the loop asks what is due.
struct ScriptPlayer {
    enum Act {
        case press(Key)
        case say(String)
    }
    private var steps: ArraySlice<Step>
    /// What is left of a step that takes several keys.
    private var keys: ArraySlice<Key> = []
    private var pace = Duration.zero
    private var dueAt: Timestamp
    private var isAwaiting = false

    private static let letter = Duration.milliseconds(70)
    private static let key = Duration.milliseconds(250)
    /// A text that does not come ends a script's wait, not the demo.
    private static let patience = Duration.seconds(60)

    init(_ script: Script, at now: Timestamp) {
        steps = script.steps[...]
        dueAt = now
    }

    /// When it goes on; nil when it is over.
    var nextDeadline: Timestamp? { steps.isEmpty && keys.isEmpty ? nil : dueAt }

    /// What is due now.
    ///
    /// - Parameter shows: Whether the screen shows a text.
    mutating func next(at now: Timestamp, shows: (String) -> Bool) -> Act? {
        while nextDeadline != nil {
            if isAwaiting, case .until(let text)? = steps.first, shows(text) || dueAt <= now {
                isAwaiting = false
                steps.removeFirst()
                dueAt = now + Self.key
                return nil
            }
            guard dueAt <= now, !isAwaiting else { return nil }
            if let key = keys.popFirst() {
                dueAt = now + pace
                return .press(key)
            }
            switch steps.first {
            case .pause(let length):
                dueAt = now + length
                steps.removeFirst()
            case .caption(let words):
                steps.removeFirst()
                return .say(words)
            case .press(let pressed):
                (keys, pace) = (pressed[...], Self.key)
                steps.removeFirst()
            case .type(let text):
                (keys, pace) = (text.map { Key.text(String($0)) }[...], Self.letter)
                steps.removeFirst()
            case .until(let text):
                if shows(text) {
                    steps.removeFirst()
                } else {
                    (isAwaiting, dueAt) = (true, now + Self.patience)
                }
            case nil: return nil
            }
        }
        return nil
    }
}
