import TerminalUI

/// One thing that a script does.
package enum Step: Hashable, Sendable {
    case pause(Duration)
    /// Says something in the first line.
    case caption(String)
    case press([Key])
    /// Letter by letter, as a person types.
    case type(String)
    /// Goes on as soon as the screen shows a text, or when it has not come for a minute.
    case until(String)
}

/// What is wrong with a script, and where.
package struct ScriptMistake: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case unknownWord(String)
        case noDuration(String)
        case unknownKey(String)
        case nothingToPress, nothingToType, nothingToWaitFor
    }
    /// From 1.
    package let line: Int
    package let reason: Reason

    package init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }
}
