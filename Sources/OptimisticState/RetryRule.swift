/// Whether, and how soon, the drainer sends a second time by itself.
public enum RetryRule: Hashable, Sendable {
    /// Full jitter: up to `base` × 2ⁿ after the n-th attempt, at most `limit`; after `patience` since the mutation was
    /// enqueued it fails as given up, and is kept.
    case automatic(base: Duration, limit: Duration, patience: Duration)
    /// Never: what was not accepted fails, marked as transient where sending again could help.
    case manual

    /// 0.5 s × 2ⁿ, at most 60 s, for 24 hours.
    public static let standard = RetryRule.automatic(
        base: .milliseconds(500), limit: .seconds(60), patience: .seconds(86_400))
}
