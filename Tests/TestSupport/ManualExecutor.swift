import Glibc
import OptimisticState

/// An executor that runs what was started on it when it is told to, on the caller's thread, until nothing is left:
/// asynchronous code in one order, the same in every run.
package final class ManualExecutor: TaskExecutor {
    /// Each with the actor's executor that it belongs to, if it belongs to one.
    private let jobs = Locked<[(job: UnownedJob, actor: ManualSerialExecutor?)]>([])

    /// Raised with each job: what comes from another thread can be waited for.
    private let arrivals = Arrivals()

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append((job, nil)) }
        arrivals.raise()
    }

    fileprivate func enqueue(_ job: UnownedJob, of actor: ManualSerialExecutor) {
        jobs.withLock { $0.append((job, actor)) }
        arrivals.raise()
    }

    /// How many jobs wait to be run.
    package var jobCount: Int { jobs.withLock { $0.count } }

    /// Waits until another thread has brought a job, at most so long.
    ///
    /// - Returns: whether there is one.
    @discardableResult
    package func waitForWork(milliseconds: Int32) -> Bool {
        while jobCount == 0 {
            guard arrivals.wait(milliseconds: milliseconds) else { return jobCount > 0 }
        }
        return true
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

/// A semaphore of the system.
///
/// Unchecked: the pointer never changes, and the system's calls may be made from any thread.
private final class Arrivals: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func raise() { sem_post(semaphore) }

    func wait(milliseconds: Int32) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += Int(milliseconds) / 1_000
        end.tv_nsec += Int(milliseconds) % 1_000 * 1_000_000
        if end.tv_nsec >= 1_000_000_000 {
            end.tv_sec += 1
            end.tv_nsec -= 1_000_000_000
        }
        return sem_timedwait(semaphore, &end) == 0
    }
}
