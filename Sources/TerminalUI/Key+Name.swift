extension Key {
    /// What is printed on the key.
    package var name: String {
        switch self {
        case .text(" "): "Space"
        case .text(let text): text
        case .paste: "paste"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .controlLeft: "Ctrl-←"
        case .controlRight: "Ctrl-→"
        case .control(let letter): "Ctrl-\(Key.printed(letter))"
        case .alt(let letter): (letter.isUppercase ? "Alt-Shift-" : "Alt-") + Key.printed(letter)
        case .altEnter: "Alt-Enter"
        case .altBackspace: "Alt-Backspace"
        case .function(let number): "F\(number)"
        case .mouse: "mouse"
        }
    }

    /// The key of a name as it is printed, in words too where that is an arrow: "Enter", "Ctrl-F", "Alt-/", "F5", "Left",
    /// or a character. A letter alone is what it is; in longer names capitals and small letters are the same. Nil also for
    /// keys that no terminal tells from others: Ctrl-M is Enter.
    package init?(named name: String) {
        let lower = name.lowercased()
        if name.count == 1, let letter = Key.ofOneCharacter(name) {
            self = letter
        } else if let key = Key.named[lower] {
            self = key
        } else if lower.hasPrefix("ctrl-"), let control = Key.control(named: lower.dropFirst(5)) {
            self = control
        } else if lower.hasPrefix("alt-shift-"), let letter = Key.letter(lower.dropFirst(10).uppercased()),
            letter.isUppercase
        {
            self = .alt(letter)
        } else if lower.hasPrefix("alt-"), let letter = Key.letter(lower.dropFirst(4)) {
            self = .alt(letter)
        } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    private static func ofOneCharacter(_ name: String) -> Key? {
        if let arrow = arrows[name] { return arrow }
        guard let scalar = name.unicodeScalars.first, scalar.value > 0x20, !(0x7F...0xA0).contains(scalar.value) else {
            return nil
        }
        return .text(name)
    }

    /// As it stands on the key. Some letters have no capital of one letter, and stay as they are.
    private static func printed(_ letter: Character) -> String {
        if letter == " " { return "Space" }
        let capital = letter.uppercased()
        return capital.count == 1 && capital.lowercased() == letter.lowercased() ? capital : String(letter)
    }

    /// What terminals send a byte of its own for. Ctrl-/ and Ctrl-Space are other names for two of them.
    private static func control(named name: Substring) -> Key? {
        switch name {
        case "/": .control("_")
        case "space": .control("@")
        case "@", "\\", "]", "^", "_": .control(Character(String(name)))
        default: letter(name).flatMap { "abcdefgjklnopqrstuvwxyz".contains($0) ? .control($0) : nil }
        }
    }

    /// The one character of a name.
    private static func letter(_ name: some StringProtocol) -> Character? {
        if name == "space" || name == "SPACE" { return " " }
        guard name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first, scalar.value > 0x20,
            !(0x7F...0xA0).contains(scalar.value)
        else {
            return nil
        }
        return Character(scalar)
    }

    private static let arrows: [String: Key] = ["↑": .up, "↓": .down, "←": .left, "→": .right]

    private static let named: [String: Key] = [
        "enter": .enter, "tab": .tab, "shift-tab": .backTab, "esc": .escape, "escape": .escape,
        "backspace": .backspace, "del": .delete, "delete": .delete, "ins": .insert, "insert": .insert, "up": .up,
        "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp,
        "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown, "ctrl-left": .controlLeft,
        "ctrl-←": .controlLeft, "ctrl-right": .controlRight, "ctrl-→": .controlRight, "alt-enter": .altEnter,
        "alt-backspace": .altBackspace, "space": .text(" "),
    ]
}
