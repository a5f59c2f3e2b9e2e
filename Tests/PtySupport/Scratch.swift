import CPty
import Glibc

/// A folder of a test's own, removed with its last owner.
package final class Scratch {
    package let path: String

    package init() throws {
        var template = Array("/tmp/rakkan-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { cpty_remove_tree(path) }

    /// The path of something in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func makeFolder(_ name: String, mode: mode_t = 0o700) throws -> String {
        guard mkdir(file(name), mode) == 0 else { throw SystemError(call: "mkdir \(name)", code: errno) }
        return file(name)
    }

    @discardableResult
    package func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        let number = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard number >= 0 else { throw SystemError(call: "create \(name)", code: errno) }
        let descriptor = Descriptor(number)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = descriptor.write(rest)
            guard count > 0 else { throw SystemError(call: "write \(name)", code: errno) }
            rest = rest.dropFirst(count)
        }
        return file(name)
    }

    /// The bytes of a file in it; nil if there is none.
    package func read(_ name: String) -> [UInt8]? {
        let number = open(file(name), O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(number)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case .bytes(let count) = descriptor.read(into: &buffer) { bytes += buffer.prefix(count) }
        return bytes
    }
}
