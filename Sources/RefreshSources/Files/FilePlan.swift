import Glibc

/// A file to read on in.
struct FileStep {
  let file: OpenFile
  /// After which place.
  let mark: FileMark
  /// Whether the last run has known it.
  var isKnown = false
  /// How large it was when it was found.
  let size: Int
  /// Whether it is a copy that was made before the file itself was emptied.
  var isCopy = false

  init(_ file: OpenFile, after mark: FileMark) throws(FileError) {
    self.file = file
    self.mark = mark
    size = try file.size()
  }
}

/// Which files hold what was added to one since the last run, in the order in which it was.
///
/// A file that was rotated away is found again by its number in the same folder, one that was copied and emptied by what
/// stands before the place. Then what else was rotated away since comes, then the file itself from its begin. Files that
/// were rotated away are looked at a few times more: a program writes on to the old one until it opens the new one.
struct FilePlan {
  /// While files are being renamed, the folder is looked through again, so often.
  private static let maxLooks = 20

  private(set) var steps: [FileStep] = []
  /// Whether no file has the name now.
  private(set) var isMissing = false
  /// What cannot be read any more, if anything is known to be so.
  private(set) var lost: LostLines?
  private let path: String

  init(_ path: String, since marks: [FileMark]) throws(FileError) {
    self.path = path
    for _ in 0..<Self.maxLooks {
      let current = try present()
      if let mark = marks.first, marks.count == 1, let current, try current.id() == mark.id,
        try mark.continues(in: current)
      {
        // As it is nearly always: no other file is looked for.
        try add(current, mark)
        return
      }
      let folder = RotatedFiles(of: path)
      steps = []
      lost = nil
      isMissing = current == nil
      try find(marks, current, folder)
      // All of them are open by now: that they are renamed from here on does no harm.
      guard try present()?.id() == current?.id(), folder.isSame(as: RotatedFiles(of: path)) else { continue }
      return
    }
    throw FileError("The files beside \(path) are renamed all the time", advice: "wait until that is over")
  }

  private mutating func find(_ marks: [FileMark], _ current: OpenFile?, _ folder: RotatedFiles)
    throws(FileError)
  {
    var newest: OpenFile?
    for (index, mark) in marks.enumerated() {
      let isLast = index == marks.count - 1
      if let current, try current.id() == mark.id, try mark.continues(in: current) {
        // Of a file that was empty nobody can tell whether it was filled and emptied again since.
        if mark.offset == 0, let newest { try addLater(than: newest, current, folder) }
        return try add(current, mark)
      }
      if let older = try folder.file(mark.id), try mark.continues(in: older) {
        try add(older, mark)
        newest = older
        if isLast { try addLater(than: older, current, folder) }
      } else if isLast, mark.offset > 0, let current, try mark.continues(in: current) {
        // A device has another number after a restart, and a file that was written anew with what it held another one.
        return try add(current, mark)
      } else if isLast, let copy = try folder.copy(of: mark) {
        try add(copy, mark, isCopy: true)
        try addLater(than: copy, current, folder)
      } else {
        lost = LostLines(after: mark, isLast: isLast, beside: lost)
      }
    }
    if let current { steps.append(try FileStep(current, after: try FileMark(beginning: current))) }
  }

  private mutating func add(
    _ file: OpenFile, _ mark: FileMark, isCopy: Bool = false
  ) throws(FileError) {
    var own = mark
    own.id = try file.id()
    var step = try FileStep(file, after: own)
    step.isKnown = true
    step.isCopy = isCopy
    steps.append(step)
  }

  /// The files that were rotated away after that one.
  private mutating func addLater(
    than older: OpenFile, _ current: OpenFile?, _ folder: RotatedFiles
  ) throws(FileError) {
    for file in folder.files(laterThan: older.path) {
      let id = try file.id()
      if steps.contains(where: { $0.mark.id == id }) { continue }
      // A copy that has just begun is empty.
      if try file.size() == 0 { continue }
      // A copy of the file that is about to be emptied holds what comes from there.
      if let current, try Self.isCopy(file, of: current) { continue }
      steps.append(try FileStep(file, after: try FileMark(beginning: file)))
    }
  }

  private static func isCopy(_ file: OpenFile, of current: OpenFile) throws(FileError) -> Bool {
    let size = try file.size()
    guard try current.size() >= size else { return false }
    return try FileFingerprint(of: file, before: size) == FileFingerprint(of: current, before: size)
  }

  /// The file itself, `nil` if none has the name now.
  private func present() throws(FileError) -> OpenFile? {
    var status = stat()
    if stat(path, &status) != 0, errno == ENOENT { return nil }
    do {
      return try OpenFile(path)
    } catch {
      // Renamed in this moment.
      if stat(path, &status) != 0, errno == ENOENT { return nil }
      throw error
    }
  }
}
