import Foundation

/// How long something takes, in milliseconds of the monotonic clock.
func milliseconds(of work: () async throws -> Void) async throws -> Int {
  let begin = ContinuousClock.now
  try await work()
  return Int((ContinuousClock.now - begin) / .milliseconds(1))
}

/// Does work that blocks, on a thread of its own.
func onThread<Answer: Sendable>(_ work: @escaping @Sendable () throws -> Answer) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try work() }) }.start()
  }
}
