import CommentPresenters

/// Words about the simulated network.
extension ClientLines {
    func noNetwork() { complain("there is no network to choose here: rakkan --network good, or rakkan demo") }

    func chooseNetwork(_ preset: String?, _ client: ClientPresenter) {
        guard let panel = networkPanel(client) else { return noNetwork() }
        guard let preset else {
            client.closePanels()
            for name in panel.presets {
                let meaning = NetworkModel.meaning(of: name)
                say(name + (meaning.isEmpty ? "" : ": \(meaning)") + (name == panel.current ? " (now)" : ""))
            }
            return
        }
        guard panel.presets.contains(preset) else {
            client.closePanels()
            return complain("there is no network called “\(preset)”: network lists them")
        }
        want(.text(.type(preset)), client)
        want(.activate, client)
        let meaning = NetworkModel.meaning(of: preset)
        say("network: \(preset)" + (meaning.isEmpty ? "" : ", \(meaning)"))
    }

    func setAutomaticRetry(_ isOn: Bool, _ client: ClientPresenter) {
        guard let panel = networkPanel(client) else { return noNetwork() }
        client.closePanels()
        if panel.retriesAutomatically == isOn {
            say(isOn ? "it is on already" : "it is off already")
        } else {
            want(.network(.switchAutomaticRetry), client)
        }
    }

    /// The panel, open; nil where there is none.
    private func networkPanel(_ client: ClientPresenter) -> NetworkModel? {
        guard frame.status.network != nil else { return nil }
        client.closePanels()
        want(.showNetwork, client)
        return client.frame(FrameRequest(rows: 1)).network
    }
}
