import CUnistring

/// Splits clean text into clusters and gives each the form in which it is drawn (`docs/decisions/0001-cell-widths.md`).
enum ClusterShaper {
    static let tabStop = 4

    /// - Parameter clean: What ``Sanitizer`` made.
    static func shape(_ clean: [UInt8]) -> DisplayText {
        if clean.allSatisfy({ $0 < 128 && $0 != 9 }) { return DisplayText(utf8: clean[...], marks: nil) }
        var shaper = Builder(capacity: clean.count)
        clean.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            let end = base + bytes.count
            var position = base
            while position < end {
                // Nothing but a mark above ASCII can join a byte of ASCII that has ASCII behind it.
                if position.pointee < 128, position + 1 == end || position[1] < 128 {
                    shaper.append(ascii: position.pointee)
                    position += 1
                    continue
                }
                let next = u8_grapheme_next(position, end) ?? end
                shaper.append(cluster: UnsafeBufferPointer(start: position, count: next - position))
                position = next
            }
        }
        return shaper.finish()
    }

    private struct Builder {
        var utf8: [UInt8] = []
        var marks: [DisplayText.Mark] = []
        /// Since the last line break, for tabs.
        var column = 0
        var isASCII = true
        var form = ClusterForm()

        init(capacity: Int) {
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

        mutating func append(cluster: UnsafeBufferPointer<UInt8>) {
            form.shape(cluster)
            if form.isEmpty { return }
            let before = utf8.count
            form.write(to: &utf8)
            isASCII = isASCII && utf8.count == before + 1
            marks.append(DisplayText.Mark(length: UInt8(utf8.count - before), width: UInt8(form.width)))
            column += form.width
        }

        func finish() -> DisplayText {
            DisplayText(utf8: utf8[...], marks: isASCII ? nil : marks[...])
        }
    }
}
