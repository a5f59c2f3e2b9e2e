import TerminalUI

/// One row of a text that is being written: where it begins in the text, where it ends, and where each cluster of it
/// stands.
struct TextRow {
    /// How a row ends.
    enum Ending {
        /// The text goes on in the next row.
        case wrapped
        /// With a line break.
        case line
        /// With the text.
        case text
    }

    /// A cluster: its offset in the text, and the cells before it.
    struct Stop {
        var offset: Int
        var column: Int
    }

    /// The offset of its first byte.
    let start: Int
    /// The offset behind what belongs to it, without the line break.
    let end: Int
    let ending: Ending
    /// The offset behind the bytes that were looked at to find its end.
    let seen: Int
    let drawn: DisplayText
    let stops: [Stop]
    /// The cells of everything in it; blanks at its end may stand beyond its width.
    let cells: Int

    /// Where the next row begins.
    var next: Int { ending == .line ? end + 1 : end }

    /// The cells before the cluster at `offset`.
    func column(at offset: Int) -> Int {
        stops.last { $0.offset <= offset }.map { $0.offset == offset ? $0.column : cells } ?? 0
    }

    /// The place in this row that is nearest to `column` without lying behind it.
    func offset(at column: Int) -> Int {
        if ending != .wrapped, column >= cells { return end }
        return stops.last { $0.column <= column }?.offset ?? start
    }
}

extension TextRow {
    /// A row ends here at the latest, whatever stands in it: a megabyte of what takes no cells is no row.
    private static let longest = 8_192
    /// A line break is judged by what stands so many bytes behind it.
    private static let lookahead = 96

    /// The row that begins at `start`, broken as texts are broken wherever they are shown.
    init(in text: [UInt8], from start: Int, width: Int, rules: WidthRules) {
        var reach = min(Self.longest, width * 2 + Self.lookahead)
        while true {
            let window = Window(text, from: start, reach: reach, width: width, rules: rules)
            if window.isEnough || reach >= Self.longest {
                self.init(window, width: width)
                return
            }
            reach = min(Self.longest, reach * 4)
        }
    }

    private init(_ window: Window, width: Int) {
        start = window.start
        let (line, bytes) = window.drawn.firstLine(to: width)
        drawn = line
        let following = bytes < window.drawn.byteCount ? window.index(behind: bytes) : window.clusters.count
        let isWhole = following == window.clusters.count
        // At least one cluster, or there would be rows without end.
        let count = max(min(1, window.clusters.count), following)
        stops = window.clusters[..<count].map { Stop(offset: $0.offset, column: $0.column) }
        end = count < window.clusters.count ? window.clusters[count].offset : window.end
        cells = count < window.clusters.count ? window.clusters[count].column : window.cells
        ending = isWhole ? window.ending : .wrapped
        seen = window.seen
    }

    /// The beginning of a row and what is behind it, up to the line's end or until it is enough to see where the row ends.
    private struct Window {
        struct Cluster {
            var offset: Int
            var column: Int
            /// In the drawn form.
            var byte: Int
        }

        let start: Int
        private(set) var clusters: [Cluster] = []
        private(set) var drawn = DisplayText()
        private(set) var cells = 0
        let end: Int
        let ending: Ending
        let seen: Int
        private(set) var isEnough: Bool

        init(_ text: [UInt8], from start: Int, reach: Int, width: Int, rules: WidthRules) {
            self.start = start
            var limit = min(text.count, start + reach)
            // A cluster that is cut would be another one.
            while limit < text.count, limit > start, text[limit] & 0xC0 == 0x80 { limit -= 1 }
            let line = text[start..<limit].firstIndex(of: 10)
            let end = line ?? limit
            ending = line != nil ? .line : limit == text.count ? .text : .wrapped
            seen = ending == .wrapped ? limit : end + 1
            self.end = end
            isEnough = ending != .wrapped
            let bytes = text[start..<end]
            if bytes.allSatisfy({ $0 < 0x80 }) {
                drawn = DisplayText(sanitizing: String(decoding: bytes, as: UTF8.self), rules: rules)
                clusters = bytes.indices.map { Cluster(offset: $0, column: $0 - start, byte: $0 - start) }
                cells = bytes.count
            } else {
                append(bytes, rules)
            }
            if !isEnough { isEnough = showsEnd(bytes, width: width) }
        }

        private mutating func append(_ bytes: ArraySlice<UInt8>, _ rules: WidthRules) {
            var offset = start
            var pieces: [DisplayText] = []
            var byte = 0
            for character in String(decoding: bytes, as: UTF8.self) {
                clusters.append(Cluster(offset: offset, column: cells, byte: byte))
                let piece = DisplayText(sanitizing: String(character), rules: rules)
                pieces.append(piece)
                cells += piece.width
                byte += piece.byteCount
                offset += character.utf8.count
            }
            drawn = DisplayText(joining: pieces)
        }

        /// Whether behind the width there is something that is no blank, and enough to judge a break by.
        private func showsEnd(_ bytes: ArraySlice<UInt8>, width: Int) -> Bool {
            guard let beyond = clusters.first(where: { $0.column > width })?.offset,
                let visible = bytes[beyond...].firstIndex(where: { $0 != 32 })
            else { return false }
            return end - visible > TextRow.lookahead
        }

        /// The first cluster whose drawn form begins at or behind `byte`.
        func index(behind byte: Int) -> Int {
            clusters.firstIndex { $0.byte >= byte } ?? clusters.count
        }
    }
}
