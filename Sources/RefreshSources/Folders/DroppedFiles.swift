import Glibc

/// Takes the files that were dropped into a folder since the last run.
struct DroppedFiles {
  /// Where nobody can tell whether a file is still being written, it is taken when it has rested so long, in nanoseconds.
  static let rest: Int64 = 2_000_000_000

  private let spec: DirectorySpec
  private let limits: SourceLimits
  private let asks: WorkAsks
  private var taken = TakenFiles()
  private var rows: [SourceRow] = []
  private var isTruncated = false

  init(_ spec: DirectorySpec, _ limits: SourceLimits, _ asks: WorkAsks) {
    self.spec = spec
    self.limits = limits
    self.asks = asks
  }

  /// Reads.
  /// - Parameter cursor: what the last run has said, if there was one.
  mutating func run(since cursor: String?) -> SourceOutcome {
    taken = cursor.flatMap(TakenFiles.init(parsing:)) ?? TakenFiles()
    do {
      let folder = try Folder(spec.path)
      let files = try folder.files()
      // One file's place is kept: what is left of that file comes before anything of another.
      let begun = spec.rows == .line ? files.first { $0.mark == taken.part?.file } : nil
      let ordered = [begun].compactMap(\.self) + files.filter { $0 != begun }
      for file in ordered where !taken.has(file) {
        if asks.isStopped() { return .cancelled }
        guard rows.count < limits.rows, rows.isEmpty || !asks.isLate() else {
          isTruncated = true
          break
        }
        try take(file, of: folder)
        if file == begun, !taken.has(file) {
          isTruncated = true
          break
        }
      }
      taken.settle(files)
    } catch {
      return error.outcome
    }
    return .ok(SourceCatch(rows, truncated: isTruncated, cursor: taken.text))
  }

  private mutating func take(_ file: DroppedFile, of folder: Folder) throws(FileError) {
    let open: OpenFile
    do {
      open = try folder.open(file)
    } catch {
      // Taken back in this moment.
      if access("\(spec.path)/\(file.name)", F_OK) != 0 { return }
      throw error
    }
    guard try isFinished(file, open) else { return }
    let isWhole =
      switch spec.rows {
      case .file: try takeText(file, open)
      case .line: try takeLines(file, open)
      }
    if isWhole { taken.insert(file) }
  }

  /// Whether a file is as it was found, and nobody is writing to it.
  private func isFinished(_ file: DroppedFile, _ open: OpenFile) throws(FileError) -> Bool {
    guard DroppedFile(file.name, try open.status()) == file else { return false }
    if let finished = open.isFinished { return finished }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - file.changed >= Self.rest
  }

  private mutating func takeText(_ file: DroppedFile, _ open: OpenFile) throws(FileError) -> Bool {
    // No more than a row can hold in any charset, and one that shows that there was more.
    let bytes = try open.bytes(min(file.size, 4 * limits.rowBytes + 4), at: 0)
    let text = String(decoding: (try? Charset.utf8(bytes)) ?? bytes, as: UTF8.self)
    // With the change, or a feed that appends each key once would never take a changed file.
    let row = SourceRow(content: text, key: "\(file.name) \(file.size) \(file.changed)", limits)
    if row.text.utf8.contains(where: { $0 > 0x20 }) { rows.append(row) }
    return true
  }

  private mutating func takeLines(_ file: DroppedFile, _ open: OpenFile) throws(FileError) -> Bool {
    var limits = limits
    limits.rows -= rows.count
    var lines = AddedLines(limits, asks)
    let offset = taken.part?.file == file.mark ? taken.part?.offset ?? 0 : 0
    let begin = FileMark(
      id: try open.id(), offset: offset, size: -1, isInLine: false,
      fingerprint: try FileFingerprint(of: open, before: offset))
    guard let end = try lines.take(open, after: begin, isWhole: true) else { return false }
    rows += lines.rows
    if end.offset < file.size {
      taken.part = (file.mark, end.offset)
      isTruncated = true
      return false
    }
    if taken.part?.file == file.mark { taken.part = nil }
    return true
  }
}
