import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// `rakkan doctor` on a terminal that answers, on one that does not, and in tmux; and the client that draws by what it
/// found.
@Suite(.needsTheBinary) struct DoctorTests {
    private let world: World
    private let aki: Person

    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    /// The shell reads a line when the doctor is done: what leaked into the input stands in it.
    private func shell(
        _ words: String, relay: @escaping ([UInt8]) -> [UInt8] = { $0 }, environment: [String: String] = [:],
        term: String? = "xterm-256color"
    ) throws -> TerminalSession {
        var program = aki.program([], environment: environment)
        program.path = "/bin/sh"
        let command = ([World.binary, "doctor"] + aki.common).map { "'\($0)'" }.joined(separator: " ")
        program.arguments = ["-c", "\(command) \(words); echo \"status $?\"; read line; echo \"read [$line]\""]
        let session = try TerminalSession(program, size: TerminalSize(100, 50), term: term)
        session.relay = relay
        return session
    }

    private func expectNothingLeaked(_ session: TerminalSession) throws {
        session.readUntilQuiet(milliseconds: 100)
        session.send("x\r")
        try session.waitFor("read [x]")
        _ = try session.waitForExit()
        #expect(try session.settings == session.settingsBefore)
    }

    private func saved() throws -> [String: [String: Bool]] {
        struct Stored: Decodable {
            var terminals: [String: [String: Bool]]
        }
        let data = try Data(contentsOf: URL(filePath: aki.state + "/terminals.json"))
        return try JSONDecoder().decode(Stored.self, from: data).terminals
    }

    @Test func itSaysWhatTheTerminalDrawsAndSavesIt() throws {
        let session = try shell("")
        try session.waitFor("status 0")
        try session.waitFor("terminal    xterm-256color, known here")
        try session.waitFor("size        100 × 50")
        try session.waitFor("a family                    8")
        try session.waitFor("a flag                      2")
        try session.waitFor("1 account")
        try expectNothingLeaked(session)
        let rules = try #require(try saved()["xterm-256color"])
        #expect(rules["joinsEmoji"] == false && rules["pairsFlags"] == true)
    }

    @Test func answersThatComeTwiceChangeNothing() throws {
        let session = try shell("", relay: { $0 + $0 })
        try session.waitFor("status 0")
        try session.waitFor("a family                    8")
        try expectNothingLeaked(session)
    }

    @Test func aTerminalThatFallsSilentIsNotMeasuredAndTheEarlierMeasurementStays() throws {
        let rules = #"{"version":1,"terminals":{"xterm-256color":{"joinsEmoji":true}}}"#
        let file = URL(filePath: aki.state + "/terminals.json")
        try FileManager.default.createDirectory(atPath: aki.state, withIntermediateDirectories: true)
        try Data(rules.utf8).write(to: file)
        var answers = 0
        let session = try shell(
            "",
            relay: { bytes in
                answers += bytes.isEmpty ? 0 : 1
                return answers <= 5 ? bytes : []
            })
        try session.waitFor("status 1")
        try session.waitFor("answered 5 of 18 questions")
        try session.waitFor("before still counts")
        #expect(!session.screen.contains("The client draws whole"))
        try expectNothingLeaked(session)
        #expect(try Data(contentsOf: file) == Data(rules.utf8))
    }

    @Test func aSignalLeavesTheTerminalAsItWas() throws {
        let session = try TerminalSession(aki.program(["doctor"] + aki.common))
        session.relay = { _ in [] }
        try session.waitUntil("a sample is on the screen") { $0.contains("あ") }
        session.press(.ctrl("c"))
        #expect(try session.waitForExit() == .killed(signal: SIGINT))
        #expect(try session.settings == session.settingsBefore)
        #expect(!session.screen.contains("あ"))
    }

    @Test func withoutATerminalTheRestIsSaidAllTheSame() throws {
        let result = try aki.run("doctor")
        #expect(result.status == 0)
        #expect(result.errors == "rakkan: the terminal's part is left out: there is none here\n")
        #expect(result.output.hasPrefix("board ") && result.output.contains("1 account"))
        #expect(!result.output.contains("terminal"))
        let json = try aki.run("doctor", "--json")
        #expect(json.output.contains(#""terminal": null"#) && json.output.contains(#""board": {"#), "\(json.output)")
    }

