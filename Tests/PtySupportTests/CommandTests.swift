import Glibc
import PtySupport
import Testing

struct CommandTests {
    @Test func tellsOutputErrorsAndStatusApart() throws {
        let result = try Command.run(shell("echo out; echo wrong >&2; exit 3"))
        #expect(result == Command.Result(ending: .exited(3), output: "out\n", errors: "wrong\n"))
    }

    @Test func passesInputThrough() throws {
        let text = String(repeating: "all of it\n", count: 50_000)
        #expect(try Command.run(Program("/bin/cat"), input: text).output == text)
    }

    @Test func aProgramThatDoesNotReadItsInputIsNoFailure() throws {
        let text = String(repeating: "unread\n", count: 100_000)
        #expect(try Command.run(shell("exit 0"), input: text).status == 0)
    }

    @Test func inheritsNothing() throws {
        let result = try Command.run(
            Program("/usr/bin/env", environment: ["ONLY": "this"], directory: "/"))
        #expect(result.output == "ONLY=this\n")
        #expect(try Command.run(shell("ls /proc/self/fd | wc -l")).output == "4\n")
        #expect(try Command.run(shell("tty")).output == "not a tty\n")
    }

    @Test func aSignalIsNoExitStatus() throws {
        #expect(try Command.run(shell("kill -ABRT $$")).ending == .killed(signal: SIGABRT))
    }

    @Test func aMissingProgramIsAnError() {
        #expect(throws: SystemError.self) { try Command.run(Program("/no/such/program")) }
    }

    @Test func aScratchFolderGoesWithItsOwner() throws {
        var scratch: Scratch? = try Scratch()
        let path = try #require(scratch?.path)
        try scratch?.write("file", "text")
        #expect(try scratch?.makeFolder("folder") == "\(path)/folder")
        #expect(scratch?.read("file") == Array("text".utf8))
        scratch = nil
        #expect(access(path, F_OK) == -1)
    }
}

private func shell(_ script: String) -> Program {
    Program("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
}
