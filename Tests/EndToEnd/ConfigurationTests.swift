import FoundationEssentials
import PtySupport
import Testing

/// `config.json`, from the file to the screen.
@Suite(.needsTheBinary) struct ConfigurationTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    @Test func looksKeysAndPlacesAreTakenFromIt() throws {
        let post = try aki.post("Sunday at the lake")
        try aki.configure(
            """
            { "board": "\(aki.board)", "theme": "embers", "keys": { "comment": ["F5", "w"] },
              "themes": { "embers": { "title": { "fg": 203, "underline": true } } } }
            """)
        let session = try TerminalSession(aki.program(["--state-dir", aki.state, "--post", post]), size: .wide)
        try session.waitFor("F5 comments")
        try session.waitFor("│   Sunday")
        let row = try #require(session.screen.rowIndex(of: "│   Sunday"))
        let cell = session.screen.cell(row: row, column: 40)
        #expect(cell.color == 203)
        #expect(cell.isUnderlined)
        session.send("w")
        try session.waitFor(Words.composer)
        try session.quit()
    }

    @Test func aBrokenOneIsSaidAndStaysAsItIs() throws {
        let text = "{ \"mouse\": true,\n  \"thme\": \"default\",\n  \"ascii\": 1 }"
        let file = try aki.configure(text)
        for arguments in [[], ["posts"], ["demo"], ["keys"]] as [[String]] {
            let result = try Command.run(aki.program(arguments))
            #expect(result.status == 2)
            #expect(
                result.errors == "rakkan: \(file), line 2: unknown setting “thme”; did you mean theme? "
                    + "(and 1 more: rakkan config check)\n")
        }
        for arguments in [["--help"], ["--version"], ["completions", "bash"]] {
            #expect(try Command.run(aki.program(arguments)).status == 0)
        }
        let check = try Command.run(aki.program(["config", "check"]))
        #expect(check.status == 2)
        #expect(check.errors.split(separator: "\n").count == 2)
        #expect(world.scratch.read("home of aki/.config/rakkan/config.json") == Array(text.utf8))
    }

    @Test func controlsInItAreNotShown() throws {
        try aki.configure("{ \"\u{9B}31m\\u001b[2J\": 1 }")
        let check = try Command.run(aki.program(["config", "check"]))
        #expect(check.status == 2)
        #expect(!check.errors.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }

    @Test func showSaysWhereEachValueComesFrom() throws {
        struct Row: Decodable, Equatable { let name, origin: String }
        try aki.configure("{ \"ascii\": true, \"colors\": \"never\" }")
        let result = try Command.run(aki.program(["config", "show", "--json", "--color", "always"]))
        let rows = try JSONDecoder().decode([Row].self, from: Data(result.output.utf8))
        #expect(rows.contains(Row(name: "ascii", origin: "file")))
        #expect(rows.contains(Row(name: "colors", origin: "option")))
        #expect(rows.contains(Row(name: "theme", origin: "default")))
        let text = try Command.run(aki.program(["config", "show", "--color", "always"])).output
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("colors \"always\" (option)"))
        #expect(lines.contains("ascii true (file)"))
        #expect(lines.contains("mouse false"))
    }

    @Test func keysInConflictAreSaidAndTheUsualOnesStay() throws {
        let post = try aki.post("Sunday at the lake")
        try aki.configure("{ \"keys\": { \"favourite\": [\"c\"] } }")
        let check = try Command.run(aki.program(["config", "check"]))
        #expect(check.status == 2)
        #expect(check.errors.contains("favourite and comment"))
        let session = try aki.openPost(post)
        try session.waitFor("c would be both favourite and comment")
        try session.openComposer(with: "c")
        try session.quit()
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false),
            (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
        ] as [([String: String], Bool)])
    func coloursAreThereOrNot(environment: [String: String], hasColors: Bool) throws {
        let post = try aki.post("Sunday at the lake")
        let session = try aki.open("--post", post, environment: environment)
        try session.waitFor("│▸")
        #expect((session.screen.pointerColor != nil) == hasColors)
        try session.quit()
        let always = try aki.open("--post", post, "--color", hasColors ? "never" : "always", environment: environment)
        try always.waitFor("│▸")
        #expect((always.screen.pointerColor != nil) != hasColors)
        try always.quit()
    }
}

extension Screen {
    fileprivate var pointerColor: Int? {
        rowIndex(of: "│▸").flatMap { row in
            (0..<size.columns).first { cell(row: row, column: $0).text == "▸" }.flatMap {
                cell(row: row, column: $0).color
            }
        }
    }
}

/// Scripts for shells, run by the shells that are here.
@Suite(.needsTheBinary) struct CompletionTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.stranger("aki")
    }

    @Test(
        arguments: [
            ("rakkan co", ["comment", "comments", "completions", "config"]),
            ("rakkan outbox ", ["retry", "discard", "drain"]),
            ("rakkan --color ", ["auto", "always", "never"]), ("rakkan --color a", ["auto", "always"]),
            ("rakkan --ba", []), ("rakkan posts --js", ["--json"]), ("rakkan --network very", ["very-bad"]),
            ("rakkan --ascii config ", ["check", "show"]), ("rakkan --board outbox comp", ["completions"]),
            ("rakkan --seed ", []), ("rakkan completions f", ["fish"]), ("rakkan --color = al", ["always"]),
        ] as [(String, [String])])
    func bashCompletes(line: String, words: [String]) throws {
        // Bash itself parts words at blanks and at =.
        let script = """
            eval "$(\(World.binary) completions bash)"
            COMP_WORDS=(\(line)\(line.hasSuffix(" ") ? "''" : "")); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _rakkan && printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = Program(
            "/bin/bash", ["--norc", "-c", script], environment: ["PATH": "/usr/bin:/bin", "HOME": aki.home])
        let result = try Command.run(bash)
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").map(String.init) == words)
    }

    @Test func helpNamesEveryOptionAndCommand() throws {
        let help = try Command.run(aki.program(["--help"])).output
        let script = try Command.run(aki.program(["completions", "fish"])).output
        let lines = script.split(separator: "\n")
        let options = lines.compactMap { line in
            line.firstRange(of: " -l ").map { found in line[found.upperBound...].prefix { $0 != " " } }
        }
        #expect(options.count > 15)
        for option in options { #expect(help.contains("--\(option)")) }
        let commands = lines.first { $0.contains("__fish_use_subcommand") }?.split(separator: "'").last ?? ""
        for command in commands.split(separator: " ") { #expect(help.contains(command)) }
    }

    @Test(arguments: ["zsh", "fish"]) func otherShellsReadTheirs(shell: String) throws {
        let script = try Command.run(aki.program(["completions", shell])).output
        #expect(script.contains("very-bad") && script.contains("discard") && script.contains("auto-retry"))
        let path = "/usr/bin/\(shell)"
        guard FileManager.default.isExecutableFile(atPath: path) else { return }
        let read = Program(
            path, ["-c", "\(shell == "zsh" ? "autoload -U compinit; compinit -u; " : "")\(script)"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": aki.home])
        let result = try Command.run(read)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }
}
