/// The parts of a text as they are sent: a title where there is one, and the text, without the blanks around each.
struct ComposedText {
    /// A part of the buffer.
    struct Part {
        let bytes: ArraySlice<UInt8>
        /// In Unicode scalars.
        let count: Int

        init(_ bytes: ArraySlice<UInt8>, count: Int) {
            let (rest, before) = bytes.droppingBlanksBefore()
            let (inner, behind) = rest.droppingBlanksBehind()
            self.bytes = inner
            self.count = count - before - behind
        }

        var string: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Empty where there is none.
    let title: Part
    let text: Part

    /// - Complexity: O(length of the title and of the blanks at the ends).
    init(_ buffer: TextBuffer, hasTitle: Bool) {
        let whole = Part(buffer.utf8[...], count: buffer.scalarCount)
        guard hasTitle else {
            title = Part([], count: 0)
            text = whole
            return
        }
        let line = whole.bytes.prefix { $0 != 10 }
        let count = line.scalarCount
        title = Part(line, count: count)
        text = Part(whole.bytes.dropFirst(line.count), count: whole.count - count)
    }

    var isEmpty: Bool { title.bytes.isEmpty && text.bytes.isEmpty }
    var strings: (title: String, text: String) { (title.string, text.string) }
}

extension ArraySlice<UInt8> {
    fileprivate func droppingBlanksBefore() -> (rest: ArraySlice, scalars: Int) {
        var rest = self
        var scalars = 0
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard rest.prefix(length).isBlank else { break }
            rest.removeFirst(length)
            scalars += 1
        }
        return (rest, scalars)
    }

    fileprivate func droppingBlanksBehind() -> (rest: ArraySlice, scalars: Int) {
        var rest = self
        var scalars = 0
        while !rest.isEmpty {
            var length = 1
            while length < rest.count, rest[rest.endIndex - length] & 0xC0 == 0x80 { length += 1 }
            guard rest.suffix(length).isBlank else { break }
            rest.removeLast(length)
            scalars += 1
        }
        return (rest, scalars)
    }

    /// Whether the one scalar in it is a blank or a line break.
    private var isBlank: Bool {
        if count == 1 { return first == 32 || first == 10 }
        return String(decoding: self, as: UTF8.self).unicodeScalars.first?.properties.isWhitespace ?? false
    }
}
