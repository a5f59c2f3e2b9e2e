import Glibc
import TerminalUI
import Testing

/// Every role of the themes that come with the program can be read: WCAG 2.1, 1.4.3 asks for 4.5:1.
///
/// A terminal's own foreground is taken to be white on dark grounds and black on light ones, and what is dim to have two
/// thirds of its distance from the ground (xterm, VTE, Alacritty).
@Suite struct ContrastTests {
    private struct Scene: CustomTestStringConvertible, Sendable {
        let ground: Ground
        let colors: Int
        /// What the terminal draws on.
        let paper: Color
        /// What its first 16 colours are.
        let palette: [Color]
        let bold: Bool
        var testDescription: String { "\(colors) colours, \(ground.rawValue), on \(paper)" }
    }

    private struct Color: Hashable, Sendable, CustomStringConvertible {
        let red, green, blue: Double
        var description: String { "\(Int(red)),\(Int(green)),\(Int(blue))" }

        init(_ hex: Int) {
            red = Double(hex >> 16)
            green = Double(hex >> 8 & 0xFF)
            blue = Double(hex & 0xFF)
        }

        /// https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
        var luminance: Double {
            func linear(_ value: Double) -> Double {
                let part = value / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }

        func contrast(to other: Color) -> Double {
            let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
            return (high + 0.05) / (low + 0.05)
        }
    }

    private static let xterm = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map(Color.init)
    private static let console = [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ].map(Color.init)
    private static let (black, white) = (Color(0x000000), Color(0xFFFFFF))

    private static let scenes: [Scene] = [8, 16, 256].flatMap { count -> [Scene] in
        let isLarge = count >= 256
        let papers: [(Ground, [Color])] = [
            (.dark, isLarge ? [black, Color(0x1E1E1E), Color(0x282C34)] : [black]),
            (.light, isLarge ? [white, Color(0xFDF6E3)] : [white]),
            (.unknown, [black, white]),
        ]
        return papers.flatMap { ground, papers in
            papers.flatMap { paper in
                [xterm, console].map {
                    Scene(ground: ground, colors: count, paper: paper, palette: $0, bold: count == 8)
                }
            }
        }
    }

    private static func color(_ index: UInt8, _ scene: Scene, isBold: Bool) -> Color {
        let index = Int(index)
        switch index {
        case 0..<8: return scene.palette[isBold && scene.bold ? index + 8 : index]
        case 8..<16: return scene.palette[index]
        case 16..<232:
            let steps = [0, 95, 135, 175, 215, 255]
            let cube = index - 16
            return Color(steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6])
        default: return Color((8 + 10 * (index - 232)) * 0x010101)
        }
    }

    @Test(arguments: scenes) private func everyRoleCanBeRead(scene: Scene) {
        for (base, least) in [(Theme.Base.standard, 4.5), (.contrast, 7.0), (.monochrome, 4.5)] {
            let theme = Theme(base, on: scene.ground)
            for role in Role.allCases {
                let look = theme.attributes(of: Style(role), colors: scene.colors)
                let isDarkPaper = scene.paper.luminance < 0.5
                var ink =
                    look.color.map { Self.color($0, scene, isBold: look.isBold) }
                    ?? (isDarkPaper ? Self.white : Self.black)
                if look.isDim {
                    #expect(look.color == nil, "\(role.name) is dim and has a colour: nobody knows how that looks")
                    ink = isDarkPaper ? Color(0xAAAAAA) : Color(0x555555)
                }
                let contrast = ink.contrast(to: scene.paper)
                #expect(contrast >= least, "\(base.rawValue): \(role.name) has \(contrast)")
            }
        }
    }

    @Test func namesHaveColoursOfTheirOwnOnEveryGround() {
        for ground in Ground.allCases {
            let theme = Theme(.standard, on: ground)
            let colors = Set(
                (0..<Role.authorSlots).compactMap { slot in
                    theme.attributes(of: Style(.author(slot: slot)), colors: 256).color
                })
            #expect(colors.count == (ground == .unknown ? 3 : 12))
        }
    }

    @Test(
        arguments: [
            (nil, nil, Ground.unknown), ("linux", nil, .dark), (nil, "15;0", .dark), (nil, "0;15", .light),
            (nil, "0;default;15", .light), (nil, "12;8", .dark), (nil, "0;7", .light), (nil, "15;default", .unknown),
            (nil, "", .unknown),
        ] as [(String?, String?, Ground)]) func theGroundIsWhatTheEnvironmentSays(
            type: String?, told: String?, ground: Ground
        )
    {
        #expect(Ground(type: type, colorFgBg: told) == ground)
    }
}
