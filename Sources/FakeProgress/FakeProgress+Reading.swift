extension FakeProgress {
    /// What is going on, at the last look.
    public var phase: Phase {
        switch state {
        case .idle: .idle
        case .open(let run): run.isStalled ? .stalled : .running
        case .completing: .completing
        case .done: .done
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// How full the bar is, 0...1, at the last look: 0 before anything was begun, 1 only after success.
    public var position: Double { run?.position ?? 0 }

    /// How long the run has been on screen at the last look, or was when it ended; zero before anything was begun.
    public var elapsed: Duration { run?.elapsed ?? .zero }

    /// What to say about the time that it takes; nil unless a request is open.
    public var remark: Remark? {
        switch state {
        case .open(let run): Remark(after: run.elapsed, limit: run.limit)
        case .idle, .completing, .done, .failed, .cancelled: nil
        }
    }

    /// When to look again: the bar, the remark or the phase is another one then.
    ///
    /// Never sooner than the last look, and on a grid of 50 ms: at most 20 frames a second.
    ///
    /// - Parameter steps: how many different bars can be drawn, ``Glyphs/steps(in:)``: what moves by less is not worth a
    ///   frame. 0 asks for words and phases alone.
    /// - Returns: nil if nothing changes until something is said.
    /// - Complexity: O(steps of the schedule)
    public func nextChange(steps: Int) -> Instant? {
        switch state {
        case .open(let run): run.nextChange(steps: steps)
        case .completing(let run, let completion): completion.nextChange(after: run.latest, steps: steps)
        case .idle, .done, .failed, .cancelled: nil
        }
    }

    private var run: Run? {
        switch state {
        case .idle: nil
        case .open(let run), .completing(let run, _), .done(let run), .failed(let run), .cancelled(let run): run
        }
    }
}