    /// As on any machine that one works on from afar: a shell by ssh, and rakkan typed into it.
    @Test(.needsSSH) func throughSSHTheAnswersAreWaitedForAndStayOutOfTheInput() throws {
        let host = try ShellHost(in: world.scratch)
        let command = ([World.binary, "doctor"] + aki.common).map { "'\($0)'" }.joined(separator: " ")
        let words = "LANG=C.UTF-8 HOME='\(aki.home)' \(command); echo \"status $?\"; read line; echo \"read [$line]\""
        let session = try TerminalSession(host.ssh(words), size: TerminalSize(100, 50))
        try session.waitFor("status 0")
        try session.waitFor("over SSH")
        try session.waitFor("a flag                      2")
        session.readUntilQuiet(milliseconds: 100)
        session.send("x\r")
        try session.waitFor("read [x]")
        #expect(try session.waitForExit() == .exited(0))
        #expect(try !saved().isEmpty)
    }

    @Test func aServerThatIsNotThereIsSaid() throws {
        var program = aki.program(["--server", "http://127.0.0.1:9", "doctor", "--state-dir", aki.state])
        program.path = World.binary
        let session = try TerminalSession(program, size: TerminalSize(100, 50))
        try session.waitFor("server      http://127.0.0.1:9")
        #expect(try session.waitForExit() == .exited(1))
    }

    @Test func jsonIsForPrograms() throws {
        let session = try shell("--json >'\(world.scratch.file("doctor.json"))'")
        try session.waitFor("status 0")
        struct Report: Decodable {
            struct Terminal: Decodable {
                var type: String
                var colors, columns: Int
            }
            struct Widths: Decodable {
                struct Sample: Decodable {
                    var name: String
                    var cells: Int?
                }
                var samples: [Sample]
                var rules: [String: Bool]
            }
            var terminal: Terminal
            var widths: Widths
            var saved: String?
        }
        let bytes = try #require(world.scratch.read("doctor.json"))
        let report = try JSONDecoder().decode(Report.self, from: Data(bytes))
        #expect(report.terminal.type == "xterm-256color" && report.terminal.columns == 100)
        #expect(report.widths.samples.first { $0.name == "a flag" }?.cells == 2)
        #expect(report.saved == aki.state + "/terminals.json")
    }

    @Test func aTerminalThatCannotPlaceItsCursorIsNotAsked() throws {
        let session = try shell("", term: "dumb")
        try session.waitFor("status 0")
        try session.waitFor("not measured")
        try expectNothingLeaked(session)
    }

    @Test(.enabled(if: access("/usr/bin/tmux", X_OK) == 0, "there is no tmux")) func insideOfTmuxItAsksTmux() throws {
        let command = ([World.binary, "doctor"] + aki.common).map { "'\($0)'" }.joined(separator: " ")
        var program = aki.program([], environment: ["TMUX_TMPDIR": world.scratch.path])
        program.path = "/usr/bin/tmux"
        program.arguments = [
            "-f", "/dev/null", "new-session",
            "\(command); echo \"status $?\"; read line; echo \"read [$line]\"; read line",
        ]
        let session = try TerminalSession(program, size: TerminalSize(100, 50))
        try session.waitFor("status 0")
        try session.waitFor("tmux")
        try session.waitFor("a flag                      2")
        session.send("x\r")
        try session.waitFor("read [x]")
        session.send("\r")
        _ = try session.waitForExit()
        #expect(try saved().keys.contains { $0.contains("tmux") })
    }

    /// libvterm does not join: only the bytes can tell.
    @Test func theClientDrawsWholeWhatWasMeasuredToBeDrawnWhole() throws {
        let family = "👨‍👩‍👧‍👦"
        let post = try aki.post(Words.title)
        _ = try aki.run("comment", post, "we are \(family) four")
        let plain = try aki.open("--post", post)
        try plain.waitFor("we are 👨 four")
        try plain.quit()

        let rules = #"{"version":1,"terminals":{"xterm-256color":{"joinsEmoji":true}}}"#
        try Data(rules.utf8).write(to: URL(filePath: aki.state + "/terminals.json"))
        let session = try aki.open("--post", post)
        try session.waitFor("four")
        #expect(String(decoding: session.recording, as: UTF8.self).contains("we are \(family) four"))
        try session.quit()
    }

    @Test func answersThatComeLateAreNotTyped() throws {
        let post = try aki.post(Words.title)
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.send("a\u{1B}[12;40R\u{1B}[1;2R")
        session.send("\u{1B}[?62;22c\u{1B}]11;rgb:0000/00")
        session.readUntilQuiet(milliseconds: 50)
        session.send("00/0000\u{1B}\\\u{1B}[0nb\u{1B}[7;")
        // Longer than a sequence is waited for.
        session.readUntilQuiet(milliseconds: 700)
        session.send("33Rc")
        try session.waitUntil("only the letters are there") { screen in
            screen.contains("abc") && !screen.contains("33R") && !screen.contains("rgb")
        }
        try session.quit()
    }
}
