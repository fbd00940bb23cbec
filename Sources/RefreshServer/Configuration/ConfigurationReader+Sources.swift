import RefreshSources

/// Where rows come from.
extension ConfigurationReader {
  /// A short text, or an object whose first field says of which kind the source is.
  func readSource(_ node: ConfigurationNode) -> SourceSpec? {
    if case .text = node.value.form { return readShort(node) }
    let form = "a text such as \"command:df -h\", or an object: { command: \"df -h\" }"
    guard let fields = node.fields(form) else { return nil }
    // Taken is only what is there, so that a mistake lists the fields of that kind. A command has a directory, too.
    if fields.has("command"), let node = fields.take("command") { return readCommand(node, fields) }
    if fields.has("http"), let node = fields.take("http") { return readHTTP(node, fields) }
    if fields.has("file"), let node = fields.take("file") { return readFile(node, fields) }
    if fields.has("sqlite"), let node = fields.take("sqlite") { return readDatabase(node, fields) }
    if fields.has("directory"), let node = fields.take("directory") { return readDirectory(node, fields) }
    let isTold = fields.misnamed("a source", ["command", "http", "file", "directory", "sqlite"]) { name in
      Self.otherNames[name.lowercased()]
    }
    if isTold { return nil }
    return node.wrong("must have one of command, http, file, directory and sqlite: what the rows come from")
  }

  /// What other programs call what here says of which kind a source is.
  private static let otherNames = [
    "url": "http", "uri": "http", "https": "http", "address": "http", "link": "http", "feed": "http",
    "rss": "http", "cmd": "command", "shell": "command", "exec": "command", "run": "command",
    "program": "command", "script": "command", "path": "file", "filename": "file", "log": "file",
    "folder": "directory", "dir": "directory", "db": "sqlite", "database": "sqlite", "sql": "sqlite",
    "query": "sqlite",
  ]

  private func readShort(_ node: ConfigurationNode) -> SourceSpec? {
    guard let text = node.text() else { return nil }
    do {
      return try SourceSpec(parsing: text)
    } catch {
      return node.wrong(error.description)
    }
  }

  private func readCommand(_ node: ConfigurationNode, _ fields: ConfigurationFields) -> SourceSpec? {
    let run = readRun(node)
    let directory = fields.take("directory").flatMap { $0.text("the path of a folder") }
    let environment = fields.take("environment").flatMap(readEnvironment)
    fields.end("a command's source")
    return run.flatMap { run in
      let spec = CommandSpec(run: run, directory: directory, environment: environment ?? [:])
      return checked(.command(spec), fields, ["run": "command"])
    }
  }

  private func readRun(_ node: ConfigurationNode) -> CommandSpec.Run? {
    if case .text = node.value.form { return node.text().map { .shell($0) } }
    let form = "a shell command line, or a list: a program and its arguments"
    guard let nodes = node.list(form, atMost: 10_000) else { return nil }
    let words = nodes.compactMap { word -> String? in
      guard case .text(let text) = word.value.form else { return word.mustBe("a text") }
      return text
    }
    return words.count == nodes.count ? .program(words) : nil
  }

  private func readEnvironment(_ node: ConfigurationNode) -> [String: String]? {
    let form = "an object: a variable's name, then a text or { env: \"NAME\" }"
    guard let fields = node.fields(form) else { return nil }
    let all = fields.all("a variable's name is not empty", where: { !$0.isEmpty }) { name, node in
      readValue(node).map { (name, $0.text) }
    }
    return Dictionary(all, uniquingKeysWith: { $1 })
  }

  private func readFile(_ node: ConfigurationNode, _ fields: ConfigurationFields) -> SourceSpec? {
    let path = node.text("the path of a file")
    let from: FileSpec.Begin? = fields.take("from").flatMap { $0.choice() }
    fields.end("a file's source")
    return path.flatMap { checked(.file(FileSpec(path: $0, from: from ?? .start)), fields, ["path": "file"]) }
  }

  private func readDirectory(_ node: ConfigurationNode, _ fields: ConfigurationFields) -> SourceSpec? {
    let path = node.text("the path of a folder")
    let rows: DirectorySpec.Rows? = fields.take("rows").flatMap { $0.choice() }
    fields.end("a directory's source")
    return path.flatMap {
      checked(.directory(DirectorySpec(path: $0, rows: rows ?? .file)), fields, ["path": "directory"])
    }
  }

  private func readDatabase(_ node: ConfigurationNode, _ fields: ConfigurationFields) -> SourceSpec? {
    let path = node.text("the path of a database")
    let form = "a SELECT that brings a text and a key"
    let query = fields.require("query", form).flatMap { $0.text(form) }
    fields.end("a database's source")
    guard let path, let query else { return nil }
    return checked(.sqlite(SQLiteSpec(path: path, query: query)), fields, ["path": "sqlite"])
  }

  /// A source as it was read, if it can be used.
  /// - Parameter names: what its fields are called in the file, where that is something else.
  func checked(_ spec: SourceSpec, _ fields: ConfigurationFields, _ names: [String: String]) -> SourceSpec? {
    let mistakes = spec.mistakes
    for mistake in mistakes { fields.note(names[mistake.field] ?? mistake.field, mistake.words) }
    return mistakes.isEmpty ? spec : nil
  }
}
