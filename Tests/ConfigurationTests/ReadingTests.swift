import CommentPresenters
import CommentScreens
import Configuration
import TerminalUI
import TestSupport
import Testing

@Suite struct ReadingTests {
    private func read(_ text: String) -> (configuration: Configuration, mistakes: [String]) {
        let (configuration, mistakes) = Configuration.read(text) { $0 == "bad" ? nil : "unknown network “\($0)”" }
        return (configuration, mistakes.map { "\($0.line.map(String.init) ?? "-"): \($0.sentence)" })
    }

    @Test func anEmptyObjectSaysNothing() {
        #expect(read("{}").configuration == Configuration())
        #expect(read(" {\n} \n").mistakes.isEmpty)
    }

    @Test func everySettingIsRead() {
        let (found, mistakes) = read(
            """
            { "board": "~/lake.sqlite", "network": "bad", "limits": "sessions=20", "autoRetry": false, "theme": "embers",
              "themes": { "embers": { "base": "monochrome", "failed": { "fg": 203, "bg": null, "bold": true },
                "author": { "fg": "bright-cyan", "underline": true, "dim": false, "reverse": true } } },
              "background": "light", "pending": "restrict", "ambiguousWidth": 2, "colors": "always", "ascii": true, "mouse": true,
              "plain": true, "editor": "code --wait",
              "keys": { "favourite": ["f", "F5"], "send": "Ctrl-S" } }
            """)
        #expect(mistakes == [])
        #expect(Set(found.given.keys) == Set(Setting.all.map(\.name)))
        #expect(found.board == "~/lake.sqlite")
        #expect(found.network == "bad")
        #expect(found.limits == "sessions=20")
        #expect(found.retriesAutomatically == false)
        #expect(found.colors == .always)
        #expect(found.isASCII == true)
        #expect(found.pendingRule == .restrict)
        #expect(found.ambiguousIsWide == true)
        #expect(found.hasMouse == true)
        #expect(found.isPlain == true)
        #expect(found.editor == "code --wait")
        #expect(found.keys == ["favourite": [.text("f"), .function(5)], "send": [.control("s")]])
        let theme = found.theme(on: .dark)
        #expect(theme.base == .monochrome)
        #expect(theme.ground == .light)
        #expect(
            theme.attributes(of: Style(.failed), colors: 256) == Attributes(color: 203, isBold: true))
        #expect(theme.attributes(of: Style(.failed), colors: 8) == Attributes(isBold: true))
        let author = theme.attributes(of: Style(.author(slot: 3)), colors: 16)
        #expect(author == Attributes(color: 14, isUnderlined: true, isReversed: true))
    }

    @Test(arguments: [
        ("", "1: the file ends where a value should stand"),
        ("[]", "1: the file should hold an object: { … }"),
        ("{\n\n\"thme\": \"default\"}", "3: unknown setting “thme”; did you mean theme?"),
        ("{\"mouse\": \"yes\"}", "1: mouse is true or false, not “yes”"),
        ("{\n\"mouse\":\n1}", "3: mouse is true or false, not the number 1"),
        ("{\"mouse\": true,\n\"mouse\": true}", "2: “mouse” stands there twice"),
        ("{\"theme\": \"monochrom\"}", "1: unknown theme “monochrom”; did you mean monochrome?"),
        ("{\"editor\": \" \"}", "1: editor is a command such as “nano”, or null"),
        ("{\"theme\": []}", "1: theme is the name of a theme, not a list"),
        ("{\"colors\": \"sometimes\"}", "1: unknown colors “sometimes”; there are auto, always, never"),
        ("{\"ambiguousWidth\": 3}", "1: ambiguousWidth is 1, 2 or \"auto\", not the number 3"),
        ("{\"network\": \"worse\"}", "1: unknown network “worse”"),
        ("{\"board\": \"lake.sqlite\"}", "1: board is a path from the root or from ~/, not “lake.sqlite”"),
        ("{\"board\": \"\"}", "1: board is the path of a file, not “”"),
        ("{\"mouse\": true,\n}", "2: the comma before } is one too many"),
        ("{\"mouse\": true\n\"ascii\": true}", "2: a comma or } is missing before this"),
        ("{\"mouse\": true", "1: the file ends before its }"),
        ("{\"mouse\" true}", "1: a colon is missing behind “mouse”"),
        ("{\"mouse\": yes}", "1: “yes” needs double quotes, or should be true or false"),
        ("{mouse: true}", "1: a name in double quotes should stand here"),
        ("// mine\n{}", "1: JSON has no comments"),
        ("{\"theme\": 'default'}", "1: texts stand in double quotes"),
        ("{} {}", "1: nothing may follow the last }"),
        ("{\"theme\": \"def\nault\"}", "1: a text ends in its line: a double quote is missing"),
        ("{\"theme\": \"\\x\"}", "1: a backslash stands only before \" \\ / b f n r t and u"),
        ("{\"theme\": \"\\uD800\"}", "1: half a \\u pair"),
        ("{\"themes\": {\"a\": {\"failed\": {\"fg\": 1.5}}}}", "1: “1.5” is no whole number"),
        (
            "{\"themes\": {\"a\": {\"failed\": {\"fg\": 256}}}}",
            "1: fg is a number from 0 to 255 or the name of a colour, not the number 256"
        ),
        ("{\"themes\": {\"a\": {\"faild\": {}}}}", "1: unknown role “faild”; did you mean failed?"),
        ("{\"themes\": {\"a\": {\"failed\": {\"blod\": true}}}}", "1: unknown look “blod”; did you mean bold?"),
        ("{\"themes\": {\"default\": {}}}", "1: the theme “default” comes with rakkan; choose another name"),
        ("{\"keys\": {\"favorite\": [\"F5\"]}}", "1: unknown action “favorite”; did you mean favourite?"),
        (
            "{\"keys\": {\"favourite\": []}}",
            "1: favourite has no key there; without an entry it has those that come with it"
        ),
        (
            "{\"keys\": {\"send\": [\"Ctrl-S\",\n\"a\"]}}",
            "2: send is for where letters are text: its key can't be a, but for example F5 or Ctrl-X"
        ),
        (
            "{\"keys\": {\"wordLeft\": \"Space\"}}",
            "1: wordLeft is for where letters are text: its key can't be Space, but for example F5 or Ctrl-X"
        ),
        (
            "{\"editor\": \"vi\\u0000x\"}",
            "1: editor is a command such as “nano”, or null, without control characters in it"
        ),
        (
            "{\"board\": \"/a\\u001bc\"}", "1: board is the path of a file, without control characters in it"
        ),
        (
            "{\"keys\": {\"favourite\": [5]}}",
            "1: a key of favourite is a name such as f, F5, Ctrl-F or Enter, not the number 5"
        ),
        (
            "{\"keys\": {\"favourite\": [\"F99\"]}}",
            "1: there is no key “F99”; keys are f, F, F5, Ctrl-F, Alt-F, Enter, Left, PgUp and the like"
        ),
    ])
    func whatIsWrongIsSaidWithItsLine(text: String, sentence: String) {
        #expect(read(text).mistakes == [sentence])
    }

    @Test func allThatIsWrongIsSaidAtOnce() {
        let text =
            "{\n\"mous\": true,\n\"ascii\": 1,\n\"theme\": \"x\",\n\"keys\": {\n\"favourit\": [\"f\"],\n\"copy\": [\"F0\"]}}"
        #expect(read(text).mistakes.map { $0.prefix(2) } == ["2:", "3:", "4:", "6:", "7:"])
    }

    @Test func hostileFilesAreOnlyWrong() {
        #expect(read(String(repeating: "[", count: 100_000)).mistakes == ["1: this is nested too deeply"])
        #expect(read("{\"theme\": \"\\ud83d\\ude00\"}").mistakes.count == 1)
        #expect(read("\u{FEFF}{}").mistakes.isEmpty)
        for length in 0..<60 {
            let text = "{ \"keys\": { \"favourite\": [\"f\", \"\\u0046\"] }, \"mouse\": true }"
            _ = read(String(text.prefix(length)))
        }
    }

    @Test func everyKeyOfTheTableIsTakenByItsName() {
        for action in KeyTable.actions {
            let names = KeyTable.standard.keys(of: action).map(\.name)
            let list = names.map { "\"\($0 == "\\" ? "\\\\" : $0)\"" }.joined(separator: ", ")
            let (found, mistakes) = read("{ \"keys\": { \"\(action)\": [\(list)] } }")
            #expect(mistakes == [])
            #expect(found.keys[action] == KeyTable.standard.keys(of: action))
        }
        #expect(read("{\"keys\": {\"undoTyping\": [\"Ctrl-/\", \"Ctrl-]\"]}}").mistakes == [])
    }

    @Test func keysInConflictAreSaidWithTheLineAndTheRestCounts() {
        let (found, mistakes) = read("{ \"mouse\": true,\n\"keys\": {\n\"favourite\": [\"c\"] } }")
        #expect(mistakes.isEmpty)
        #expect(
            found.conflicts == [
                Mistake(
                    line: 3, sentence: "c would be both favourite and comment (Feed); favourite keeps its usual keys")
            ])
        #expect(found.hasMouse == true)
        #expect(found.keyTable.markdown() == KeyTable.standard.markdown())
    }
}

@Suite struct ColorChoiceTests {
    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false),
            (["CLICOLOR": "1"], true), (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
            (["CLICOLOR": "0", "CLICOLOR_FORCE": "0"], false), (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
        ] as [([String: String], Bool)])
    func theEnvironmentDecidesUnlessOneDoes(environment: [String: String], hasColors: Bool) {
        #expect(ColorChoice.auto.hasColors(environment) == hasColors)
        #expect(ColorChoice.always.hasColors(environment))
        #expect(!ColorChoice.never.hasColors(environment))
    }
}

@Suite struct ConfigurationGoldenTests {
    @Test func everySettingIsDocumented() {
        SavedText(documentation: "config.md").expect(Configuration.markdown())
    }

    @Test func theSettingsAreWhatTheyAreWithoutAFile() {
        let text = Setting.all.map { "\"\($0.name)\": \($0.usual.written)" }.joined(separator: ", ")
        let (found, mistakes) = Configuration.read("{\(text)}") { _ in nil }
        #expect(mistakes.isEmpty)
        #expect(found.theme(on: .unknown) == .standard)
        #expect(found.keyTable.markdown() == KeyTable.standard.markdown())
    }
}
