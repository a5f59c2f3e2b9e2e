import Observation
import OptimisticState

/// A window of a list for views that observe: the whole adapter.
@Observable final class ListModel<R: Record, Service: Sendable> {
    private(set) var items: [Item<R>] = []
    @ObservationIgnored private let store: OptimisticStore<Service>
    private let scope: Scope<R>
    private let window: Range<Int>

    init(of scope: Scope<R>, _ window: Range<Int>, in store: OptimisticStore<Service>) {
        self.store = store
        self.scope = scope
        self.window = window
    }

    /// Follows the store until `isEnough`, or the task is cancelled.
    func follow(until isEnough: ([Item<R>]) -> Bool) async {
        for await _ in store.changes(in: [AnyScope(scope)]) {
            items = store.read { $0.items(in: scope, window) }
            if isEnough(items) { return }
        }
    }
}
