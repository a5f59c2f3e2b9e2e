import StateFiles
import CommentPresenters
import Configuration
import CursesTerminal
import NetworkConditions
import TerminalUI

extension Client {
    /// Takes over the terminal as the options and the environment say.
    static func openTerminal(
        _ options: Options, home: Home, wake: Int32
    ) throws(ProgramError) -> CursesTerminal {
        let environment = environment()
        var setup = CursesTerminal.Options(wake: wake)
        setup.type = environment["TERM"]
        setup.theme = options.theme(environment)
        setup.hasMouse = options.hasMouse
        setup.widthRules = home.terminals.rules(for: TerminalIdentity(environment).key) ?? .standard
        if let isWide = options.configuration.ambiguousIsWide { setup.widthRules.ambiguousIsWide = isWide }
        setup.escapeDelay = KeyDecoder.escapeDelay(isRemote: environment["SSH_CONNECTION"] != nil)
        if options.visit != nil { setup.largest = Visit.largestTerminal }
        do throws(StartFailure) {
            return try CursesTerminal(setup)
        } catch {
            switch error {
            case .notATerminal:
                throw ProgramError(
                    sentence: "standard input and output have to be a terminal", status: ExitStatus.usage)
            case .noTerminfo(let type), .cannotPlaceCursor(let type), .refused(let type):
                throw ProgramError(
                    sentence: "the terminal “\(shown(type))” can't be used; set TERM to one that this machine knows")
            }
        }
    }
}

extension Options {
    fileprivate func theme(_ environment: [String: String]) -> Theme {
        let theme = configuration.theme(
            on: Ground(type: environment["TERM"], colorFgBg: environment["COLORFGBG"]))
        return color.hasColors(environment) ? theme : theme.withoutColors()
    }

    /// The panel, where a network was asked for.
    var networkSettings: NetworkSettings? {
        network.map { network in
            let presets = Network.all.map(\.name)
            let custom = presets.contains(network.name) ? [] : [network.name]
            return NetworkSettings(
                presets: custom + presets, current: network.name, retriesAutomatically: automaticRetry)
        }
    }
}
