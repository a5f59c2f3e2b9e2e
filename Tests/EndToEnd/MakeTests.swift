import FoundationEssentials
import PtySupport
import Testing

/// The two commands, a second time: neither apt nor the compiler is asked when nothing changed.
///
/// Only under make: it has just built everything, so that this is its second run.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["RAKKAN_BINARY"] != nil, "make test runs this"))
struct MakeTests {
    /// Where the first run has put the homeserver.
    private static var cache: String {
        let environment = ProcessInfo.processInfo.environment
        if let cache = environment["RAKKAN_CACHE"] { return cache }
        return (environment["XDG_CACHE_HOME"] ?? environment["HOME", default: ""] + "/.cache") + "/rakkan"
    }

    private let scratch: Scratch
    private let traps: String

    init() throws {
        scratch = try Scratch()
        traps = try scratch.makeFolder("traps")
        for tool in ["apt-get", "apt", "sudo", "swift", "swiftc", "clang", "cc"] {
            try scratch.write(
                "traps/\(tool)", "#!/bin/sh\necho \(tool) \"$@\" >>'\(scratch.file("sprung"))'\nexit 1\n", mode: 0o700)
        }
    }

    @Test(arguments: [["run", "ARGS=--version"], ["build"], ["ready"]])
    func callsNeitherAptNorTheCompiler(target: [String]) throws {
        let make = Program(
            "/usr/bin/make", ["-C", World.root] + target,
            environment: ["PATH": "\(traps):/usr/bin:/bin", "HOME": scratch.path, "RAKKAN_CACHE": Self.cache])
        let result = try Command.run(make)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let sprung = scratch.read("sprung").map { String(decoding: $0, as: UTF8.self) }
        #expect(sprung == nil)
    }

    @Test func helpListsEveryTarget() throws {
        let make = Program("/usr/bin/make", ["-C", World.root, "help"], environment: ["PATH": "/usr/bin:/bin"])
        let help = try Command.run(make).output
        for target in ["run", "build", "test", "check", "bench", "sanitize", "lint"] {
            #expect(help.contains("make \(target) "))
        }
    }
}
