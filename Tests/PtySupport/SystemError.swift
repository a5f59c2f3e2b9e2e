import Glibc

/// A call that the system refused.
package struct SystemError: Error, CustomStringConvertible {
    package let call: String
    package let code: Int32

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Passes on what a call of `CPty` gave, or throws what it said by a negative number.
func checked(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw SystemError(call: call, code: -result) }
    return result
}
