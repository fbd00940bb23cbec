import Glibc

/// Reads what a growing file has had added since the last run, wherever its lines are by now.
struct FileFollower {
  /// So often a run begins anew because a file was emptied while it was read.
  private static let maxAttempts = 5

  private let spec: FileSpec
  private let limits: SourceLimits
  private var lines: AddedLines
  private var found: [FileMark] = []
  private var isTruncated = false
  private var notice: String?
  private let asks: WorkAsks

  init(_ spec: FileSpec, _ limits: SourceLimits, _ asks: WorkAsks) {
    self.spec = spec
    self.limits = limits
    self.asks = asks
    lines = AddedLines(limits, asks)
  }

  /// Reads.
  /// - Parameter cursor: what the last run has said, if there was one.
  mutating func run(since cursor: String?) -> SourceOutcome {
    let marks = cursor.flatMap(FileMarks.init(parsing:))
    do throws(FileError) {
      for _ in 0..<Self.maxAttempts {
        let isWhole = if let marks { try follow(marks) } else { try begin(OpenFile(spec.path)) }
        if asks.isStopped() { return .cancelled }
        if isWhole {
          return .ok(
            SourceCatch(lines.rows, truncated: isTruncated, cursor: FileMarks(found).text, notice: notice))
        }
        (lines, found, isTruncated, notice) = (AddedLines(limits, asks), [], false, nil)
      }
      throw FileError("\(spec.path) is emptied all the time", advice: "wait until that is over")
    } catch {
      return error.outcome
    }
  }

  /// The first run.
  /// - Returns: whether nothing was emptied meanwhile.
  private mutating func begin(_ file: OpenFile) throws(FileError) -> Bool {
    if spec.from == .start { return try take(FileStep(file, after: FileMark(beginning: file))) }
    // A line that is being written is to come whole.
    let size = try file.size()
    let length = min(size, AddedLines.maxLine)
    let last = try file.bytes(length, at: size - length)
    let end = last.lastIndex(of: 0x0A).map { size - length + $0 + 1 } ?? size
    var mark = try FileMark(beginning: file)
    mark.offset = end
    mark.fingerprint = try FileFingerprint(of: file, before: end)
    found = [mark]
    return try file.bytes(length, at: size - length) == last
  }

  /// - Returns: whether nothing was emptied meanwhile.
  private mutating func follow(_ marks: FileMarks) throws(FileError) -> Bool {
    let plan = try FilePlan(spec.path, since: marks.marks)
    notice = plan.lost.map { $0.words(spec.path) }
    for step in plan.steps {
      if !lines.isFull {
        guard try take(step) else { return false }
      } else {
        // What does not fit any more keeps its place.
        if step.isKnown { found.append(step.mark) }
        if try AddedLines.hasMore(step.file, after: step.mark) { isTruncated = true }
      }
    }
    // Between the rotation and the new file there is only the old one.
    if plan.isMissing, plan.steps.isEmpty { throw FileError(spec.path, code: ENOENT) }
    return true
  }

  /// - Returns: whether the file was not emptied since it was found. What it held is in another one then.
  private mutating func take(_ step: FileStep) throws(FileError) -> Bool {
    guard let place = try lines.take(step.file, after: step.mark, isWhole: step.isCopy),
      place.size >= step.size
    else { return false }
    var isLeft = false
    if lines.isFull { isLeft = try AddedLines.hasMore(step.file, after: place) }
    if isLeft { isTruncated = true }
    found.append(place)
    return true
  }
}
