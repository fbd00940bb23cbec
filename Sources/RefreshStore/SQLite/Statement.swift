import CSQLite

/// A prepared statement, kept for many runs; of the same thread as its connection.
final class Statement {
  private let raw: OpaquePointer

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw SQLiteError(code == SQLITE_OK ? SQLITE_MISUSE : code, on: connection.raw, sql: sql)
    }
    raw = handle
  }

  deinit {
    sqlite3_finalize(raw)
  }

  /// Goes to the next row; false if there is none.
  func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw SQLiteError(code, on: sqlite3_db_handle(raw), sql: String(cString: sqlite3_sql(raw)))
  }

  /// Makes it ready for another run; until then it may hold a read lock.
  func reset() {
    sqlite3_reset(raw)
  }

  /// Runs it with these values for `?1`, `?2` …, and calls `row` at each row.
  func run(_ values: [Value], row: (Statement) throws -> Void = { _ in }) throws {
    defer { reset() }
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    while try step() { try row(self) }
  }

  func bind(_ value: Value, at index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(raw, index)
    case .integer(let number): sqlite3_bind_int64(raw, index, Int64(number))
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          // An empty buffer may have no address, which would bind NULL.
          let address = chars.baseAddress ?? UnsafePointer(Self.empty)
          _ = sqlite3_bind_text(raw, index, address, Int32(chars.count), csqlite_transient())
        }
      }
    case .bytes(let bytes):
      _ = bytes.withUnsafeBytes { buffer in
        sqlite3_bind_blob(raw, index, buffer.baseAddress, Int32(buffer.count), csqlite_transient())
      }
    }
  }

  func bind(_ number: Int, at index: Int32) {
    sqlite3_bind_int64(raw, index, Int64(number))
  }

  /// Binds text without a copy: the buffer must live until the statement is reset.
  func bind(borrowing text: UnsafeBufferPointer<UInt8>, at index: Int32) {
    text.withMemoryRebound(to: CChar.self) { chars in
      let address = chars.baseAddress ?? UnsafePointer(Self.empty)
      _ = sqlite3_bind_text(raw, index, address, Int32(chars.count), nil)
    }
  }

  func bind(_ digest: Digest, at index: Int32) {
    digest.withBytes { buffer in
      _ = sqlite3_bind_blob(raw, index, buffer.baseAddress, Int32(buffer.count), csqlite_transient())
    }
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(raw, column)) }

  func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

  func text(_ column: Int32) -> String { String(decoding: utf8(column), as: UTF8.self) }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a text; valid until the next step or reset.
  func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    // The text first: asking for it may change its length.
    let start = sqlite3_column_text(raw, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column)))
  }

  /// A digest, `nil` if the column holds anything but 16 bytes.
  func digest(_ column: Int32) -> Digest? {
    let start = sqlite3_column_blob(raw, column)
    return Digest(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
  }

  /// Not mutated after its making; one byte so that it has an address.
  nonisolated(unsafe) private static let empty: UnsafeMutablePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return byte
  }()
}

@available(*, unavailable) extension Statement: Sendable {}

/// A value for a parameter of a statement.
enum Value {
  case null
  case integer(Int)
  case text(String)
  case bytes([UInt8])

  static func optional(_ number: Int?) -> Value { number.map { .integer($0) } ?? .null }
  static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
}
