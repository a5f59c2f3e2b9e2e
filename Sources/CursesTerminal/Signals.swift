import CCurses

/// What signals asked for since they were taken the last time.
package struct Signals: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(_ signal: rakkan_signal) {
        rawValue = signal.rawValue
    }

    package static let resized = Signals(RAKKAN_RESIZED)
    /// SIGTSTP from outside; Ctrl-Z comes as a key.
    package static let stop = Signals(RAKKAN_STOP)
    package static let continued = Signals(RAKKAN_CONTINUED)
    package static let terminate = Signals(RAKKAN_TERMINATE)
    package static let hangUp = Signals(RAKKAN_HANG_UP)
    package static let interrupt = Signals(RAKKAN_INTERRUPT)
    package static let quit = Signals(RAKKAN_QUIT)

    /// Those that ask to end.
    package static let ending: Signals = [.terminate, .hangUp, .interrupt, .quit]
}
