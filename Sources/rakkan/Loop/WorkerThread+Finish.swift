import OptimisticState

extension WorkerThread {
    /// Does something before the loop runs, and waits for it.
    func finish<T: Sendable>(_ work: @escaping @Sendable () async -> T) -> T {
        let loop = EventLoop<T>()
        let mailbox = loop.mailbox
        start { mailbox.post(await work()) }
        while true {
            var answer: T?
            loop.run(receive: {
                answer = $0
                loop.stop()
            })
            if let answer { return answer }
        }
    }
}
