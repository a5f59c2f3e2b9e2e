import Glibc
import TerminalUI

/// Characters that stand in ncurses' screen for clusters which the terminal gives another number of cells than ncurses
/// would: a family drawn in two cells, a Greek letter in two.
///
/// ncurses adds up what `wcwidth` says of each code point, and can't be told otherwise. So it is given a character that
/// has as many cells as the cluster takes, and in the bytes that it writes this character is replaced by the cluster. The
/// characters are rare ideographs (CJK Extension G) and private ones; a text that holds one of them gets a stand-in for it.
struct StandIns {
    private struct Cluster: Hashable {
        var text: String
        var cells: Int
    }

    private static let wide: ClosedRange<UInt32> = 0x30000...0x3134A
    private static let narrow: ClosedRange<UInt32> = 0xF0000...0xFFFFD

    private let rules: WidthRules
    private var known: [Cluster: [wchar_t]] = [:]
    private var clusters: [UInt32: [UInt8]] = [:]
    private var nextWide = wide.lowerBound
    private var nextNarrow = narrow.lowerBound

    init(rules: WidthRules) {
        self.rules = rules
    }

    /// Whether ncurses' bytes may go out as they are.
    var isEmpty: Bool { clusters.isEmpty }

    /// What ncurses is given for a cluster that takes `cells` on the canvas.
    mutating func spelling(of text: String, cells: Int) -> [wchar_t] {
        if rules == .standard || text.utf8.count == 1 { return Self.characters(text) }
        let cluster = Cluster(text: text, cells: cells)
        if let spelling = known[cluster] { return spelling }
        let spelling = makeSpelling(of: cluster)
        known[cluster] = spelling
        return spelling
    }

    private mutating func makeSpelling(of cluster: Cluster) -> [wchar_t] {
        let scalars = cluster.text.unicodeScalars
        // It was given its cells by someone who does not know this terminal.
        guard DisplayText(sanitizing: cluster.text, rules: rules).width == cluster.cells else {
            return Self.replacement(cluster)
        }
        let isOrdinary = !scalars.contains { Self.wide.contains($0.value) || Self.narrow.contains($0.value) }
        if isOrdinary, WidthRules.standard.width(ofDrawn: cluster.text) == cluster.cells, scalars.count <= 5 {
            return Self.characters(cluster.text)
        }
        guard let stand = takeStandIn(cells: cluster.cells) else { return Self.replacement(cluster) }
        clusters[stand] = Array(cluster.text.utf8)
        return [wchar_t(bitPattern: stand)]
    }

    private mutating func takeStandIn(cells: Int) -> UInt32? {
        switch cells {
        case 1 where Self.narrow.contains(nextNarrow):
            defer { nextNarrow += 1 }
            return nextNarrow
        case 2 where Self.wide.contains(nextWide) && WidthRules.standard.width(ofDrawn: "\u{30000}") == 2:
            defer { nextWide += 1 }
            return nextWide
        default: return nil
        }
    }

    private static func replacement(_ cluster: Cluster) -> [wchar_t] {
        characters(String(ASCIIForm.of(cluster.text)) + String(repeating: " ", count: max(0, cluster.cells - 1)))
    }

    private static func characters(_ text: String) -> [wchar_t] {
        text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
    }

    /// The bytes of a frame, with the clusters in their places.
    func resolve(_ output: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(output.count)
        var position = 0
        while position < output.count {
            let byte = output[position]
            // Both ranges are characters of four bytes that begin with one of these.
            if byte == 0xF0 || byte == 0xF3, position + 3 < output.count {
                let scalar = (1...3).reduce(UInt32(byte & 0x07)) { $0 << 6 | UInt32(output[position + $1] & 0x3F) }
                if let cluster = clusters[scalar] {
                    result += cluster
                    position += 4
                    continue
                }
            }
            result.append(byte)
            position += 1
        }
        return result
    }
}
