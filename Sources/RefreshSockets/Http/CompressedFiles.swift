/// Files in gzip, each compressed when it is first wanted and kept.
struct CompressedFiles {
  /// Smaller files gain nothing; larger ones would hold up the loop while they are compressed.
  static let sizes = 256...524_288
  /// Versions that are gone are kept too, until this many bytes are; then all are made anew.
  static let maxBytes = 4_194_304

  private var files: [String: [UInt8]] = [:]
  private(set) var bytes = 0

  /// A file's version in gzip; it is read only if that is not there.
  mutating func file(
    _ tag: String, _ read: () throws(HTTPRefusal) -> [UInt8]
  ) throws(HTTPRefusal) -> [UInt8] {
    if let known = files[tag] { return known }
    let made = Gzip.compress(try read())
    if bytes + made.count > Self.maxBytes {
      files = [:]
      bytes = 0
    }
    files[tag] = made
    bytes += made.count
    return made
  }
}
