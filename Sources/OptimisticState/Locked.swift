import Synchronization

/// A value behind a lock. The only way to share mutable state here.
///
/// The thread sanitizer does not see `Mutex`, whose library is not instrumented, and would report correct code. The
/// atomic beside it is loaded acquiring on the way in and stored releasing on the way out: the order that the lock
/// already guarantees, in a form that the sanitizer can see.
package final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>
    private let visibleOrder = Atomic<Bool>(false)

    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` alone with the value. Not re-entrant.
    package func withLock<T>(_ body: (inout sending Value) throws -> sending T) rethrows -> sending T {
        try mutex.withLock { value in
            _ = visibleOrder.load(ordering: .acquiring)
            defer { visibleOrder.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
