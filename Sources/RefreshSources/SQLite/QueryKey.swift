import CSQLite

/// A key as the database has it: with its type, since 9 is less than 10 and "9" is not.
enum QueryKey: Equatable, CustomStringConvertible {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Longer keys are no keys.
  static let maxBytes = 4_096

  /// What stands in a column; `nil` if it is too long, or text that is not UTF-8.
  init?(_ statement: OpaquePointer, _ column: Int32) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
    case SQLITE_NULL: self = .null
    case let type:
      let bytes = Self.bytes(statement, column)
      guard bytes.count <= Self.maxBytes else { return nil }
      guard type == SQLITE_TEXT else {
        self = .blob(Array(bytes))
        return
      }
      // One that is not UTF-8 would come back as another key, and rows would be passed over.
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .text(text)
    }
  }

  /// What a column holds, numbers as they are written; valid until the next step.
  static func bytes(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
    // The bytes of a text are in the database's own encoding, unless it is asked for as text.
    let start =
      sqlite3_column_type(statement, column) == SQLITE_BLOB
      ? sqlite3_column_blob(statement, column)
      : sqlite3_column_text(statement, column).map { UnsafeRawPointer($0) }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  func bind(to statement: OpaquePointer, at index: Int32) {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(let text):
      sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), csqlite_transient())
    case .blob(let bytes):
      // Without bytes there would be no address, which is NULL.
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), csqlite_transient())
      }
    }
  }

  /// Reads a key as ``description`` has it; `nil` if it is none.
  init?(parsing text: String) {
    guard let sign = text.unicodeScalars.first else { return nil }
    // By scalars: what follows the sign may be an accent that would go with it.
    let rest = String(text.unicodeScalars.dropFirst(2))
    switch sign {
    case "n": self = .null
    case "i":
      guard let number = Int64(rest) else { return nil }
      self = .integer(number)
    case "f":
      guard let bits = UInt64(rest, radix: 16) else { return nil }
      self = .real(Double(bitPattern: bits))
    case "t": self = .text(rest)
    case "b":
      let digits = Array(rest.utf8)
      guard digits.count.isMultiple(of: 2) else { return nil }
      var bytes: [UInt8] = []
      for at in stride(from: 0, to: digits.count, by: 2) {
        guard let byte = UInt8(String(decoding: digits[at..<(at + 2)], as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(byte)
      }
      self = .blob(bytes)
    default: return nil
    }
  }

  /// As the source's cursor keeps it.
  var description: String {
    switch self {
    case .null: "n:"
    case .integer(let number): "i:\(number)"
    case .real(let number): "f:\(String(number.bitPattern, radix: 16))"
    case .text(let text): "t:\(text)"
    case .blob(let bytes):
      "b:" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// As people would write it: what a row is known by.
  var word: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob: String(description.dropFirst(2))
    }
  }
}
