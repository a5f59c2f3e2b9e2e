import CommentPresenters
import CursesTerminal
import NetworkConditions
import TerminalUI

extension Client {
    /// Takes over the terminal as the options and the environment say.
    static func openTerminal(_ options: Options, wake: Int32) throws(ProgramError) -> CursesTerminal {
        let environment = environment()
        var setup = CursesTerminal.Options(wake: wake)
        setup.type = environment["TERM"]
        setup.theme = options.hasColor(environment) ? .standard : .monochrome
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
    /// `--color`, then NO_COLOR (https://no-color.org), then CLICOLOR (https://bixense.com/clicolors/).
    fileprivate func hasColor(_ environment: [String: String]) -> Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: environment["NO_COLOR", default: ""].isEmpty && environment["CLICOLOR"] != "0"
        }
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
