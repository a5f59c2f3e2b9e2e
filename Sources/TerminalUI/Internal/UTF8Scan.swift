/// One character of UTF-8 that may be cut off (The Unicode Standard, table 3-7).
enum UTF8Scan {
    enum Result {
        case scalar(UInt32, length: Int)
        /// So many bytes can't be part of any character.
        case invalid(Int)
        /// The bytes are the beginning of a character.
        case cut
    }

    /// - Parameter bytes: Not empty.
    static func scan(_ bytes: ArraySlice<UInt8>) -> Result {
        guard let first = bytes.first else { return .cut }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0x00...0x7F: return .scalar(UInt32(first), length: 1)
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { second = 0xA0...0xBF }
            if first == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { second = 0x90...0xBF }
            if first == 0xF4 { second = 0x80...0x8F }
        default: return .invalid(1)
        }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            guard bytes.startIndex + offset < bytes.endIndex else { return .cut }
            let byte = bytes[bytes.startIndex + offset]
            guard (offset == 1 ? second : 0x80...0xBF).contains(byte) else { return .invalid(offset) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return .scalar(value, length: length)
    }
}
