/// Milliseconds: a duration, or an instant of a monotonic clock that the caller reads.
public typealias Milliseconds = Int

/// A run's number, from a persisted counter that never repeats within a feed.
public typealias RunID = Int
