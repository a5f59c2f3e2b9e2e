import Comments
import OptimisticState

/// The panel that chooses how bad the network is, and shows what is on its way there.
package struct NetworkPresenter: Sendable {
    private(set) var settings: NetworkSettings
    private(set) var isOpen = false
    private var filter = ""
    private var place = 0
    private var source: (any TrafficSource)?

    /// While something is on its way, the panel is drawn so often and no oftener.
    static let tick = Duration.milliseconds(100)

    init(_ settings: NetworkSettings, traffic source: (any TrafficSource)?) {
        self.settings = settings
        self.source = source
    }

    /// Those that begin with what was typed stand first: "bad" before "very-bad".
    private var matches: [String] {
        guard !filter.isEmpty else { return settings.presets }
        let found = settings.presets.filter { $0.contains(filter) }
        return found.filter { $0.hasPrefix(filter) } + found.filter { !$0.hasPrefix(filter) }
    }

    /// Shows the requests of another place.
    mutating func watch(_ source: (any TrafficSource)?) { self.source = source }

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
        case .clear, .killToLineStart, .killWordBackward, .killToBlank: filter = ""
        case .left, .right, .wordLeft, .wordRight, .up, .down, .lineStart, .lineEnd, .deleteForward, .killToLineEnd,
            .killWordForward, .yank, .yankOlder, .transpose, .undo, .redo, .place, .newLine:
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

    func model(_ clock: inout FrameClock) -> NetworkModel {
        let traffic = source?.traffic ?? []
        if traffic.contains(where: { $0.ending == nil }) { clock.wake(at: clock.now + Self.tick) }
        // What is on its way first, the rest as it lately ended.
        let order = traffic.filter { $0.ending == nil } + traffic.filter { $0.ending != nil }.reversed()
        return NetworkModel(
            presets: matches, selected: matches.indices.contains(place) ? place : nil, current: settings.current,
            filter: filter, retriesAutomatically: settings.retriesAutomatically,
            traffic: source == nil ? nil : order.map { TrafficItem($0, at: clock.now) })
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
    /// Requests on their way, then what has lately ended, the newest first. Nil where they can't be watched.
    package let traffic: [TrafficItem]?

    /// What a preset does, in a few words.
    package static func meaning(of preset: String) -> String {
        switch preset {
        case "good": "a request takes 2-3 s"
        case "bad": "a request takes 10 s and more"
        case "flaky": "three in ten requests fail"
        case "offline": "refused at once"
        case "wifi": "fast and steady"
        case "lte": "a phone outdoors"
        case "dsl": "an old line"
        case "3g": "a phone ten years ago"
        case "edge": "a phone in the woods"
        case "very-bad": "1 s there and back, a tenth lost"
        case "high-latency-dns": "3 s until the name is found"
        case "loss-100": "nothing ever comes"
        default: ""
        }
    }
}
