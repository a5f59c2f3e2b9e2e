import OptimisticState

/// Reads a service into a store: the newest page of what is opened, older ones on demand, and every change after that.
///
/// It confirms only what lies in the stretches that were read, so that no list has a hole. Its owner starts its methods
/// as tasks, and ends it by cancelling them.
package final class BoardReader: Sendable {
    let service: any CommentService
    let session: Session?
    let store: OptimisticStore<Connection>
    let deadlines: Deadlines
    let pageSize: Int
    private let onChange: @Sendable () -> Void
    private let shared = Locked(Shared())

    private struct Shared {
        var reading = ReadingState()
        /// Ends the pause before the next try.
        var knock: AsyncStream<Void>.Continuation?
    }

    /// - Parameters:
    ///   - session: nil reads as a visitor.
    ///   - pageSize: how many posts or comments are asked for at a time.
    ///   - onChange: called on any thread after ``state`` has changed.
    package init(
        service: any CommentService, session: Session?, store: OptimisticStore<Connection>, deadlines: Deadlines,
        pageSize: Int = 100, onChange: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.session = session
        self.store = store
        self.deadlines = deadlines
        self.pageSize = pageSize
        self.onChange = onChange
    }

    /// How far the clock of the place is ahead of the one here.
    package var clockAhead: Duration { service.clockAhead }

    package var state: ReadingState { shared.withLock { $0.reading } }

    /// Changes what is told of reading, and tells the view if that made a difference.
    func update<T: Sendable>(_ body: (inout sending ReadingState) -> T) -> T {
        let (result, changed) = shared.withLock { shared in
            let before = shared.reading
            let result = body(&shared.reading)
            return (result, shared.reading != before)
        }
        if changed { onChange() }
        return result
    }

    /// Ends a pause before the next try: the network may be back.
    package func tryNow() {
        shared.withLock { $0.knock }?.yield()
    }

    /// Waits until `deadline` or until ``tryNow()``.
    func pause(until deadline: Timestamp) async {
        let (stream, knock) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        shared.withLock { $0.knock = knock }
        await withTaskGroup(of: Void.self) { group in
            // Only between two tries of a place that did not answer: a reader that follows waits for news, not for time.
            group.addTask { [deadlines] in try? await deadlines.time.sleep(until: deadline) }
            group.addTask {
                for await _ in stream { return }
            }
            await group.next()
            group.cancelAll()
        }
        shared.withLock { $0.knock = nil }
    }
}
