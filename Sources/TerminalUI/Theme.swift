/// How cells look, as far as every terminal can show it.
package struct Attributes: Hashable, Sendable {
    /// An index into the terminal's palette; nil is its own foreground.
    package var color: UInt8?
    package var isBold = false
    package var isDim = false
    package var isUnderlined = false
    package var isReversed = false
}

/// Maps roles to looks: one accent colour, one for failure; everything else is weight and dimness.
package enum Theme: Hashable, Sendable, CaseIterable {
    case standard, monochrome

    /// Names have colours of their own where the palette has so many: in the middle of the scale, legible on dark and on
    /// light grounds.
    private static let authorColors: [UInt8] = [31, 64, 67, 97, 130, 132, 136, 166, 168, 72, 61, 172]
    private static let accent: UInt8 = 6
    private static let failure: UInt8 = 1

    /// - Parameter colors: The size of the terminal's palette, 0 if it has none.
    package func attributes(of style: Style, colors: Int) -> Attributes {
        var result = weight(of: style.role)
        if style.isSelected {
            result.isBold = true
            result.isDim = false
        }
        switch self {
        case .standard: result.color = color(of: style.role).flatMap { Int($0) < colors ? $0 : nil }
        case .monochrome: break
        }
        return result
    }

    private func weight(of role: Role) -> Attributes {
        switch role {
        case .title, .author, .failed, .error: Attributes(isBold: true)
        case .dim, .pending, .status, .hint, .line: Attributes(isDim: true)
        case .field: Attributes(isUnderlined: true)
        case .text, .accent, .favourite: Attributes()
        }
    }

    private func color(of role: Role) -> UInt8? {
        switch role {
        case .author(let slot): Self.authorColors[Int(slot) % Self.authorColors.count]
        case .accent, .favourite: Self.accent
        case .failed, .error: Self.failure
        case .text, .title, .dim, .pending, .status, .hint, .line, .field: nil
        }
    }
}
