/// Rows of a query on another program's SQLite database.
public struct SQLiteSpec: Equatable, Sendable {
  /// The database file's path.
  public var path: String
  /// A SELECT: its first column is a row's text, its second one the key. `:last` stands for the last key that was
  /// brought, NULL at first.
  public var query: String

  /// A query.
  public init(path: String, query: String) {
    self.path = path
    self.query = query
  }

  /// What the query brings after the last key is rows. Nothing is written to the database.
  func source(limits: SourceLimits) -> WorkSource {
    let (path, sql) = (AbsolutePath.of(path), query)
    return WorkSource { cursor, asks in
      do throws(QueryError) {
        return .ok(try QueryFollower(path, sql, limits, asks.isStopped).run(since: cursor))
      } catch {
        return error.outcome
      }
    }
  }

  /// What is wrong with it, each with the field; empty if it can be tried.
  public var mistakes: [SourceMistake] {
    var mistakes = FileSpec.mistakes(of: path, "a database")
    if !query.contains(where: { !$0.isWhitespace }) {
      mistakes.append(SourceMistake("query", "write a SELECT that brings a text and a key"))
    } else if query.utf8.contains(0) {
      mistakes.append(SourceMistake("query", "contains a NUL character"))
    } else if query.utf8.count > Query.maxLength {
      mistakes.append(SourceMistake("query", "is longer than \(Query.maxLength) bytes"))
    }
    return mistakes
  }
}
