import RefreshFiles
import RefreshSockets

/// What a configuration file says; what it does not say is `nil` or empty.
struct Configuration {
  /// What is wrong with it.
  let notes: ConfigurationNotes
  /// The file as it is written, to find the line of a field; `nil` if it is no JSON5.
  private let root: ConfigurationNode?
  var listen: ListenAddress?
  var origins: [WebOrigin] = []
  var tokens: [AccessToken] = []
  var isOpen: Bool?
  var tls: TLSFiles?
  var trustedProxies: [IPNetwork] = []
  var database: String?
  var web: String?
  var logLevel: LogLevel?
  var logFormat: LogFormat?
  var tunables: [(tunable: Tunable, value: Int)] = []
  var feeds: [FeedSettings] = []

  /// Reads a file. What is wrong in it is in ``notes``.
  /// - Parameter environment: where the values are that the file names as `{ env: "NAME" }`.
  /// - Throws: ``StartError`` if there is nothing to read.
  init(file: String, environment: [String: String]) throws(StartError) {
    let bytes: [UInt8]
    do throws(NamedFile.Refusal) {
      bytes = try NamedFile.read(file, limit: JSON5Reader.maxBytes)
    } catch {
      throw StartError(
        .configuration,
        "the configuration \(file) cannot be read: \(error.words); name a file that this user may read")
    }
    self.init(bytes, file: file, environment: environment)
  }

  /// Reads what a file holds.
  init(_ bytes: some Collection<UInt8>, file: String, environment: [String: String]) {
    notes = ConfigurationNotes(file: file)
    do throws(JSON5Fault) {
      let value = try JSON5Reader.read(bytes)
      root = ConfigurationNode(value: value, path: "", notes: notes)
    } catch {
      root = nil
      notes.mistake(error)
    }
    if let root { ConfigurationReader(environment: environment).read(root, into: &self) }
  }

  /// Says that a field is wrong, by what the whole of the settings says; in its own line if it is written.
  func mistake(_ path: String..., words: String) {
    var node = root?.value
    for name in path { node = node?[name] ?? node }
    notes.mistake(node?.place ?? TextPlace(line: 1, column: 1), "\(path.joined(separator: ".")): \(words)")
  }

  /// Whether tokens are written, if only wrong ones.
  var meansTokens: Bool {
    switch root?.value["tokens"]?.form {
    case nil: false
    case .list(let values): !values.isEmpty
    default: true
    }
  }

  /// Throws if there is any mistake.
  func check() throws(StartError) {
    guard notes.isInOrder else {
      throw StartError(.configuration, notes.mistakes.joined(separator: "\n"))
    }
  }
}
