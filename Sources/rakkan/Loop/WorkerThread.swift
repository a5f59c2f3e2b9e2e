import Glibc
import OptimisticState

/// The one thread on which every task of this program runs.
///
/// Not the shared pool and not Dispatch: either keeps a manager thread that wakes once a second for ever; this one
/// sleeps until there is something to do. It starts with the first task.
final class WorkerThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStarted = false
    }
    private let state = Locked(State())
    private let bell = ThreadBell()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if isFirst { startThread() }
        bell.ring()
    }

    /// Starts work. The only place where a task begins.
    @discardableResult
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await work() }
    }

    private func startThread() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<WorkerThread>.fromOpaque(context).takeRetainedValue().runForever()
                return nil
            }, context)
        pthread_detach(thread)
    }

    private func runForever() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                return state.jobs
            }
            if jobs.isEmpty {
                bell.wait()
                continue
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}

/// A bell that a thread can sleep on: a ring while it is awake is not lost.
///
/// `@unchecked Sendable`: `isRung` is touched with the mutex held.
private final class ThreadBell: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isRung = false

    init() {
        // At fixed addresses for as long as the thread may sleep on them: they are moved by no one.
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func ring() {
        pthread_mutex_lock(mutex)
        isRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func wait() {
        pthread_mutex_lock(mutex)
        while !isRung { pthread_cond_wait(condition, mutex) }
        isRung = false
        pthread_mutex_unlock(mutex)
    }
}
