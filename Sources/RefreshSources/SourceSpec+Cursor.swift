extension SourceSpec {
  /// What tells this source from others: its kind and its place. The cursor and the keys of its rows are kept under it,
  /// so that both edges go on together if they have the same source, and one with another place begins anew.
  public var cursorName: String {
    switch self {
    case .lines: "lines"
    case .command(let spec):
      switch spec.run {
      case .shell(let line): "command:\(line)"
      case .program(let words): "command:\(words)"
      }
    case .http(let spec): spec.identity
    case .file(let spec): "file:\(spec.path)"
    case .directory(let spec): "directory:\(spec.path)"
    case .sqlite(let spec): "sqlite:\(spec.path) \(spec.query)"
    }
  }
}
