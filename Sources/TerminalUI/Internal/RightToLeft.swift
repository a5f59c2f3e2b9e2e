/// Text that is read from right to left, in a row of cells that is filled from left to right.
enum RightToLeft {
    /// LEFT-TO-RIGHT MARK: no cells, and as strong as a Latin letter to the bidirectional algorithm (UAX 9).
    private static let mark: Unicode.Scalar = "\u{200E}"

    /// Whether a terminal with the algorithm would reorder around this cluster: letters of Hebrew, Arabic and their
    /// neighbours, and Arabic digits.
    static func contains(_ cluster: Cluster) -> Bool {
        guard cluster.text.utf8.count > 1, let first = cluster.text.unicodeScalars.first else { return false }
        switch first.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
        default: return false
        }
    }

    /// A cell holds a character and four marks: the last gives way.
    static func closed(_ text: String) -> String {
        var scalars = text.unicodeScalars
        if scalars.last == mark { return text }
        if scalars.count >= ClusterForm.maximumScalars { scalars.removeLast() }
        scalars.append(mark)
        return String(scalars)
    }
}
