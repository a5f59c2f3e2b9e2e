import CommentPresenters
import Configuration
import NetworkConditions
import TerminalUI

extension Options {
    func theme(_ environment: [String: String]) -> Theme {
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
