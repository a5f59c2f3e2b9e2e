import CPty

/// What is started, and with what around it. Nothing is inherited.
package struct Program {
    package var path: String
    package var arguments: [String]
    package var environment: [String: String]
    package var directory: String?

    package init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
    }

    /// Lends the program in C's form for the time of one call.
    func withCProgram<T>(_ body: (UnsafePointer<cpty_program>) throws -> T) rethrows -> T {
        try Program.withCStrings([path] + arguments) { arguments in
            let lines = environment.map { "\($0.key)=\($0.value)" }.sorted()
            return try Program.withCStrings(lines) { environment in
                try path.withCString { path in
                    try Program.withOptionalCString(directory) { directory in
                        var program = cpty_program(
                            path: path, arguments: arguments, environment: environment, directory: directory)
                        return try withUnsafePointer(to: &program, body)
                    }
                }
            }
        }
    }

    private static func withCStrings<T>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> T
    ) rethrows -> T {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for string in strings {
            starts.append(bytes.count)
            bytes.append(contentsOf: string.utf8CString)
        }
        return try bytes.withUnsafeMutableBufferPointer { bytes in
            let pointers = starts.map { bytes.baseAddress?.advanced(by: $0) } + [nil]
            return try pointers.withUnsafeBufferPointer { pointers in
                guard let base = pointers.baseAddress else { preconditionFailure("it holds at least the end") }
                return try body(base)
            }
        }
    }

    private static func withOptionalCString<T>(
        _ string: String?, _ body: (UnsafePointer<CChar>?) throws -> T
    ) rethrows -> T {
        guard let string else { return try body(nil) }
        return try string.withCString { try body($0) }
    }
}
