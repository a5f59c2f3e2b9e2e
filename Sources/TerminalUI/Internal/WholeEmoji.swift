/// Emoji of several code points that are drawn whole, in two cells, on a terminal that was measured to do so.
enum WholeEmoji {
    /// The longest sequence that Unicode recommends has ten (two people with skin tones, a heart and a kiss between them):
    /// whatever is longer was made to harm.
    private static let longest = 10

    /// Nil if the cluster is none, or of a kind that this terminal does not draw whole.
    static func scalars(_ cluster: ArraySlice<UInt8>, rules: WidthRules) -> [Unicode.Scalar]? {
        guard cluster.count <= longest * 4 else { return nil }
        let scalars = Array(String(decoding: cluster, as: UTF8.self).unicodeScalars)
        guard scalars.count > 1, scalars.count <= longest else { return nil }
        if isKeycap(scalars) { return rules.widensKeycaps ? scalars : nil }
        if scalars.contains(joiner) { return rules.joinsEmoji && isJoined(scalars) ? scalars : nil }
        guard scalars.count == 2, isPicture(scalars[0]) else { return nil }
        if scalars[1] == variant { return rules.widensVariants && rules.cells(scalars[0].value) == 1 ? scalars : nil }
        return rules.mergesSkinTones && isTone(scalars[1]) && rules.cells(scalars[0].value) == 2 ? scalars : nil
    }

    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let variant: Unicode.Scalar = "\u{FE0F}"

    private static func isKeycap(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count == 3 && scalars[1] == variant && scalars[2] == "\u{20E3}"
    }

    /// Pictures, each perhaps with a skin tone or VS16, and a joiner between any two.
    private static func isJoined(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.split(separator: joiner, omittingEmptySubsequences: false).allSatisfy { member in
            guard let first = member.first, isPicture(first) else { return false }
            guard member.count > 1, let last = member.last else { return true }
            return member.count == 2 && (isTone(last) || last == variant)
        }
    }

    private static func isTone(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }

    /// Digits are emoji to Unicode, as the beginning of a keycap.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xFF && scalar.properties.isEmoji && !isTone(scalar)
            && !(0x1F1E6...0x1F1FF).contains(scalar.value)
    }
}
