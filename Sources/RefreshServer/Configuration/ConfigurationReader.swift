import RefreshSockets
import RefreshWire

/// Turns a configuration's values into settings, and notes every mistake with its line and field.
struct ConfigurationReader {
  /// Where the values are that the file names as `{ env: "NAME" }`.
  let environment: [String: String]

  /// Reads the whole.
  func read(_ root: ConfigurationNode, into configuration: inout Configuration) {
    guard let fields = root.fields("an object: { feeds: { … } }") else { return }
    configuration.listen = fields.take("listen").flatMap(readListen)
    configuration.origins = fields.take("origins").flatMap(readOrigins) ?? []
    let tokens = fields.take("tokens")
    configuration.isOpen = fields.take("open").flatMap { $0.truth() }
    configuration.tls = fields.take("tls").flatMap(readTLS)
    configuration.trustedProxies = fields.take("trustedProxies").flatMap(readProxies) ?? []
    configuration.database = fields.take("db").flatMap { $0.text("the path of a file") }
    configuration.web = fields.take("web").flatMap { $0.text("the path of a folder") }
    configuration.logLevel = fields.take("log").flatMap { $0.choice() }
    configuration.logFormat = fields.take("logFormat").flatMap { $0.choice() }
    configuration.tunables = fields.take("settings").map(readTunables) ?? []
    let feeds: ConfigurationNode? = fields.require("feeds", "an object with at least one feed")
    configuration.feeds = feeds.flatMap(readFeeds) ?? []
    let names = feeds.flatMap(feedNames)
    configuration.tokens = tokens.flatMap { readTokens($0, feeds: names) } ?? []
    fields.end("the configuration")
  }

  private func readListen(_ node: ConfigurationNode) -> ListenAddress? {
    let form = "HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080"
    return node.text(form).flatMap { ListenAddress($0) ?? node.mustBe(form) }
  }

  private func readOrigins(_ node: ConfigurationNode) -> [WebOrigin]? {
    node.texts("a list of origins, such as [\"https://example.org\"]") { node in
      node.text().flatMap { WebOrigin($0) ?? node.wrong(WebOrigin.form) }
    }
  }

  private func readProxies(_ node: ConfigurationNode) -> [IPNetwork]? {
    node.texts("a list of addresses, such as [\"10.0.0.7\", \"10.1.0.0/16\"]") { node in
      node.text().flatMap { IPNetwork($0) ?? node.wrong(IPNetwork.form) }
    }
  }

  private func readTLS(_ node: ConfigurationNode) -> TLSFiles? {
    let form = "the path of a PEM file"
    guard let fields = node.fields("an object: { cert: \"fullchain.pem\", key: \"privkey.pem\" }") else {
      return nil
    }
    let certificate = fields.require("cert", form).flatMap { $0.text(form) }
    let key = fields.require("key", form).flatMap { $0.text(form) }
    fields.end("tls")
    guard let certificate, let key else { return nil }
    return TLSFiles(certificate: certificate, key: key)
  }

  private func readTunables(_ node: ConfigurationNode) -> [(tunable: Tunable, value: Int)] {
    guard let fields = node.fields("an object: { \"keep-rows\": 100000 }") else { return [] }
    let tunables = Tunable.all.compactMap { tunable -> (tunable: Tunable, value: Int)? in
      fields.take(tunable.name).flatMap(tunable.read).map { (tunable, $0) }
    }
    fields.end("settings", listing: "'refreshd --help' lists them under advanced")
    return tunables
  }
}

extension Tunable {
  /// Reads its value in a configuration.
  fileprivate func read(_ node: ConfigurationNode) -> Int? {
    switch unit {
    case "MS": node.duration(in: range)
    case "BYTES": node.size(in: range)
    default: node.whole(in: range)
    }
  }

  /// Reads its value in a flag or a variable.
  func value(from text: String) -> Int? {
    let number =
      switch unit {
      case "MS": DurationText.milliseconds(text)
      case "BYTES": SizeText.bytes(text)
      default: Int(text)
      }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// What to write, in words.
  var form: String {
    let range = ConfigurationNode.words(range)
    return switch unit {
    case "MS": "\(DurationText.form), \(range) ms"
    case "BYTES": "\(SizeText.form), \(range) bytes"
    default: "a whole number \(range)"
    }
  }
}
