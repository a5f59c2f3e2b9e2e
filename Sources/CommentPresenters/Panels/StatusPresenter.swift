import Comments
import OptimisticState

/// The last line of the screen: where one is, whether it answers, and what is on its way.
struct StatusPresenter: Sendable {
    /// Enqueued here a moment ago: not counted before the word shows beside them.
    private var recent: [MutationID: Timestamp] = [:]
    /// When the composer closed because its text was sent.
    private var sentAt: Timestamp?

    /// The composer closes: its hints stay until the word shows, so that a comment that is answered at once costs a slow
    /// link one redraw of them less.
    mutating func composerClosed(at now: Timestamp) { sentAt = now }

    /// What the hints are about.
    func hintFocus(_ focus: Focus, _ clock: inout FrameClock) -> Focus {
        guard focus == .post || focus == .feed, let sentAt, !clock.isWorthAWord(since: sentAt) else { return focus }
        return .composer
    }

    mutating func remember(_ id: MutationID, at now: Timestamp) {
        recent = recent.filter { now < $0.value + FrameClock.patience }
        recent[id] = now
    }

    func model(
        place: UntrustedText, session: Session?, connection: ConnectionState, network: NetworkSettings?,
        waited: WaitedModel?, notice: Notice?, search: SearchModel?, hints: Focus,
        in visible: borrowing Visible<Connection>,
        _ clock: inout FrameClock
    ) -> StatusModel {
        var young = 0
        for (id, begin) in recent {
            guard let entry = visible.entry(id), !entry.loadingState.isFailure else { continue }
            if !clock.isWorthAWord(since: begin) { young += 1 }
        }
        return StatusModel(
            place: place, name: session.map { UntrustedText($0.name) }, connection: words(connection, &clock),
            network: network?.current, waited: waited, pending: max(0, visible.pendingCount - young),
            failed: visible.failedCount, isUnsaved: visible.hasUnsavedChanges, notice: notice, search: search,
            nothingWaits: visible.pendingCount + visible.failedCount == 0, hints: hints)
    }

    private func words(_ connection: ConnectionState, _ clock: inout FrameClock) -> String? {
        switch connection {
        case .connecting, .online: return nil
        case .offline: return "offline"
        case .needsSignIn: return "needs sign-in"
        case .reconnecting(let moment):
            let seconds = clock.seconds(until: moment)
            return seconds > 0 ? "reconnecting in \(seconds) s" : "reconnecting"
        }
    }
}

/// What a screen shows in its last line.
package struct StatusModel: Hashable, Sendable {
    package let place: UntrustedText
    /// The account's name; nil for a reader.
    package let name: UntrustedText?
    /// Nil while the place answers.
    package let connection: String?
    /// The simulated network's preset, where there is one.
    package let network: String?
    /// How the two ways compare; nil before the waiting way was tried.
    package let waited: WaitedModel?
    package let pending: Int
    package let failed: Int
    /// Whether the disk has refused something that it has not taken since.
    package let isUnsaved: Bool
    package let notice: Notice?
    /// The search in the list that is looked at.
    package let search: SearchModel?
    /// Whether the outbox holds nothing that its keys could be for.
    package let nothingWaits: Bool
    /// Where the keys that are hinted at have their meaning.
    package let hints: Focus
}
