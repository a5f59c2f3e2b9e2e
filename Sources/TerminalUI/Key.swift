/// What a person did: the only input that screens see, made of the terminal's bytes by ``KeyDecoder``.
package enum Key: Hashable, Sendable {
    /// One or more printable characters that were typed; a burst is one key.
    case text(String)
    /// Text that came in one piece, bracketed or found out by its line breaks. Never sends anything. Line breaks are LF.
    case paste(String)
    /// Byte 13.
    case enter
    case tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case controlLeft, controlRight
    /// A letter in lower case, or one of `@ [ \ ] ^ _`. Ctrl-J (byte 10) is `.control("j")`; Ctrl-I, Ctrl-M and Ctrl-H are
    /// the keys that send the same bytes: `.tab`, `.enter`, `.backspace`.
    case control(Character)
    case alt(Character)
    case altEnter, altBackspace
    /// F1 is `.function(1)`.
    case function(Int)
    case mouse(MouseEvent)
}

/// A press of a mouse button or a turn of its wheel.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case press, release, wheelUp, wheelDown
    }
    package var action: Action
    /// The cell, counted from 0.
    package var point: Point

    package init(action: Action, point: Point) {
        self.action = action
        self.point = point
    }
}
