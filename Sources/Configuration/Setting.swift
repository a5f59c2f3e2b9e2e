import CommentPresenters
import CommentScreens
import TerminalUI

/// One thing that the configuration can say: what reads it, what documents it, what `rakkan config show` shows.
package struct Setting: Sendable {
    package let name: String
    /// What may stand there, in words.
    package let values: String
    /// What is so where nothing is said, as JSON.
    package let usual: JSONNode.Value
    /// What it does.
    package let words: String
    /// The long option that says the same, and counts for more.
    package let option: String?
    let take: @Sendable (JSONNode, inout Configuration, SettingContext, inout [Mistake]) throws(Mistake) -> Void

    /// Every setting, in the order of the documentation.
    package static let all: [Setting] = places + looks + input
}

/// What only the program knows.
struct SettingContext: Sendable {
    let networkMistake: @Sendable (String) -> String?
    let limitsMistake: @Sendable (String) -> String?
}

extension Setting {
    private static let places: [Setting] = [
        Setting(
            name: "board", values: "a path from the root or from `~/`", usual: .null,
            words: "The board that is opened. `null` is the one in the XDG data directory.", option: "board"
        ) { node, configuration, _, _ throws(Mistake) in
            guard let path = try node.optionalText("board", "the path of a file") else { return }
            guard path.hasPrefix("/") || path.hasPrefix("~/") else {
                throw Mistake(
                    line: node.line, sentence: "board is a path from the root or from ~/, not “\(path)”")
            }
            configuration.board = path
        },
        Setting(
            name: "network", values: "as `--network` takes it", usual: .null,
            words: "The network that the client behaves like. `null` is the one that there is.", option: "network"
        ) { node, configuration, context, _ throws(Mistake) in
            guard let network = try node.optionalText("network", "the name of a network") else { return }
            if let mistake = context.networkMistake(network) { throw Mistake(line: node.line, sentence: mistake) }
            configuration.network = network
        },
        Setting(
            name: "autoRetry", values: "`true` or `false`", usual: .bool(true),
            words: "Whether what was not answered is sent again by itself.", option: "auto-retry"
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.retriesAutomatically = try node.flag("autoRetry")
        },
        Setting(
            name: "pending", values: "`\"queue\"` or `\"restrict\"`", usual: .string(PendingRule.queue.rawValue),
            words:
                "Whether what is not sent yet can be edited and deleted (it queues), or not before the server has it.",
            option: "pending"
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.pendingRule = try node.choice("pending", PendingRule.self)
        },
        Setting(
            name: "limits", values: "as `--limits` takes it: [ssh.md](ssh.md)", usual: .null,
            words: "What visitors by SSH may take.", option: "limits"
        ) { node, configuration, context, _ throws(Mistake) in
            guard let limits = try node.optionalText("limits", "limits such as “sessions=20,idle=10m”") else { return }
            if let mistake = context.limitsMistake(limits) { throw Mistake(line: node.line, sentence: mistake) }
            configuration.limits = limits
        },
    ]

    private static let looks: [Setting] = [
        Setting(
            name: "theme", values: "`\"default\"`, `\"high-contrast\"`, `\"monochrome\"`, or one of `themes`",
            usual: .string(Theme.Base.standard.rawValue), words: "How everything looks.", option: nil
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.theme = try node.text("theme", "the name of a theme")
        },
        Setting(
            name: "themes", values: "an object: names and themes", usual: .object([]),
            words: "Themes of your own; see below.", option: nil
        ) { node, configuration, _, mistakes throws(Mistake) in
            configuration.themes = try ThemeReader.read(node, &mistakes)
        },
        Setting(
            name: "background", values: "`\"auto\"`, `\"dark\"` or `\"light\"`",
            usual: .string(Ground.unknown.rawValue),
            words: "What the terminal draws on. `\"auto\"` goes by `COLORFGBG`; without it the colours suit both, and "
                + "are fewer.", option: nil
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.ground = try node.choice("background", Ground.self)
        },
        Setting(
            name: "colors", values: "`\"auto\"`, `\"always\"` or `\"never\"`",
            usual: .string(ColorChoice.auto.rawValue),
            words: "Whether there are colours. `\"auto\"` goes by `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR`.",
            option: "color"
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.colors = try node.choice("colors", ColorChoice.self)
        },
        Setting(
            name: "plain", values: "`true` or `false`", usual: .bool(false),
            words: "Whether the client speaks in lines, without a screen: [plain.md](plain.md).", option: "plain"
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.isPlain = try node.flag("plain")
        },
        Setting(
            name: "ascii", values: "`true` or `false`", usual: .bool(false),
            words: "Whether marks and lines are drawn in ASCII.", option: "ascii"
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.isASCII = try node.flag("ascii")
        },
        Setting(
            name: "ambiguousWidth", values: "`\"auto\"`, `1` or `2`", usual: .string("auto"),
            words:
                "How many cells characters of ambiguous width take. `\"auto\"` goes by what `rakkan doctor` measured.",
            option: nil
        ) { node, configuration, _, _ throws(Mistake) in
            switch node.value {
            case .string("auto"): configuration.ambiguousIsWide = nil
            case .number(1): configuration.ambiguousIsWide = false
            case .number(2): configuration.ambiguousIsWide = true
            case .null, .bool, .number, .string, .array, .object:
                throw node.wrong("ambiguousWidth is 1, 2 or \"auto\"")
            }
        },
    ]

    private static let input: [Setting] = [
        Setting(
            name: "mouse", values: "`true` or `false`", usual: .bool(false),
            words:
                "Whether a click selects, a click on a failed comment retries, and the wheel scrolls. The terminal's own "
                + "selecting then needs Shift, in most terminals.", option: "mouse"
        ) { node, configuration, _, _ throws(Mistake) in
            configuration.hasMouse = try node.flag("mouse")
        },
        Setting(
            name: "editor", values: "a command, as `$EDITOR` has one", usual: .null,
            words: "What Ctrl-O opens. `null` is `$VISUAL`, else `$EDITOR`, else `editor`, `vi` or `nano`.", option: nil
        ) { node, configuration, _, _ throws(Mistake) in
            guard let command = try node.optionalText("editor", "a command such as “nano”, or null") else { return }
            guard !command.allSatisfy(\.isWhitespace) else {
                throw Mistake(line: node.line, sentence: "editor is a command such as “nano”, or null")
            }
            configuration.editor = command
        },
        Setting(
            name: "keys", values: "an object: actions and their keys", usual: .object([]),
            words: "Keys of your own; see below.", option: nil
        ) { node, configuration, _, mistakes throws(Mistake) in
            configuration.keys = try KeysReader.read(node, &mistakes)
        },
    ]
}
