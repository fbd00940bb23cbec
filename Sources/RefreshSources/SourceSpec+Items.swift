extension SourceSpec {
  /// Whether each of its rows stands for itself, so that a list may show the newest of them first. What a command
  /// prints, and a text that a server answers, is read from its first line on.
  public var bringsItems: Bool {
    switch self {
    case .command: false
    case .http(let spec): spec.content != .lines
    case .lines, .file, .directory, .sqlite: true
    }
  }
}
