import CLibUV

/// A call of the operating system that failed.
public struct LoopError: Error, Equatable, CustomStringConvertible {
  /// libuv's code: a negated errno.
  public let code: Int32
  /// What was tried, as in "could not …".
  public let attempt: String

  /// What happened, in words.
  public var description: String { "could not \(attempt): \(String(cString: uv_strerror(code)))" }

  static func check(_ code: Int32, _ attempt: String) throws(LoopError) {
    if code < 0 { throw LoopError(code: code, attempt: attempt) }
  }
}
