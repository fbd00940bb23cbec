import Foundation
import Glibc
import Testing

extension Program {
  /// Waits until the log says something, for the so manieth time.
  func complains(of words: String, times: Int = 1) throws {
    let limit = ContinuousClock.now + .seconds(60)
    while complaints.components(separatedBy: words).count <= times {
      try #require(ContinuousClock.now < limit, "\(complaints)")
      usleep(5_000)
    }
  }
}
