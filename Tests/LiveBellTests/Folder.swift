import Glibc
import LiveBell
import TestSupport

/// A place for bells.
struct Folder {
    private let root: TemporaryFolder
    let path: String
    var live: String { path + "/live" }

    /// - Parameter depth: How many directories with long names lie above it.
    init(depth: Int = 0) throws {
        root = try TemporaryFolder()
        var path = root.path
        for _ in 0..<depth {
            path += "/" + String(repeating: "long", count: 5)
            guard mkdir(path, 0o700) == 0 else { throw TemporaryFolder.Refused(number: errno) }
        }
        self.path = path
    }

    func bell() throws -> LiveBell { try LiveBell(in: live) }

    /// What stands in the directory of the sockets.
    var names: Set<String> { root.names(in: "live") }

    /// What a killed process leaves: a name whose socket is closed.
    func leaveSocketBehind(_ name: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(live)/\(name)".utf8) }
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw TemporaryFolder.Refused(number: errno) }
    }
}
