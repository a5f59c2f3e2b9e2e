import OptimisticState

/// How long each kind of request may take, and the clock that counts it.
package struct Deadlines: Sendable {
    package var submit: Duration = .seconds(15)
    package var list: Duration = .seconds(30)
    /// A person waits for it, and is told the limit.
    package static let signInLimit = Duration.seconds(60)
    package var signIn: Duration = Deadlines.signInLimit
    package let time: any Timekeeper

    package init(time: any Timekeeper) {
        self.time = time
    }

    /// Runs `work`, and cancels it when it has taken `limit`.
    ///
    /// - Returns: nil if the limit came first. What `work` did until then is done: the outcome is unknown.
    package func within<T: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> T) async -> T? {
        let end = time.now() + limit
        return await withTaskGroup(of: T?.self) { group in
            group.addTask { await work() }
            group.addTask { [time] in
                // The injected clock; cancelled with the work's end, so that nothing is left to wake up.
                try? await time.sleep(until: end)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
