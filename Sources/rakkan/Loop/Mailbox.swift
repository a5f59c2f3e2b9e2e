import Glibc
import OptimisticState

/// What other threads may do with the loop: leave a letter, or wake it.
final class Mailbox<Letter: Sendable>: Sendable {
    /// Readable when there is something to do.
    let descriptor: Int32
    /// Where signal handlers write.
    let wakeDescriptor: Int32
    private let letters = Locked<[Letter]>([])

    init() {
        // A pipe, not an eventfd: any number of bytes of any writer may wait in it, and a full one wakes as well.
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        wakeDescriptor = ends[1]
    }

    deinit {
        close(descriptor)
        close(wakeDescriptor)
    }

    /// Leaves a letter; one that says the same as the last that waits is merged with it.
    func post(_ letter: Letter, saysTheSame: (Letter) -> Bool = { _ in false }) {
        let isFirst = letters.withLock { letters in
            if let last = letters.last, saysTheSame(last) { return false }
            letters.append(letter)
            return letters.count == 1
        }
        if isFirst { wake() }
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(wakeDescriptor, &byte, 1)
    }

    /// The letters in the order posted. Takes the wake-ups with them.
    func takeAll() -> [Letter] {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
        return letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
