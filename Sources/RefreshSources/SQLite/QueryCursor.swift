/// Where a query goes on: after a key, in the file that had it.
struct QueryCursor: Equatable {
  /// The database file; `nil` if that is not known.
  var file: FileID?
  /// Of the first row that the query ever brought, by which a database is known again; `nil` if that is not known.
  var first: UInt64?
  var key: QueryKey

  /// What a source that has brought nothing begins with.
  static let begin = QueryCursor(file: nil, first: nil, key: .null)

  init(file: FileID?, first: UInt64?, key: QueryKey) {
    self.file = file
    self.first = first
    self.key = key
  }

  /// Reads one as ``text`` has it, or a key alone; `nil` if it is neither.
  init?(parsing text: String) {
    guard text.hasPrefix("db1:") else {
      guard let key = QueryKey(parsing: text) else { return nil }
      self.init(file: nil, first: nil, key: key)
      return
    }
    let fields = text.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5, let device = UInt64(fields[1], radix: 16),
      let inode = UInt64(fields[2], radix: 16),
      let key = QueryKey(parsing: String(fields[4]))
    else { return nil }
    self.init(file: FileID(device: device, inode: inode), first: UInt64(fields[3], radix: 16), key: key)
  }

  /// As the server keeps it.
  var text: String {
    guard let file else { return key.description }
    let numbers =
      [file.device, file.inode].map { String($0, radix: 16) } + [first.map { String($0, radix: 16) } ?? ""]
    return "db1:\(numbers.joined(separator: ":")):\(key.description)"
  }
}
