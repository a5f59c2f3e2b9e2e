/// Maps roles to looks: one accent colour, one for failure; everything else is weight and dimness.
package struct Theme: Hashable, Sendable {
    /// The themes that come with the program.
    package enum Base: String, Hashable, Sendable, CaseIterable {
        case standard = "default"
        /// Nothing dim, what failed reversed.
        case contrast = "high-contrast"
        /// Weight and dimness alone.
        case monochrome
    }

    package var base: Base
    package var ground: Ground
    /// The user's own looks, by the names of roles: each takes the place of the base's.
    package var own: [String: Attributes]
    private var hasColors = true

    package init(_ base: Base, on ground: Ground = .unknown, own: [String: Attributes] = [:]) {
        self.base = base
        self.ground = ground
        self.own = own
    }

    package static let standard = Theme(.standard)
    package static let monochrome = Theme(.monochrome)

    /// Whether the terminal's colours are needed.
    package var usesColors: Bool { hasColors && (base != .monochrome || !own.isEmpty) }

    /// The same weights without colours.
    package func withoutColors() -> Theme {
        var theme = self
        theme.hasColors = false
        if base == .standard { theme.base = .monochrome }
        return theme
    }

    /// - Parameter colors: The size of the terminal's palette, 0 if it has none.
    package func attributes(of style: Style, colors: Int) -> Attributes {
        let colors = hasColors ? colors : 0
        var result = own[style.role.name] ?? baseAttributes(of: style.role, colors: colors)
        func known(_ color: UInt8?) -> UInt8? { color.flatMap { Int($0) < colors ? $0 : nil } }
        result.color = known(result.color)
        result.background = known(result.background)
        if style.isSelected {
            result.isBold = true
            result.isDim = false
        }
        return result
    }

    private func baseAttributes(of role: Role, colors: Int) -> Attributes {
        switch base {
        case .standard:
            var look = Self.weight(of: role)
            look.color = Self.color(of: role, among: .standard(on: ground, count: colors))
            return look
        case .contrast:
            var look = Self.plainWeight(of: role)
            look.color = Self.color(of: role, among: .contrast(on: ground, count: colors))
            return look
        case .monochrome:
            // Beside dim times, what is pending is seen because it is not dim.
            return role == .pending ? Attributes() : Self.weight(of: role)
        }
    }

    private static func weight(of role: Role) -> Attributes {
        switch role {
        case .title, .author, .failed, .error: Attributes(isBold: true)
        case .dim, .pending, .status, .hint, .line: Attributes(isDim: true)
        case .field: Attributes(isUnderlined: true)
        case .match: Attributes(isReversed: true)
        case .text, .accent, .favourite: Attributes()
        }
    }

    private static func plainWeight(of role: Role) -> Attributes {
        switch role {
        case .failed, .error: Attributes(isBold: true, isReversed: true)
        case .title, .author, .accent, .favourite: Attributes(isBold: true)
        case .field: Attributes(isUnderlined: true)
        case .match: Attributes(isReversed: true)
        case .text, .dim, .pending, .status, .hint, .line: Attributes()
        }
    }

    private static func color(of role: Role, among colors: Colors) -> UInt8? {
        switch role {
        case .author(let slot): colors.authors.isEmpty ? nil : colors.authors[Int(slot) % colors.authors.count]
        case .accent, .favourite: colors.accent
        case .failed, .error: colors.failure
        case .text, .title, .dim, .pending, .status, .hint, .line, .field, .match: nil
        }
    }
}
