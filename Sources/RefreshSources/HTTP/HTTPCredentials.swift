/// What is sent to the server of a source, and to no other.
struct HTTPCredentials {
  /// Header fields, each as a line.
  let lines: [String]
  /// The parts of them that nobody else may see.
  let secrets: [String]

  /// Looks up what the environment holds.
  /// - Throws: ``Missing`` if it does not.
  init(_ spec: HTTPSpec, environment: (String) -> String?) throws(Missing) {
    func value(_ variable: String) throws(Missing) -> String {
      // A file that is read into a variable often ends its line.
      guard let held = environment(variable),
        let text = held.split(whereSeparator: \.isNewline).first.map(String.init),
        held.split(whereSeparator: \.isNewline).count == 1, HeaderSpec.canCarry(text)
      else { throw Missing(variable: variable) }
      return text
    }
    var lines: [String] = []
    var secrets: [String] = []
    for header in spec.headers {
      let text =
        switch header.value {
        case .text(let text): text
        case .environment(let variable): try value(variable)
        }
      lines.append("\(header.name): \(text)")
      secrets.append(text)
      // A scheme and a token, as in "Bearer …".
      secrets += text.split(separator: " ").map(String.init).filter { $0.utf8.count >= 8 }
    }
    if let bearer = spec.bearer {
      let token = try value(bearer)
      lines.append("Authorization: Bearer \(token)")
      secrets.append(token)
    }
    self.lines = lines
    self.secrets = secrets
  }

  /// An environment variable that is not set, is empty or cannot stand in a header.
  struct Missing: Error {
    let variable: String
  }
}
