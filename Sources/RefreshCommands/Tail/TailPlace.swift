import FoundationEssentials
import Glibc
import RefreshFiles
import RefreshWire

/// Where a reader of a feed stands, as it is kept in a file between two calls.
struct TailPlace: Equatable, Sendable {
  let feed: FeedName
  /// The position behind the last row that was printed.
  var position: String
  /// That row's sequence number, if it is known.
  var sequence: Int?

  /// Reads a file; nil if there is none yet, or nothing in it.
  /// - Throws: ``CommandError`` if it cannot be read or is none of these.
  static func read(_ path: String, feed: FeedName) throws(CommandError) -> TailPlace? {
    let bytes: [UInt8]
    do throws(NamedFile.Refusal) {
      // It will be replaced, so that it must be a file by its name.
      try NamedFile.checkReplaceable(path)
      bytes = try NamedFile.read(path, limit: 4_096)
    } catch {
      if error.isMissing { return nil }
      throw CommandError(.failed, "the place cannot be kept in \(path): \(error.words); name another file")
    }
    if bytes.isEmpty { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard fields.count >= 4, fields[0] == "refreshd-place", fields[1] == "1",
      let written = FeedName(fields[2]), Position(fields[3]) != nil
    else {
      throw CommandError(
        .failed, "\(path) holds no place of this command: name another file, or delete it to begin anew")
    }
    guard written == feed else {
      throw CommandError(.failed, "\(path) is the place in the feed \(written.text): name another file")
    }
    return TailPlace(feed: feed, position: fields[3], sequence: fields.count > 4 ? Int(fields[4]) : nil)
  }

  /// Whether a place can be kept in a file: to be asked before rows are printed that it is to count.
  /// - Throws: ``CommandError`` if it cannot be written.
  static func checkWritable(_ path: String) throws(CommandError) {
    let descriptor = openFresh(path)
    guard descriptor >= 0 else {
      throw CommandError(
        .failed, "the place cannot be kept in \(path): \(String(cString: strerror(errno))); name another file"
      )
    }
    close(descriptor)
    unlink(fresh(path))
  }

  /// What is written before it gets the file's name.
  private static func fresh(_ path: String) -> String { path + ".new" }

  private static func openFresh(_ path: String) -> Int32 {
    open(fresh(path), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o600)
  }

  /// Puts it into a file's place, whole or not at all.
  /// - Throws: ``CommandError`` if it cannot be written.
  func write(_ path: String) throws(CommandError) {
    let text = "refreshd-place 1 \(feed.text) \(position)\(sequence.map { " \($0)" } ?? "")\n"
    let descriptor = Self.openFresh(path)
    var isGood = descriptor >= 0
    if isGood {
      let bytes = Array(text.utf8)
      isGood = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
      isGood = close(descriptor) == 0 && isGood
    }
    guard isGood, rename(Self.fresh(path), path) == 0 else {
      throw CommandError(.failed, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
