/// The colours of the themes that come with the program: one accent, one for failure, some for names.
///
/// Each is legible (4.5:1 by WCAG 2.1, 1.4.3) on the grounds that it is for: `dark` on everything from black to #282c34,
/// `light` on everything from white to #fdf6e3, those for an unknown ground on black and on white. With 16 colours and
/// fewer the palettes are those of xterm and of the Linux console, on black and on white; of 8 colours, bold makes bright
/// ones. No colour of the 16 suits black and white: on an unknown ground weight has to do.
struct Colors: Hashable, Sendable {
    var accent: UInt8?
    var failure: UInt8?
    /// Names have no colours where these are none.
    var authors: [UInt8] = []

    /// - Parameter count: The size of the terminal's palette, 0 if it has none.
    static func standard(on ground: Ground, count: Int) -> Colors {
        switch ground {
        case .dark where count >= 256:
            Colors(accent: 80, failure: 203, authors: [74, 78, 107, 111, 115, 140, 141, 143, 173, 175, 179, 180])
        case .light where count >= 256:
            Colors(accent: 24, failure: 124, authors: [22, 23, 25, 26, 54, 58, 61, 90, 91, 94, 125, 127])
        case .unknown where count >= 256: Colors(accent: 29, failure: 131, authors: [63, 98, 163])
        case .dark where count >= 16: Colors(accent: 14, failure: 9)
        case .light where count >= 16: Colors(accent: 4, failure: 1)
        case .dark where count >= 8: Colors(accent: 6, failure: 1)
        case .light where count >= 8: Colors(accent: 4)
        case .dark, .light, .unknown: Colors()
        }
    }

    /// At least 7:1 (WCAG 2.1, 1.4.6), and only where one can know.
    static func contrast(on ground: Ground, count: Int) -> Colors {
        switch ground {
        case .dark where count >= 256: Colors(accent: 123)
        case .light where count >= 256: Colors(accent: 18)
        case .dark, .light, .unknown: Colors()
        }
    }
}
