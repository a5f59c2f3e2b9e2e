/// The panel that chooses how bad the network is.
package struct NetworkPresenter: Sendable {
    private(set) var settings: NetworkSettings
    private(set) var isOpen = false
    private var filter = ""
    private var place = 0

    init(_ settings: NetworkSettings) {
        self.settings = settings
    }

    private var matches: [String] {
        settings.presets.filter { filter.isEmpty || $0.contains(filter.lowercased()) }
    }

    mutating func open() {
        isOpen = true
        filter = ""
        place = settings.presets.firstIndex(of: settings.current) ?? 0
    }

    mutating func close() {
        isOpen = false
    }

    /// Letters narrow the list.
    mutating func type(_ text: String) {
        let narrowed = filter + text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }
        guard settings.presets.contains(where: { $0.contains(narrowed) }) else { return }
        filter = narrowed
        place = 0
    }

    mutating func change(_ change: TextChange) {
        switch change {
        case .deleteBackward: if !filter.isEmpty { filter.removeLast() }
        case .clear, .killToLineStart, .killWordBackward: filter = ""
        case .left, .right, .wordLeft, .wordRight, .up, .down, .lineStart, .lineEnd, .deleteForward, .killToLineEnd,
            .killWordForward, .yank, .newLine:
            return
        }
        place = 0
    }

    mutating func move(_ movement: Movement) {
        place = Selection<String>.place(after: movement, from: place, count: matches.count) ?? 0
    }

    /// The preset that Enter chooses.
    mutating func choose() -> String? {
        guard matches.indices.contains(place) else { return nil }
        settings.current = matches[place]
        return settings.current
    }

    mutating func switchAutomaticRetry() -> Bool {
        settings.retriesAutomatically.toggle()
        return settings.retriesAutomatically
    }

    var model: NetworkModel {
        NetworkModel(
            presets: matches, selected: matches.indices.contains(place) ? place : nil, current: settings.current,
            filter: filter, retriesAutomatically: settings.retriesAutomatically)
    }
}

/// What a screen shows of the network panel.
package struct NetworkModel: Hashable, Sendable {
    /// The presets that the typed letters leave.
    package let presets: [String]
    package let selected: Int?
    package let current: String
    package let filter: String
    package let retriesAutomatically: Bool

    /// What a preset does, in a few words.
    package static func meaning(of preset: String) -> String {
        switch preset {
        case "wifi": "fast and steady"
        case "good": "a request takes 2-3 s"
        case "bad": "a request takes 10 s and more"
        case "flaky": "three in ten requests fail"
        case "offline": "refused at once"
        default: ""
        }
    }
}
