import CUnistring

extension Canvas {
    /// The same screen for a terminal that shows ASCII only: every cluster that is not becomes as many ASCII characters as
    /// it had cells, its base letter where it has one, else `?`.
    package func inASCII() -> Canvas {
        var result = self
        result.replaceClusters { cluster in ASCIIForm.of(cluster) }
        return result
    }
}

package enum ASCIIForm {
    /// - Returns: One character for the cluster's first cell; the cells behind it take a `?` or a blank.
    package static func of(_ cluster: String) -> Character {
        guard let scalar = cluster.unicodeScalars.first else { return "?" }
        switch scalar.value {
        case 0x20..<0x7F: return Character(scalar)
        case 0xA0, 0x2000...0x200A, 0x3000: return " "
        case 0x2018...0x201B: return "'"
        case 0x201C...0x201F: return "\""
        case 0x2010...0x2015, 0x2500, 0x2501: return "-"
        case 0x2502, 0x2503: return "|"
        case 0x2026, 0xB7: return "."
        case 0x2022: return "*"
        case 0xFF01...0xFF5E: return Character(UnicodeScalar(UInt8(scalar.value - 0xFEE0)))
        default: return base(of: scalar)
        }
    }

    /// The letter below the accents of a letter.
    private static func base(of scalar: Unicode.Scalar) -> Character {
        var code = scalar.value
        var parts = [ucs4_t](repeating: 0, count: Int(UC_DECOMPOSITION_MAX_LENGTH))
        // A decomposition's first part may have one itself; none is deeper than three.
        for _ in 0..<3 where uc_canonical_decomposition(code, &parts) > 0 { code = parts[0] }
        guard code < 0x7F, let base = Unicode.Scalar(code) else { return "?" }
        return Character(base)
    }
}
