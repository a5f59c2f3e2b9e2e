extension [UInt8] {
    /// Appends a character's UTF-8. The standard library's view takes four times as long, and this is done for every
    /// character of every text that is drawn.
    mutating func append(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift & 0x3F | 0x80) }
        switch value {
        case ..<0x80:
            append(UInt8(truncatingIfNeeded: value))
        case ..<0x800:
            append(UInt8(truncatingIfNeeded: value >> 6 | 0xC0))
            append(tail(0))
        case ..<0x10000:
            append(UInt8(truncatingIfNeeded: value >> 12 | 0xE0))
            append(tail(6))
            append(tail(0))
        default:
            append(UInt8(truncatingIfNeeded: value >> 18 | 0xF0))
            append(tail(12))
            append(tail(6))
            append(tail(0))
        }
    }
}
