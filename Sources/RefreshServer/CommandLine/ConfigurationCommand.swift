import RefreshWire

/// A command about the configuration file: look at one, or print one to begin with.
public struct ConfigurationCommand: Equatable, Sendable {
  /// What is to be done.
  enum Task: Equatable {
    case check(String)
    case example
  }

  let task: Task

  /// Reads what follows the command's word.
  init(_ arguments: ArraySlice<String>) throws(StartError) {
    let words = Array(arguments)
    switch words.first {
    case "check" where words.count == 2 && !words[1].hasPrefix("-"): task = .check(words[1])
    case "example" where words.count == 1: task = .example
    default:
      throw StartError(
        .usage,
        "write 'refreshd config check FILE' or 'refreshd config example'; see 'refreshd config --help'")
    }
  }

  /// Does it.
  /// - Returns: what is printed, and the exit status: a file with mistakes is the answer to the question, not a failure.
  /// - Throws: ``StartError`` if there is no such file.
  func carryOut(environment: [String: String]) throws(StartError) -> (text: String, status: Int32) {
    guard case .check(let file) = task else { return (ExampleConfiguration.text, 0) }
    let configuration = try Configuration(file: file, environment: environment)
    var failure: StartError?
    do {
      _ = try Settings(ServeOptions(), configuration)
    } catch {
      failure = error
    }
    let notes = configuration.notes.everything.map { $0 + "\n" }.joined()
    if let failure {
      return (configuration.notes.isInOrder ? notes + failure.message + "\n" : notes, failure.code.rawValue)
    }
    let names = configuration.feeds.map(\.name.text)
    let feeds = "\(Counted.words(names.count, "feed")) (\(ConfigurationNode.list(names, "and")))"
    return (notes + "\(file) is in order: \(feeds)\n", 0)
  }
}
