import OptimisticState

/// An executor that runs what was started on it when it is told to, on the caller's thread, until nothing is left:
/// asynchronous code in one order, the same in every run.
package final class ManualExecutor: TaskExecutor {
    /// Each with the actor's executor that it belongs to, if it belongs to one.
    private let jobs = Locked<[(job: UnownedJob, actor: ManualSerialExecutor?)]>([])

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append((job, nil)) }
    }

    fileprivate func enqueue(_ job: UnownedJob, of actor: ManualSerialExecutor) {
        jobs.withLock { $0.append((job, actor)) }
    }

    /// Runs until every started task has ended or waits for something outside.
    package func run() {
        while true {
            let next = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let (job, actor) = next else { return }
            if let actor {
                job.runSynchronously(on: actor.asUnownedSerialExecutor())
            } else {
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
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

/// An actor's executor that takes its turns in a ``ManualExecutor``, instead of on a thread of its own.
package final class ManualSerialExecutor: SerialExecutor {
    private let executor: ManualExecutor

    package init(on executor: ManualExecutor) {
        self.executor = executor
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        executor.enqueue(UnownedJob(job), of: self)
    }
}
