import Glibc

/// One thread that may block: on a disk, a lock, or a hash that is slow on purpose. An actor that names it as its
/// executor never holds up the shared pool, which has one thread per core.
///
/// The thread starts with the first job, sleeps in the kernel while there is none, and ends with the executor.
final class BlockingThread: SerialExecutor {
    private let jobs = Jobs()

    init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(UnownedJob(job), of: self)
    }

    deinit { jobs.close() }
}

/// The queue that an executor and its thread share.
///
/// Unchecked: `mutex` guards every field after `init`, and the two pointers never change. `Locked` can't be waited on.
private final class Jobs: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Each with its executor, which has to outlive the job that runs on it.
    private var waiting: [(job: UnownedJob, executor: BlockingThread)] = []
    private var hasThread = false
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrival, nil)
    }

    deinit {
        pthread_cond_destroy(arrival)
        pthread_mutex_destroy(mutex)
        arrival.deallocate()
        mutex.deallocate()
    }

    func append(_ job: UnownedJob, of executor: BlockingThread) {
        pthread_mutex_lock(mutex)
        waiting.append((job, executor))
        let needsThread = !hasThread
        hasThread = true
        pthread_cond_signal(arrival)
        pthread_mutex_unlock(mutex)
        if needsThread { start() }
    }

    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_signal(arrival)
        pthread_mutex_unlock(mutex)
    }

    private func start() {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let shared = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, &attributes,
            { shared in
                guard let shared else { return nil }
                Unmanaged<Jobs>.fromOpaque(shared).takeRetainedValue().run()
                return nil
            }, shared)
        pthread_attr_destroy(&attributes)
        // Out of threads: jobs that never run would hang their callers without a word.
        precondition(code == 0, "the system refused a thread: \(code)")
    }

    private func run() {
        while let (job, executor) = next() {
            job.runSynchronously(on: executor.asUnownedSerialExecutor())
        }
    }

    /// Waits for a job; nil when the executor is gone.
    private func next() -> (job: UnownedJob, executor: BlockingThread)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty && !isClosed { pthread_cond_wait(arrival, mutex) }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
