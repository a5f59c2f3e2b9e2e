extension String {
    /// What a person typed or piped in, as it is sent: whole, but for controls and escape sequences; line ends are of one
    /// kind. The same that becomes of a paste.
    package var withoutControls: String {
        String(decoding: Sanitizer.clean(self, keepsDirections: true), as: UTF8.self)
    }
}

/// Takes everything out of a string that a terminal would obey instead of showing it.
///
/// What goes: C0, DEL and C1 controls; whole escape sequences, those with C1 introducers too (ECMA-48, 5th edition,
/// 5.4 and 8.3; a string that nobody ends ends with its line); bidi embeddings, overrides and isolates. What stays: all
/// text, LF (CR, CRLF, NEL, U+2028 and U+2029 become one) and HT, which ``ClusterShaper`` expands.
enum Sanitizer {
    private enum State {
        case text
        /// Behind a CR: an LF belongs to it.
        case carriageReturn
        /// Behind ESC.
        case escape
        /// Behind ESC and an intermediate byte (0x20-0x2F): waits for the final byte.
        case intermediate
        /// Inside of a control sequence, which its final byte ends.
        case control
        /// Inside of OSC, DCS, SOS, PM or APC, which BEL or ST ends.
        case string
        /// Behind an ESC inside of a string: the first half of ST, or the start of something else.
        case stringEscape
    }

    /// - Returns: UTF-8 whose only controls are LF and HT.
    /// - Parameter keepsDirections: Leaves the bidi controls: for what is stored, not drawn.
    static func clean(_ raw: String, limit: Int = .max, keepsDirections: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        var raw = raw
        let isPlain = raw.withUTF8 { bytes in
            let bytes = bytes.prefix(limit == .max ? bytes.count : max(0, limit))
            guard bytes.allSatisfy({ $0 >= 32 && $0 < 127 || $0 == 10 || $0 == 9 }) else { return false }
            output = Array(bytes)
            return true
        }
        if isPlain { return output }
        output.reserveCapacity(min(raw.utf8.count, limit))
        var state = State.text
        for scalar in raw.unicodeScalars {
            if !keepsDirections, isDirection(scalar) { continue }
            take(scalar, &state, &output)
            if output.count >= limit { break }
        }
        return output
    }

    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func take(_ scalar: Unicode.Scalar, _ state: inout State, _ output: inout [UInt8]) {
        switch state {
        case .text:
            takeText(scalar, &state, &output)
        case .carriageReturn:
            state = .text
            if scalar.value != 0x0A { takeText(scalar, &state, &output) }
        case .escape:
            switch scalar.value {
            case 0x5B: state = .control
            case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string
            case 0x20...0x2F: state = .intermediate
            case 0x30...0x7E: state = .text
            default: leave(scalar, &state, &output)
            }
        case .intermediate:
            switch scalar.value {
            case 0x20...0x2F: break
            case 0x30...0x7E: state = .text
            default: leave(scalar, &state, &output)
            }
        case .control:
            switch scalar.value {
            case 0x20...0x3F: break
            case 0x40...0x7E: state = .text
            default: leave(scalar, &state, &output)
            }
        case .string:
            switch scalar.value {
            case 0x07, 0x18, 0x1A, 0x9C: state = .text
            case 0x1B: state = .stringEscape
            case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: leave(scalar, &state, &output)
            default: break
            }
        case .stringEscape:
            if scalar.value == 0x5C {
                state = .text
            } else {
                state = .escape
                take(scalar, &state, &output)
            }
        }
    }

    /// The sequence is broken by a character that can't be part of it: what follows is text again.
    private static func leave(_ scalar: Unicode.Scalar, _ state: inout State, _ output: inout [UInt8]) {
        state = .text
        takeText(scalar, &state, &output)
    }

    private static func takeText(_ scalar: Unicode.Scalar, _ state: inout State, _ output: inout [UInt8]) {
        switch scalar.value {
        case 0x0A, 0x85, 0x2028, 0x2029:
            output.append(0x0A)
        case 0x0D:
            output.append(0x0A)
            state = .carriageReturn
        case 0x09:
            output.append(0x09)
        case 0x1B: state = .escape
        case 0x9B: state = .control
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
        case 0x00...0x1F, 0x7F...0x9F: break
        default: output.append(scalar)
        }
    }
}
