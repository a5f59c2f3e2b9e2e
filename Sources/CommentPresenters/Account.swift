import Comments
import OptimisticState

/// What is shown, and as whom it is written: one account, or a reader without one.
package struct Account: Sendable {
    package let store: OptimisticStore<Connection>
    /// Nil for a reader.
    package let session: Session?
    package let reader: BoardReader
    package let limits: Capabilities
    /// Nil where only the optimistic way is offered.
    package let waiting: WaitingWay?
    /// What may be done to what the server does not have yet.
    var pendingRule = PendingRule.queue

    package init(
        store: OptimisticStore<Connection>, session: Session?, reader: BoardReader, limits: Capabilities,
        waiting: WaitingWay? = nil
    ) {
        self.store = store
        self.session = session
        self.reader = reader
        self.limits = limits
        self.waiting = waiting
    }
}

/// What the program around the presenters is like.
package struct ClientSettings: Sendable {
    /// What the status line calls the place: the file's name for the board.
    package var place: UntrustedText
    /// Nil where there is no network panel.
    package var network: NetworkSettings?
    /// Where the panel sees requests; nil where they can't be seen.
    package var traffic: (any TrafficSource)?
    /// Where the clock is read.
    package var time: any Timekeeper
    package var drafts: any DraftKeeper
    /// What bars draw their steps from.
    package var chance: any RandomNumberGenerator & Sendable
    /// Whether the sign-in form lets one choose what a request is shown with: in the demo.
    package var offersProgressKinds: Bool
    /// What may be done to what the server does not have yet; in the demo a key switches it.
    package var pendingRule: PendingRule
    package var switchesPendingRule: Bool
    /// What the first line says; nil for no such line.
    package var banner: String?
    /// When what waits at leaving goes out, as leaving says it.
    package var nextChance = "the next time rakkan runs, or now: rakkan outbox drain"
    /// How many bytes a composer takes: a paste of megabytes shows by how much it is too long.
    package var longestDraft = 8 << 20
    /// Whether one may read without an account.
    package var welcomesReaders = true
    /// Whether the place has several rooms to choose from.
    package var hasRooms = false
    /// The room that is open at the start; nil where one has to be chosen, or where there is no choice.
    package var room: String?
    /// The time zone that clocks here go by.
    package var zone: LocalZone = { _ in 0 }

    package init(
        place: UntrustedText, network: NetworkSettings? = nil, traffic: (any TrafficSource)? = nil,
        time: any Timekeeper, drafts: any DraftKeeper,
        chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        offersProgressKinds: Bool = false, pendingRule: PendingRule = .queue, switchesPendingRule: Bool = false,
        banner: String? = nil
    ) {
        self.place = place
        self.network = network
        self.traffic = traffic
        self.time = time
        self.drafts = drafts
        self.chance = chance
        self.offersProgressKinds = offersProgressKinds
        self.pendingRule = pendingRule
        self.switchesPendingRule = switchesPendingRule
        self.banner = banner
    }
}

/// The simulated network as it is set at start.
package struct NetworkSettings: Hashable, Sendable {
    package var presets: [String]
    package var current: String
    package var retriesAutomatically: Bool

    package init(presets: [String], current: String, retriesAutomatically: Bool) {
        self.presets = presets
        self.current = current
        self.retriesAutomatically = retriesAutomatically
    }
}
