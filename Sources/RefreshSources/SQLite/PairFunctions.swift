import CSQLite

/// Those functions of SQLite whose work grows with the product of the lengths of two texts, such as `instr` and LIKE: kept from
/// texts with which one call would take long.
///
/// They do what SQLite's own do, which are called on a connection beside.
final class PairFunctions {
  /// How large the product may be: the slowest of them takes about a second for that.
  static let maxProduct = 1 << 28
  /// How large it may be for a pattern and a text, where comparing one byte takes longer.
  static let maxPatternProduct = 1 << 27
  private static let all: [(name: String, count: Int32, product: Int)] = [
    ("instr", 2, maxProduct), ("replace", 3, maxProduct), ("trim", 2, maxProduct), ("ltrim", 2, maxProduct),
    ("rtrim", 2, maxProduct), ("like", 2, maxPatternProduct), ("like", 3, maxPatternProduct),
    ("glob", 2, maxPatternProduct),
  ]

  private let beside: OpaquePointer
  private var functions: [PairFunction] = []

  /// Puts them in the place of the connection's own; they must live as long as it does.
  init(on connection: OpaquePointer) throws(QueryError) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw QueryError(code, on: nil, ":memory:")
    }
    beside = handle
    QueryLimits.set(on: beside)
    for (name, count, product) in Self.all {
      let function = try PairFunction(name, count, product, on: beside)
      functions.append(function)
      // Views of the other program may use them as they use SQLite's own.
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
      let me = Unmanaged.passUnretained(function).toOpaque()
      let code = sqlite3_create_function_v2(connection, name, count, flags, me, called, nil, nil, nil)
      guard code == SQLITE_OK else { throw QueryError(code, on: connection, name) }
    }
  }

  deinit {
    functions = []
    sqlite3_close_v2(beside)
  }
}

/// One of them.
private final class PairFunction {
  let name: String
  private let maxProduct: Int
  private let statement: OpaquePointer

  init(_ name: String, _ count: Int32, _ maxProduct: Int, on connection: OpaquePointer) throws(QueryError) {
    self.name = name
    self.maxProduct = maxProduct
    var handle: OpaquePointer?
    let places = (1...count).map { "?\($0)" }.joined(separator: ", ")
    let code = sqlite3_prepare_v2(connection, "SELECT \(name)(\(places))", -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw QueryError(code, on: connection, name) }
    statement = handle
  }

  deinit { sqlite3_finalize(statement) }

  func call(_ context: OpaquePointer?, _ values: UnsafeBufferPointer<OpaquePointer?>) {
    let (one, other) = (Int(sqlite3_value_bytes(values[0])), Int(sqlite3_value_bytes(values[1])))
    guard one * other <= maxProduct else {
      let words =
        "\(name) of a text of \(max(one, other)) bytes with one of \(min(one, other)) would take too long"
      return sqlite3_result_error(context, words, -1)
    }
    for (index, value) in values.enumerated() { sqlite3_bind_value(statement, Int32(index + 1), value) }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    case SQLITE_ERROR: sqlite3_result_error(context, sqlite3_errmsg(sqlite3_db_handle(statement)), -1)
    case let code: sqlite3_result_error_code(context, code)
    }
  }
}

private func called(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  Unmanaged<PairFunction>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
    .call(context, UnsafeBufferPointer(start: values, count: Int(count)))
}
