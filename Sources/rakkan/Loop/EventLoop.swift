import Glibc
import OptimisticState

/// The main thread's loop: one `poll(2)` on what the program listens to, on a wake descriptor, and until the earliest
/// deadline. What tasks and other threads have to tell comes through its mailbox.
final class EventLoop<Letter: Sendable> {
    let mailbox = Mailbox<Letter>()
    let time: LoopTime
    private var listeners: [(descriptor: Int32, onReadable: () -> Void)] = []
    private var isStopped = false

    init() {
        let mailbox = mailbox
        time = LoopTime { mailbox.wake() }
    }

    /// Calls `onReadable` whenever the descriptor has something, or has come to its end.
    func listen(to descriptor: Int32, _ onReadable: @escaping () -> Void) {
        listeners.append((descriptor, onReadable))
    }

    /// Does not listen to it any more.
    func forget(_ descriptor: Int32) { listeners.removeAll { $0.descriptor == descriptor } }

    func stop() { isStopped = true }

    /// Runs until ``stop()``.
    ///
    /// - Parameters:
    ///   - nextDeadline: when the caller has something to do by itself.
    ///   - receive: called with each letter.
    ///   - afterEach: called after each round, before the loop sleeps again.
    func run(
        nextDeadline: () -> Timestamp? = { nil }, receive: (Letter) -> Void, afterEach: () -> Void = {}
    ) {
        isStopped = false
        while true {
            for letter in mailbox.takeAll() { receive(letter) }
            time.wakeSleepers()
            afterEach()
            if isStopped { return }
            wait(until: [time.nextDeadline, nextDeadline()].compactMap { $0 }.min())
        }
    }

    private func wait(until deadline: Timestamp?) {
        var descriptors = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        descriptors += listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        var timeout: Int32 = -1
        if let deadline {
            timeout = Int32(clamping: max(0, deadline.milliseconds - time.now().milliseconds))
        }
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return }
        // A listener may stop listening to another one: look each up again.
        for ready in descriptors.dropFirst() where ready.revents != 0 {
            listeners.first { $0.descriptor == ready.fd }?.onReadable()
        }
    }
}
