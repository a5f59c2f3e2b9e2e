import TerminalUI

extension Key {
    /// What is printed on the key.
    var name: String {
        switch self {
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
        case .control(let letter): "Ctrl-\(letter.uppercased())"
        case .alt(let letter): "Alt-\(letter.uppercased())"
        case .altEnter: "Alt-Enter"
        case .altBackspace: "Alt-Backspace"
        case .function(let number): "F\(number)"
        case .mouse: "mouse"
        }
    }
}
