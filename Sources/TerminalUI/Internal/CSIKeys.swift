/// The keys that control sequences stand for.
enum CSIKeys {
    static func key(final: UInt8, parameterBytes: ArraySlice<UInt8>) -> Key? {
        if parameterBytes.first == 0x3C {
            return numbers(parameterBytes.dropFirst()).flatMap { mouse($0, isRelease: final == 0x6D, final: final) }
        }
        // With numbers it may be the report of a cursor in the first row (`CSI 1 ; 5 R`), which xterm also sends for F3
        // with a modifier. An answer must not become a key; that key is lost.
        if final == 0x52, !parameterBytes.isEmpty { return nil }
        return numbers(parameterBytes).flatMap { key(final: final, parameters: $0) }
    }

    /// - Parameter parameters: The second, if there is one, is 1 more than the bits of Shift 1, Alt 2, Control 4.
    static func key(final: UInt8, parameters: [Int]) -> Key? {
        let modifiers = parameters.count > 1 ? max(0, parameters[1] - 1) : 0
        let isWordwise = modifiers & 6 != 0
        switch final {
        case 0x41: return .up
        case 0x42: return .down
        case 0x43: return isWordwise ? .controlRight : .right
        case 0x44: return isWordwise ? .controlLeft : .left
        case 0x46: return .end
        case 0x48: return .home
        case 0x5A: return .backTab
        case 0x50...0x53: return parameters.first ?? 1 == 1 ? .function(Int(final) - 0x4F) : nil
        // rxvt's arrows with Control.
        case 0x63: return .controlRight
        case 0x64: return .controlLeft
        case 0x75: return parameters.first.flatMap { typed($0, modifiers) }
        case 0x7E: return numbered(parameters, modifiers)
        default: return nil
        }
    }

    /// What stands behind SS3: the keypad in its application mode, and arrows.
    static func applicationKey(_ final: UInt8) -> Key? {
        switch final {
        case 0x41...0x44, 0x46, 0x48, 0x50...0x53: return key(final: final, parameters: [])
        case 0x61: return .up
        case 0x62: return .down
        case 0x63: return .controlRight
        case 0x64: return .controlLeft
        case 0x4D: return .enter
        case 0x6A...0x79: return .text(String(UnicodeScalar(final - 0x40)))
        default: return nil
        }
    }

    private static func numbered(_ parameters: [Int], _ modifiers: Int) -> Key? {
        switch parameters.first {
        case 1, 7: return .home
        case 2: return .insert
        case 3: return .delete
        case 4, 8: return .end
        case 5: return .pageUp
        case 6: return .pageDown
        case .some(let number) where (11...15).contains(number): return .function(number - 10)
        case .some(let number) where (17...21).contains(number): return .function(number - 11)
        case .some(let number) where (23...24).contains(number): return .function(number - 12)
        // xterm's modifyOtherKeys: 27 ; modifiers ; code.
        case 27 where parameters.count == 3: return typed(parameters[2], modifiers)
        default: return nil
        }
    }

    /// A key that has a plain byte, sent as a number because of its modifiers.
    private static func typed(_ code: Int, _ modifiers: Int) -> Key? {
        switch code {
        case 9: return modifiers & 1 != 0 ? .backTab : .tab
        // With any modifier it is the other Enter: a new line.
        case 13: return modifiers == 0 ? .enter : .altEnter
        case 27: return .escape
        case 127: return modifiers & 2 != 0 ? .altBackspace : .backspace
        default: return nil
        }
    }

    /// SGR mouse reports: button ; column ; row, counted from 1.
    private static func mouse(_ numbers: [Int], isRelease: Bool, final: UInt8) -> Key? {
        guard numbers.count == 3, final == 0x4D || final == 0x6D else { return nil }
        let point = Point(column: max(0, numbers[1] - 1), row: max(0, numbers[2] - 1))
        // Bits 2 to 4 are Shift, Alt and Control.
        switch numbers[0] & ~0b1_1100 {
        case 0: return .mouse(MouseEvent(action: isRelease ? .release : .press, point: point))
        case 64: return .mouse(MouseEvent(action: .wheelUp, point: point))
        case 65: return .mouse(MouseEvent(action: .wheelDown, point: point))
        default: return nil
        }
    }

    /// Numbers parted by semicolons; an empty one is 1, and what stands behind a colon is not for us. Nil if there is
    /// anything else: a private marker or an intermediate byte makes another sequence of it.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        var result: [Int] = []
        for field in bytes.split(separator: 0x3B, omittingEmptySubsequences: false) {
            var number: Int?
            for byte in field.prefix(while: { $0 != 0x3A }) {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = min(99_999, (number ?? 0) * 10 + Int(byte - 0x30))
            }
            result.append(number ?? 1)
        }
        return result
    }
}
