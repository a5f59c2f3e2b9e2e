import OptimisticState

/// An executor that runs what was started on it when it is told to, on the caller's thread, until nothing is left:
/// asynchronous code in one order, the same in every run.
package final class ManualExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs until every started task has ended or waits for something outside.
    package func run() {
        while true {
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Starts `work`; it goes on whenever ``run()`` is called.
    @discardableResult
    package func start<T: Sendable>(_ work: @escaping @Sendable () async -> T) -> Task<T, Never> {
        Task(executorPreference: self) { await work() }
    }

    /// Starts `work`, runs until it can't go on, and gives its result if it has ended.
    package func result<T: Sendable>(of work: @escaping @Sendable () async -> T) -> T? {
        let box = Locked<T?>(nil)
        start {
            let value = await work()
            box.withLock { $0 = value }
        }
        run()
        return box.withLock { $0 }
    }
}
