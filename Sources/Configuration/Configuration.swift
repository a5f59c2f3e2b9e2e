import CommentPresenters
import CommentScreens
import TerminalUI

/// What `config.json` says. Nil is what it does not say.
package struct Configuration: Hashable, Sendable {
    package var board: String?
    package var network: String?
    package var retriesAutomatically: Bool?
    package var pendingRule: PendingRule?
    /// What visitors may take, as `--limits` takes it.
    package var limits: String?
    package var theme: String?
    /// The user's own, by name.
    package var themes: [String: Theme] = [:]
    package var ground: Ground?
    package var colors: ColorChoice?
    package var isASCII: Bool?
    /// Whether characters of ambiguous width take two cells, whatever was measured.
    package var ambiguousIsWide: Bool?
    package var hasMouse: Bool?
    /// Whether the client speaks in lines.
    package var isPlain: Bool?
    /// The command that a text is edited with.
    package var editor: String?
    /// By the names of ``CommentScreens/KeyTable/actions``.
    package var keys: [String: [Key]] = [:]

    /// What it says, as it is written there.
    package private(set) var given: [String: JSONNode] = [:]

    package init() {}

    /// The theme that is asked for, on the ground that is told or found.
    package func theme(on ground: Ground) -> Theme {
        let base = theme.flatMap { Theme.Base(rawValue: $0) }
        var chosen = base.map { Theme($0) } ?? theme.flatMap { themes[$0] } ?? .standard
        chosen.ground = self.ground.flatMap { $0 == .unknown ? nil : $0 } ?? ground
        return chosen
    }
}

/// When there are colours.
package enum ColorChoice: String, Hashable, Sendable, CaseIterable {
    case auto, always, never

    /// By `auto`, what the environment asks for: NO_COLOR (https://no-color.org), then CLICOLOR_FORCE and CLICOLOR
    /// (https://bixense.com/clicolors/).
    package func hasColors(_ environment: [String: String]) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            guard environment["NO_COLOR", default: ""].isEmpty else { return false }
            let force = environment["CLICOLOR_FORCE", default: "0"]
            return !force.isEmpty && force != "0" || environment["CLICOLOR"] != "0"
        }
    }
}

extension Configuration {
    /// Nobody writes more by hand.
    package static let longest = 1 << 20

    /// Reads what the file says.
    ///
    /// - Parameters:
    ///   - text: all of the file.
    ///   - networkMistake: what is wrong with the name of a network; nil if it is one.
    ///   - limitsMistake: what is wrong with the limits of visitors; nil if nothing is.
    /// - Returns: what is right in it, and everything that is wrong, from its first line to its last.
    package static func read(
        _ text: String, networkMistake: @escaping @Sendable (String) -> String?,
        limitsMistake: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> (configuration: Configuration, mistakes: [Mistake]) {
        var configuration = Configuration()
        var mistakes: [Mistake] = []
        let node: JSONNode
        do throws(Mistake) {
            node = try JSONReader.read(text)
        } catch {
            return (configuration, [error])
        }
        guard case .object(let members) = node.value else {
            return (configuration, [Mistake(line: node.line, sentence: "the file should hold an object: { … }")])
        }
        let context = SettingContext(networkMistake: networkMistake, limitsMistake: limitsMistake)
        for member in members {
            do throws(Mistake) {
                guard let setting = Setting.all.first(where: { $0.name == member.name }) else {
                    throw Mistake("setting", member.name, among: Setting.all.map(\.name), line: member.line)
                }
                guard configuration.given.updateValue(member.node, forKey: member.name) == nil else {
                    throw Mistake(line: member.line, sentence: "“\(member.name)” stands there twice")
                }
                try setting.take(member.node, &configuration, context, &mistakes)
            } catch {
                mistakes.append(error)
            }
        }
        if let theme = configuration.theme, let node = configuration.given["theme"] {
            let known = Theme.Base.allCases.map(\.rawValue) + configuration.themes.keys.sorted()
            if !known.contains(theme) { mistakes.append(Mistake("theme", theme, among: known, line: node.line)) }
        }
        return (configuration, mistakes.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
    }
}
