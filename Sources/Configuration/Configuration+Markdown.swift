import CommentScreens
import TerminalUI

extension Configuration {
    /// The settings as a page of the documentation.
    package static func markdown() -> String {
        var text = """
            # Configuration

            Made from the table that reads it. The file is `~/.config/rakkan/config.json`, or `rakkan/config.json` below
            `$XDG_CONFIG_HOME`: JSON, one object. Nothing has to be there. What is given on the command line counts for more.

            `rakkan config check` says what is wrong with it, `rakkan config show` what counts and where it was said. A file
            that says anything wrong is refused as a whole, with the line, by everything that would use it (exit status 2),
            and never written. Of keys that are in conflict the client says so and goes on with the usual ones. The demo
            takes the looks and keys of it, not the places.

            | setting | values | usual | what it does |
            |---|---|---|---|

            """
        for setting in Setting.all {
            let option = setting.option.map { " `--\($0)` says the same." } ?? ""
            text +=
                "| `\(setting.name)` | \(setting.values) | `\(setting.usual.written)` | \(setting.words)\(option) |\n"
        }
        return text + "\n" + themesMarkdown + "\n" + keysMarkdown
    }

    private static var themesMarkdown: String {
        let roles = ThemeReader.roles.map { "`\($0)`" }.joined(separator: " ")
        let bases = Theme.Base.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return """
            ## Themes

            A theme has a `base` (\(bases); the first if it names none) and roles whose
            looks it changes. A look has `fg` and `bg` (0 to 255, or `black` `red` `green` `yellow` `blue` `magenta` `cyan`
            `white`, and `bright-` before them; the terminal's own without), `bold`, `dim`, `underline` and `reverse`. A colour
            that a terminal does not have is left out there.

            Roles: \(roles).

            ```json
            {
              "theme": "embers",
              "themes": {
                "embers": {
                  "base": "monochrome",
                  "failed": { "fg": 203, "bold": true },
                  "author": { "fg": "yellow", "bold": true }
                }
              }
            }
            ```

            The themes that come with rakkan have a contrast of at least 4.5:1 in every role, `high-contrast` 7:1; of your own
            nobody says so.

            """
    }

    private static var keysMarkdown: String {
        var text = """
            ## Keys

            Each action has a list of keys, or one, which take the place of the usual ones: `f`, `F` (another key), `F5`,
            `Ctrl-F`, `Ctrl-_`, `Alt-F`, `Alt-Shift-F`, `Alt-/`, `Enter`, `Esc`, `Tab`, `Shift-Tab`, `Space`, `Backspace`,
            `Del`, `Ins`, `Up`, `Down`, `Left`, `Right`, `Home`, `End`, `PgUp`, `PgDn`. Where text is typed letters are text:
            there only the others count, and an action that is for such places alone takes no letters. Ctrl-C always quits,
            and questions are answered as they say.

            ```json
            { "keys": { "favourite": ["f", "F5"], "send": ["Ctrl-S"] } }
            ```

            | action | usual keys | what it does |
            |---|---|---|

            """
        for action in KeyTable.actions {
            let keys = KeyTable.standard.keys(of: action).map { "`\($0.name)`" }.joined(separator: " ")
            text += "| `\(action)` | \(keys) | \(KeyTable.standard.words(of: action)) |\n"
        }
        return text
    }
}

extension JSONNode.Value {
    /// As JSON, on one line.
    package var written: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number): String(number)
        case .string(let text): "\"\(text)\""
        case .array(let items): "[\(items.map(\.value.written).joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty
                ? "{}" : "{ \(members.map { "\"\($0.name)\": \($0.node.value.written)" }.joined(separator: ", ")) }"
        }
    }
}
