/// How many cells a terminal gives to what terminals measure differently: what `rakkan doctor` found out about one.
///
/// The standard is what every terminal that agrees with libc draws; anything beyond is used only where it was measured.
package struct WidthRules: Hashable, Sendable {
    /// Characters of ambiguous width (Greek, circled numbers, lines) take two cells, as terminals set up for Chinese,
    /// Japanese or Korean may do.
    package var ambiguousIsWide = false
    /// Emoji joined by ZWJ are one picture of two cells: drawn whole, not as their first member.
    package var joinsEmoji = false
    /// A sign with VS16 is an emoji of two cells, not the sign alone.
    package var widensVariants = false
    /// A keycap is an emoji of two cells.
    package var widensKeycaps = false
    /// Skin tones take no cells of their own.
    package var mergesSkinTones = false
    /// Two regional indicators are one flag of two cells; else they are drawn as two letters.
    package var pairsFlags = true

    package static let standard = WidthRules()

    package init() {}
}

extension WidthRules: Codable {
    private enum CodingKeys: String, CodingKey {
        case ambiguousIsWide, joinsEmoji, widensVariants, widensKeycaps, mergesSkinTones, pairsFlags
    }

    /// What is not there is as in the standard.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value(_ key: CodingKeys, _ standard: Bool) throws -> Bool {
            try container.decodeIfPresent(Bool.self, forKey: key) ?? standard
        }
        ambiguousIsWide = try value(.ambiguousIsWide, false)
        joinsEmoji = try value(.joinsEmoji, false)
        widensVariants = try value(.widensVariants, false)
        widensKeycaps = try value(.widensKeycaps, false)
        mergesSkinTones = try value(.mergesSkinTones, false)
        pairsFlags = try value(.pairsFlags, true)
    }
}
