/// A file name made of any text, the same for the same text, and no path whatever the text is.
///
/// Letters, digits, `-` and `_` stay legible, all else becomes `%XX` of its UTF-8. What is too long for a file system
/// ends in a hash of the whole.
func safeName(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var name = String.UnicodeScalarView()
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            name.append(Unicode.Scalar(byte))
        default: name.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }
    }
    // `%` alone is no escape, so no other text has this name.
    if name.isEmpty { return "%" }
    guard name.count > 160 else { return String(name) }
    let hash = [fnv1a(text.utf8), fnv1a(text.utf8.reversed())].map { String($0, radix: 36) }
    return String(name.prefix(100)) + "%" + hash.joined(separator: "%")
}

/// The text of which a safe name was made; nil where it holds no more than a hash of it.
func text(ofSafeName name: String) -> String? {
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let escaped = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 else { return nil }
        bytes.append(escaped)
        rest = rest.dropFirst(2)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // What is made of it again tells a hash from an escape.
    return safeName(text) == name ? text : nil
}

/// Fowler, Noll and Vo's hash, 64 bits: against accidents, not against an adversary.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
