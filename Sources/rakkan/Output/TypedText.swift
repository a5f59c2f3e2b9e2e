/// What a person typed or piped in, as it is sent: controls removed, newlines and tabs kept, line ends made one kind.
func typed(_ text: String) -> String {
    let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return String(
        String.UnicodeScalarView(
            unified.unicodeScalars.filter { $0 == "\n" || $0 == "\t" || !$0.isControlOrBidi }))
}
