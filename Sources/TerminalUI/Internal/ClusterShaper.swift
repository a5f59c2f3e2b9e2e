import CUnistring

/// Splits clean text into clusters and gives each the form in which it is drawn (`docs/decisions/0001-cell-widths.md`).
enum ClusterShaper {
    static let tabStop = 4

    /// - Parameter clean: What ``Sanitizer`` made.
    static func shape(_ clean: [UInt8], rules: WidthRules = .standard) -> DisplayText {
        if clean.allSatisfy({ $0 < 128 && $0 != 9 }) { return DisplayText(utf8: clean[...], marks: nil) }
        // One call for the whole text: `u8_grapheme_next` compares neighbours only, and takes flags and families apart.
        var starts = [CChar](repeating: 0, count: clean.count)
        u8_grapheme_breaks(clean, clean.count, &starts)
        var builder = Builder(capacity: clean.count, rules: rules)
        var position = 0
        while position < clean.count {
            var end = position + 1
            while end < clean.count, starts[end] == 0 { end += 1 }
            if end == position + 1, clean[position] < 128 {
                builder.append(ascii: clean[position])
            } else {
                builder.append(cluster: clean[position..<end])
            }
            position = end
        }
        return builder.finish()
    }

    private struct Builder {
        var utf8: [UInt8] = []
        var marks: [DisplayText.Mark] = []
        /// Since the last line break, for tabs.
        var column = 0
        var isASCII = true
        var form: ClusterForm

        init(capacity: Int, rules: WidthRules) {
            form = ClusterForm(rules: rules)
            utf8.reserveCapacity(capacity)
            marks.reserveCapacity(capacity)
        }

        mutating func append(ascii byte: UInt8) {
            let blanks = byte == 9 ? tabStop - column % tabStop : 1
            for _ in 0..<blanks {
                utf8.append(byte == 9 ? 32 : byte)
                marks.append(DisplayText.Mark(length: 1, width: 1))
            }
            column = byte == 10 ? 0 : column + blanks
        }

        mutating func append(cluster: ArraySlice<UInt8>) {
            if let cells = ClusterForm.plainWidth(cluster, rules: form.rules) {
                utf8 += cluster
                marks.append(DisplayText.Mark(length: UInt8(cluster.count), width: cells))
                isASCII = false
                column += Int(cells)
                return
            }
            form.shape(cluster)
            if form.isEmpty { return }
            let before = utf8.count
            form.write(to: &utf8)
            isASCII = isASCII && utf8.count == before + 1
            marks.append(DisplayText.Mark(length: UInt8(utf8.count - before), width: UInt8(form.width)))
            column += form.width
        }

        consuming func finish() -> DisplayText {
            DisplayText(utf8: utf8[...], marks: isASCII ? nil : marks[...])
        }
    }
}
