import Synchronization

/// A value behind a lock: the only way to share mutable state here.
///
/// The thread sanitizer does not see `Mutex`, whose library is not instrumented, and would report correct code. The
/// atomic beside it is loaded acquiring on the way in and stored releasing on the way out: the order that the lock
/// already guarantees, in a form that the sanitizer can see.
///
/// `@unchecked Sendable`: `value` is touched between lock and unlock and nowhere else.
package final class Locked<Value>: @unchecked Sendable {
    private let mutex = Mutex<Void>(())
    private let visibleOrder = Atomic<Bool>(false)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` alone with the value. Not re-entrant.
    package func withLock<T>(_ body: (inout Value) throws -> T) rethrows -> T {
        // Not `withLock` of the mutex: it demands results that are disconnected from the value, and a read may well
        // return something of the caller's.
        mutex._unsafeLock()
        _ = visibleOrder.load(ordering: .acquiring)
        defer {
            visibleOrder.store(true, ordering: .releasing)
            mutex._unsafeUnlock()
        }
        return try body(&value)
    }
}
