/// Lines that a file held, or may have held, and that are nowhere any more.
struct LostLines: Equatable {
  /// How many bytes the last run has seen and left for later.
  let bytes: Int

  /// What is lost with a file that is gone; `nil` if nothing is known to be.
  /// - Parameters:
  ///   - mark: where the last run was in it.
  ///   - isLast: whether it is the file that was read on: it may have got more until it was rotated away.
  ///   - others: what is lost with others.
  init?(after mark: FileMark, isLast: Bool, beside others: LostLines?) {
    let seen = max(0, mark.size - mark.offset)
    let mayHaveMore = isLast && (mark.offset > 0 || mark.size > 0)
    guard seen > 0 || mayHaveMore || others != nil else { return nil }
    bytes = seen + (others?.bytes ?? 0)
  }

  /// For the operator: what is so, and what to do.
  func words(_ path: String) -> String {
    let what =
      bytes > 0
      ? "\(bytes) bytes of it and whatever was added to it since are" : "whatever was added to it since is"
    return
      "\(path) was rotated or emptied, and what it held when it was last read is in no file beside it: \(what) lost; "
      + "nobody can tell whether anything was added; refresh more often, or have the rotation leave the last file as it is (delaycompress)"
  }
}
