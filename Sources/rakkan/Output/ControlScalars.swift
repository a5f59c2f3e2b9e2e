extension Unicode.Scalar {
    /// C0, C1, DEL and the controls that reorder text (U+202A-202E, U+2066-2069).
    var isControlOrBidi: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// A word of the command line as it may be shown in a terminal: without controls.
func shown(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.isControlOrBidi }))
}
