import CVterm

/// A key as a person presses it; the terminal's modes decide its bytes.
package indirect enum Key: Hashable, Sendable {
    case enter, escape, tab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    case ctrl(Character)
    case alt(Key)
    case letter(Character)

    /// Ctrl and a letter is a byte of C0. libvterm makes more of some of them (`CSI 106;5u`), which few terminals do.
    var plainByte: UInt8? {
        guard case .ctrl(let letter) = self, letter.isLetter, let ascii = letter.asciiValue else { return nil }
        return ascii & 0x1F
    }

    func press(on terminal: OpaquePointer, with modifier: VTermModifier = VTERM_MOD_NONE) {
        switch self {
        case .enter: vterm_keyboard_key(terminal, VTERM_KEY_ENTER, modifier)
        case .escape: vterm_keyboard_key(terminal, VTERM_KEY_ESCAPE, modifier)
        case .tab: vterm_keyboard_key(terminal, VTERM_KEY_TAB, modifier)
        case .backspace: vterm_keyboard_key(terminal, VTERM_KEY_BACKSPACE, modifier)
        case .delete: vterm_keyboard_key(terminal, VTERM_KEY_DEL, modifier)
        case .up: vterm_keyboard_key(terminal, VTERM_KEY_UP, modifier)
        case .down: vterm_keyboard_key(terminal, VTERM_KEY_DOWN, modifier)
        case .left: vterm_keyboard_key(terminal, VTERM_KEY_LEFT, modifier)
        case .right: vterm_keyboard_key(terminal, VTERM_KEY_RIGHT, modifier)
        case .home: vterm_keyboard_key(terminal, VTERM_KEY_HOME, modifier)
        case .end: vterm_keyboard_key(terminal, VTERM_KEY_END, modifier)
        case .pageUp: vterm_keyboard_key(terminal, VTERM_KEY_PAGEUP, modifier)
        case .pageDown: vterm_keyboard_key(terminal, VTERM_KEY_PAGEDOWN, modifier)
        case .ctrl(let letter): Key.press(letter, on: terminal, with: VTERM_MOD_CTRL)
        case .alt(let key): key.press(on: terminal, with: VTERM_MOD_ALT)
        case .letter(let letter): Key.press(letter, on: terminal, with: modifier)
        }
    }

    private static func press(_ letter: Character, on terminal: OpaquePointer, with modifier: VTermModifier) {
        for scalar in letter.unicodeScalars { vterm_keyboard_unichar(terminal, scalar.value, modifier) }
    }
}
