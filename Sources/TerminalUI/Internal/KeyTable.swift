/// The byte sequences of a terminal's keys.
struct KeyTable: Sendable {
    private var keys: [[UInt8]: Key] = [:]
    private var longest = 0

    init(_ sequences: [(bytes: [UInt8], key: Key)]) {
        // One byte is a character or a control, whatever an entry says; Backspace alone may be either of two.
        for (bytes, key) in sequences where bytes.count > 1 && bytes.first == 0x1B {
            keys[bytes] = key
            longest = max(longest, bytes.count)
        }
    }

    /// The key whose sequence `bytes` begin with, the longest if there are several.
    func match(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        var length = min(longest, bytes.count)
        while length > 1 {
            if let key = keys[Array(bytes.prefix(length))] { return (key, length) }
            length -= 1
        }
        return nil
    }
}
