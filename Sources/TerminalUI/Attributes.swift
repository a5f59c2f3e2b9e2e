/// How cells look, as far as every terminal can show it.
package struct Attributes: Hashable, Sendable {
    /// An index into the terminal's palette; nil is its own foreground.
    package var color: UInt8?
    /// An index into the terminal's palette; nil is its own ground.
    package var background: UInt8?
    package var isBold = false
    package var isDim = false
    package var isUnderlined = false
    package var isReversed = false

    package init(
        color: UInt8? = nil, background: UInt8? = nil, isBold: Bool = false, isDim: Bool = false,
        isUnderlined: Bool = false, isReversed: Bool = false
    ) {
        self.color = color
        self.background = background
        self.isBold = isBold
        self.isDim = isDim
        self.isUnderlined = isUnderlined
        self.isReversed = isReversed
    }
}

/// What lies behind the text. A terminal does not tell unless it is asked, and its answer could come among the keys.
package enum Ground: String, Hashable, Sendable, CaseIterable {
    case dark, light
    /// Looks must suit both.
    case unknown = "auto"

    /// What the environment knows of it: `COLORFGBG` ("15;0", "0;default;15"), set by rxvt, Konsole and others; the Linux
    /// console is black.
    package init(type: String?, colorFgBg: String?) {
        if let last = colorFgBg?.split(separator: ";").last, let index = Int(last) {
            // 7 and the bright ones but for bright black are light, as vim has it.
            self = (0...6).contains(index) || index == 8 ? .dark : .light
        } else {
            self = type == "linux" ? .dark : .unknown
        }
    }
}
