import CCurl
import Glibc
import OptimisticState

/// libcurl's multi handle and the thread that drives it. The thread sleeps in the kernel while nothing moves, and ends
/// with ``close()``.
///
/// Unchecked: the multi handle is touched by the thread alone, but for the wake-up, which libcurl allows from anywhere
/// and which is rung under the lock that says that the handle is still there.
final class Engine: @unchecked Sendable {
    private enum Order {
        case begin(Transfer)
        case abort(UInt64)
    }

    private struct Inbox {
        var orders: [Order] = []
        /// Begun and not ended.
        var live: Set<UInt64> = []
        /// Cancelled before they began.
        var aborted: Set<UInt64> = []
        var hasThread = false
        var isClosed = false
        /// The multi handle is gone.
        var isOver = false
    }

    private let inbox = Locked(Inbox())
    private let multi: UnsafeMutableRawPointer?
    /// By handle; the thread's own.
    private var transfers: [OpaquePointer: Transfer] = [:]

    static var whyNot: String? { ccurl_load() == 0 ? nil : String(cString: ccurl_why_not()) }

    init() {
        multi = ccurl_multi()
    }

    var count: Int { inbox.withLock { $0.live.count } }

    func begin(_ transfer: Transfer) {
        let (refusal, needsThread): (HTTPFailure.Kind?, Bool) = inbox.withLock { inbox in
            if inbox.aborted.remove(transfer.id) != nil { return (.cancelled, false) }
            guard !inbox.isClosed, multi != nil else { return (.broken, false) }
            inbox.live.insert(transfer.id)
            inbox.orders.append(.begin(transfer))
            defer { inbox.hasThread = true }
            return (nil, !inbox.hasThread)
        }
        if let refusal { return transfer.end(.failure(HTTPFailure(refusal, hasLeft: false))) }
        if needsThread { startThread() }
        wake()
    }

    func abort(_ id: UInt64) {
        inbox.withLock { inbox in
            if inbox.live.contains(id) { inbox.orders.append(.abort(id)) } else { inbox.aborted.insert(id) }
        }
        wake()
    }

    func forget(_ id: UInt64) { inbox.withLock { _ = $0.aborted.remove(id) } }

    /// Ends everything that is under way, and the thread.
    func close() {
        let hasThread = inbox.withLock { inbox in
            inbox.isClosed = true
            return inbox.hasThread
        }
        if hasThread { wake() } else if let multi { ccurl_multi_free(multi) }
    }

    private func wake() {
        inbox.withLock { inbox in
            if inbox.hasThread, !inbox.isOver, let multi { _ = ccurl_multi_wake(multi) }
        }
    }

    private func startThread() {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let code = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                // Signals are for the main thread. A broken pipe, which TLS raises by writing, stays pending here.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                Unmanaged<Engine>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_attr_destroy(&attributes)
        // Out of threads: requests that never end would hang their callers without a word.
        precondition(code == 0, "the system refused a thread: \(code)")
    }

    // MARK: On the thread

    private func run() {
        guard let multi else { return }
        while takeOrders(multi) {
            _ = ccurl_multi_perform(multi)
            takeResults(multi)
            endTheUnanswered(multi, at: monotonicMilliseconds())
            if inbox.withLock({ $0.orders.isEmpty && !$0.isClosed }) {
                _ = ccurl_multi_wait(multi, patience(at: monotonicMilliseconds()))
            }
        }
        for transfer in transfers.values { end(transfer, transfer.failure(.cancelled), multi) }
        inbox.withLock { $0.isOver = true }
        ccurl_multi_free(multi)
    }

    /// How long the thread may sleep: as far as is known here. libcurl wakes for its own time-outs.
    private func patience(at now: Int64) -> Int32 {
        guard let next = transfers.values.compactMap(\.deadline).min() else { return .max }
        return Int32(clamping: max(0, next - now))
    }

    /// - Returns: false once the engine is closed.
    private func takeOrders(_ multi: UnsafeMutableRawPointer) -> Bool {
        let (orders, isClosed) = inbox.withLock { inbox in
            defer { inbox.orders = [] }
            return (inbox.orders, inbox.isClosed)
        }
        let now = monotonicMilliseconds()
        for order in orders {
            switch order {
            case .begin(let transfer):
                guard transfer.prepare(at: now), let handle = transfer.handle,
                    ccurl_multi_add(multi, UnsafeMutableRawPointer(handle)) == CURLM_OK
                else {
                    finish(transfer, transfer.failure(.malformed))
                    continue
                }
                transfers[handle] = transfer
            case .abort(let id):
                if let transfer = transfers.values.first(where: { $0.id == id }) {
                    end(transfer, transfer.failure(.cancelled), multi)
                }
            }
        }
        return !isClosed
    }

    private func takeResults(_ multi: UnsafeMutableRawPointer) {
        var code = CURLE_OK
        while let handle = ccurl_multi_ended(multi, &code) {
            guard let transfer = transfers[OpaquePointer(handle)] else { continue }
            end(transfer, transfer.result(code), multi)
        }
    }

    private func endTheUnanswered(_ multi: UnsafeMutableRawPointer, at now: Int64) {
        for transfer in transfers.values {
            if let deadline = transfer.deadline, deadline <= now { end(transfer, transfer.failure(.timedOut), multi) }
        }
    }

    private func end(_ transfer: Transfer, _ result: Transfer.Result, _ multi: UnsafeMutableRawPointer) {
        if let handle = transfer.handle {
            transfers[handle] = nil
            _ = ccurl_multi_remove(multi, UnsafeMutableRawPointer(handle))
        }
        finish(transfer, result)
    }

    private func finish(_ transfer: Transfer, _ result: Transfer.Result) {
        inbox.withLock { _ = $0.live.remove(transfer.id) }
        transfer.end(result)
    }
}

func monotonicMilliseconds() -> Int64 { milliseconds(by: CLOCK_MONOTONIC) }

/// The time of day, by the clock here: where a server does not tell its own.
func wallClock() -> Timestamp { Timestamp(milliseconds: milliseconds(by: CLOCK_REALTIME)) }

private func milliseconds(by clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
