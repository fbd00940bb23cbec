import RefreshStore

/// A command that looks after the database instead of serving it.
public struct Maintenance: Equatable, Sendable {
  /// What is to be done.
  enum Task: Equatable {
    /// Copy the database to a file.
    case backup(String)
    /// Put a file in the database's place.
    case restore(String)
    /// Look at the whole database.
    case check
  }

  let task: Task
  let database: String

  /// Reads what follows the command's word.
  init(_ word: String, _ arguments: ArraySlice<String>, environment: [String: String]) throws(StartError) {
    var rest = arguments
    var options = ServeOptions()
    var files: [String] = []
    while let argument = rest.popFirst() {
      if !argument.hasPrefix("-") {
        files.append(argument)
      } else if ["--db", "--config"].contains(argument.split(separator: "=").first.map(String.init)) {
        try options.take(argument, from: &rest)
      } else {
        throw StartError(.usage, "\(word) has no option \(argument); see 'refreshd \(word) --help'")
      }
    }
    guard let database = try options.databaseOnly(environment) else {
      throw StartError(
        .usage,
        word == "restore" && files.isEmpty
          ? "name the backup and the database: refreshd restore FILE --db FILE; see 'refreshd restore --help'"
          : "name the database with --db FILE or --config FILE; see 'refreshd \(word) --help'")
    }
    self.database = database
    switch (word, files.count) {
    case ("backup", 1): task = .backup(files[0])
    case ("restore", 1): task = .restore(files[0])
    case ("check", 0): task = .check
    default:
      throw StartError(
        .usage,
        word == "check"
          ? "check takes no file but --db FILE"
          : "\(word) takes one file: refreshd \(word) FILE --db \(database)")
    }
  }

  /// Does it.
  /// - Returns: what was done, in words.
  /// - Throws: ``StartError`` that says what is in the way.
  func carryOut() throws(StartError) -> String {
    do throws(StoreError) {
      switch task {
      case .backup(let file):
        return "\(file) holds \(Self.words(try Backup.make(of: database, to: file)))"
      case .restore(let file):
        let (feeds, former) = try Backup.restore(file, to: database, now: House.wall)
        let kept = former.map { "; what was there is now \($0)" } ?? ""
        return "\(database) holds \(Self.words(feeds))\(kept). Clients begin anew with it."
      case .check:
        return "\(database) is in order: \(Self.words(try DatabaseCheck.run(database)))"
      }
    } catch {
      throw StartError(.failure, error.message)
    }
  }

  private static func words(_ feeds: [CheckedFeed]) -> String {
    if feeds.isEmpty { return "no feed" }
    return feeds.map { feed in
      switch feed.count {
      case 0: "\(feed.name) without rows"
      case 1: "\(feed.name) with row \(feed.head)"
      default: "\(feed.name) with rows \(feed.floor) to \(feed.head)"
      }
    }.joined(separator: ", ")
  }
}
