import CUnistring

/// The form in which one grapheme cluster is drawn, and the cells that it takes.
///
/// ncurses fills as many cells as `wcwidth` says for each code point, and holds a base and four marks in a cell (its
/// CCHARW_MAX is 5). Terminals measure whole clusters, each in its own way. The form is one on which both agree.
struct ClusterForm {
    let rules: WidthRules
    private var scalars: [Unicode.Scalar] = []
    private(set) var width = 0

    static let maximumScalars = 5
    static let replacement: Unicode.Scalar = "\u{FFFD}"
    static let zeroWidthSpace: Unicode.Scalar = "\u{200B}"

    init(rules: WidthRules) {
        self.rules = rules
    }

    var isEmpty: Bool { scalars.isEmpty }

    func write(to utf8: inout [UInt8]) {
        for scalar in scalars { utf8.append(scalar) }
    }

    /// The cells of a cluster that is one letter or ideograph, as nearly all are: it is drawn as it is. Nil if it needs a
    /// closer look.
    static func plainWidth(_ cluster: ArraySlice<UInt8>, rules: WidthRules) -> UInt8? {
        let first = cluster.startIndex
        var scalar: UInt32
        switch (cluster.count, cluster[first]) {
        case (2, 0xC2...0xDF): scalar = UInt32(cluster[first] & 0x1F)
        case (3, 0xE0...0xEF): scalar = UInt32(cluster[first] & 0x0F)
        default: return nil
        }
        for byte in cluster.dropFirst() { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        guard !uc_is_property_default_ignorable_code_point(scalar) else { return nil }
        return UInt8(exactly: rules.cells(scalar)).flatMap { $0 > 0 ? $0 : nil }
    }

    mutating func shape(_ cluster: ArraySlice<UInt8>) {
        scalars.removeAll(keepingCapacity: true)
        width = 0
        if rules != .standard, let whole = WholeEmoji.scalars(cluster, rules: rules) {
            scalars = whole
            width = 2
            return
        }
        var isJoined = false
        var decoder = UTF8()
        var bytes = cluster.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            if scalar.value == 0x200D {
                isJoined = true
                continue
            }
            // A joined emoji is drawn as its first member.
            if isJoined, width > 0, !scalar.isMark { break }
            isJoined = false
            append(scalar)
            if scalars.count >= Self.maximumScalars { break }
        }
        finish()
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if uc_is_property_default_ignorable_code_point(scalar.value) {
            // Takes no cells, but lines may break at it.
            if scalar == Self.zeroWidthSpace, scalars.isEmpty { scalars.append(scalar) }
            return
        }
        let isTone = (0x1F3FB...0x1F3FF).contains(scalar.value)
        if isTone, !scalars.isEmpty { return }
        if let last = scalars.last, let syllable = Hangul.compose(last, scalar) {
            width += cells(syllable) - cells(last)
            scalars[scalars.count - 1] = syllable
            return
        }
        // What has no consonant below it belongs to nothing.
        if let first = scalars.first, Hangul.isVowelOrTail(scalar), !Hangul.isConsonantOrSyllable(first) { return }
        var scalar = scalar
        var cells = cells(scalar)
        // A tone on nothing would belong to whatever is drawn in front of it.
        if cells < 0 || isTone || (scalars.isEmpty && Hangul.isVowelOrTail(scalar)) {
            scalar = Self.replacement
            cells = self.cells(scalar)
        }
        // A mark with nothing below it stands on a blank.
        if cells == 0, scalars.isEmpty {
            scalars.append(" ")
            width = 1
        }
        scalars.append(scalar)
        width += cells
    }

    private mutating func finish() {
        // A regional indicator without its second half: terminals give it one cell or two. A letter has one.
        guard let first = scalars.first, let letter = first.letterOfFlag else { return }
        if scalars.count > 1, scalars[1].letterOfFlag != nil {
            if rules.pairsFlags { return }
            scalars = scalars.map { $0.letterOfFlag ?? $0 }
        } else {
            scalars[0] = letter
        }
        width = scalars.reduce(0) { $0 + cells($1) }
    }

    private func cells(_ scalar: Unicode.Scalar) -> Int { rules.cells(scalar.value) }
}

extension WidthRules {
    /// The cells of one code point; -1 if libc does not know it.
    func cells(_ scalar: UInt32) -> Int {
        let cells = Int(rakkan_cells(scalar))
        return ambiguousIsWide && cells == 1 && AmbiguousWidth.contains(scalar) ? 2 : cells
    }

    /// What the code points of a drawn form add up to: what ncurses makes of it, by the standard rules.
    package func width(ofDrawn text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + max(0, cells($1.value)) }
    }
}

extension Unicode.Scalar {
    /// What a regional indicator stands for.
    fileprivate var letterOfFlag: Unicode.Scalar? {
        guard (0x1F1E6...0x1F1FF).contains(value) else { return nil }
        return Unicode.Scalar(UInt8(truncatingIfNeeded: value - 0x1F1E6 + 0x41))
    }
}

/// Conjoining jamo and the syllables they make (The Unicode Standard, section 3.12).
enum Hangul {
    static func compose(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            return Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
            return Unicode.Scalar(first.value + second.value - 0x11A7)
        default:
            return nil
        }
    }

    static func isConsonantOrSyllable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0xA960...0xA97C, 0xAC00...0xD7A3: true
        default: false
        }
    }

    /// Libc gives these no cells: they belong to the consonant in front of them.
    static func isVowelOrTail(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
