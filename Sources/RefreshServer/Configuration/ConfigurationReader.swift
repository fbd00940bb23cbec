import RefreshEngine
import RefreshSockets
import RefreshSources
import RefreshWire

/// Turns a configuration's values into settings, and collects every mistake with the field it is in.
struct ConfigurationReader {
  private(set) var mistakes: [String] = []
  private(set) var listen: ListenAddress?
  private(set) var origins: [WebOrigin] = []
  private(set) var tokens: [AccessToken] = []
  private(set) var isOpen = false
  private(set) var tls: TLSFiles?
  private(set) var trustedProxies: [IPNetwork] = []
  private(set) var database: String?
  private(set) var web: String?
  private(set) var logLevel: LogLevel?
  private(set) var tunables = Tunables()
  private(set) var feeds: [FeedSettings] = []

  init(_ root: ConfigurationValue) {
    guard case .object(let fields) = root else {
      mistakes.append("the whole must be an object: { feeds: { … } }")
      return
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "listen":
        listen = text(name, value).flatMap { text in
          ListenAddress(text) ?? wrong(name, "write HOST:PORT, not '\(text)'")
        }
      case "origins": origins = readOrigins(name, value)
      case "tokens": tokens = readTokens(name, value)
      case "tls": tls = readTLS(name, value)
      case "open":
        guard case .truth(let truth) = value else {
          note(name, "write true or false")
          continue
        }
        isOpen = truth
      case "trustedProxies": trustedProxies = readProxies(name, value)
      case "db": database = text(name, value)
      case "web": web = text(name, value)
      case "log":
        logLevel = text(name, value).flatMap { text in
          LogLevel(rawValue: text)
            ?? wrong(name, "the levels are \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
        }
      case "settings": readTunables(value)
      case "feeds": readFeeds(value)
      default:
        note(
          name,
          "there is no such field; there are listen, origins, tokens, open, tls, trustedProxies, db, web, log, settings and feeds"
        )
      }
    }
    for (index, token) in tokens.enumerated() {
      for feed in token.feeds ?? [] where !feeds.contains(where: { $0.name == feed }) {
        note("tokens[\(index)].feeds", "there is no feed \(feed.text)")
      }
    }
    if feeds.isEmpty, mistakes.isEmpty { note("feeds", "at least one feed is needed") }
  }

  mutating func note(_ field: String, _ words: String) {
    mistakes.append("\(field): \(words)")
  }

  mutating func wrong<Value>(_ field: String, _ words: String) -> Value? {
    note(field, words)
    return nil
  }

  mutating func text(_ field: String, _ value: ConfigurationValue) -> String? {
    guard case .text(let text) = value, !text.isEmpty, !text.utf8.contains(0) else {
      return wrong(field, "write a text that is not empty")
    }
    return text
  }

  private mutating func whole(_ field: String, _ value: ConfigurationValue, in range: ClosedRange<Int>)
    -> Int?
  {
    guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole) else {
      return wrong(field, "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  private mutating func readOrigins(_ field: String, _ value: ConfigurationValue) -> [WebOrigin] {
    guard case .list(let values) = value else {
      return wrong(field, "write a list of origins, such as ['https://example.org']") ?? []
    }
    return values.enumerated().compactMap { index, value in
      text("\(field)[\(index)]", value).flatMap { text in
        WebOrigin(text) ?? wrong("\(field)[\(index)]", WebOrigin.form)
      }
    }
  }

  private mutating func readProxies(_ field: String, _ value: ConfigurationValue) -> [IPNetwork] {
    guard case .list(let values) = value else {
      return wrong(field, "write a list of addresses, such as ['10.0.0.7', '10.1.0.0/16']") ?? []
    }
    return values.enumerated().compactMap { index, value in
      text("\(field)[\(index)]", value).flatMap { text in
        IPNetwork(text) ?? wrong("\(field)[\(index)]", IPNetwork.form)
      }
    }
  }

  private mutating func readTunables(_ value: ConfigurationValue) {
    guard case .object(let fields) = value else { return note("settings", "write an object") }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let tunable = Tunable.all.first(where: { $0.name == name }) else {
        note("settings.\(name)", "there is no such setting; 'refreshd --help' lists them under advanced")
        continue
      }
      if let number = whole("settings.\(name)", value, in: tunable.range) {
        tunables[keyPath: tunable.path] = number
      }
    }
  }

  private mutating func readFeeds(_ value: ConfigurationValue) {
    guard case .object(let fields) = value else {
      return note("feeds", "write an object: a feed's name, then what it is")
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let feedName = FeedName(name) else {
        note(
          "feeds.\(name)",
          "a feed's name is 1 to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter or digit")
        continue
      }
      guard case .object(let fields) = value else {
        note("feeds.\(name)", "write an object")
        continue
      }
      readFeed(feedName, "feeds.\(name)", fields)
    }
  }

  private mutating func readFeed(_ name: FeedName, _ at: String, _ fields: [String: ConfigurationValue]) {
    var feed = FeedSettings(name: name, title: name.text, policy: FeedPolicy(), source: .lines)
    if fields["source"] == nil { note("\(at).source", "is missing: 'lines' or 'command:…'") }
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      let place = "\(at).\(field)"
      switch field {
      case "title": feed.title = text(place, value) ?? feed.title
      case "order":
        guard let order = text(place, value).flatMap(RowOrder.init(rawValue:)) else {
          note(place, "write 'append' or 'newest-first'")
          continue
        }
        feed.order = order
      case "source": feed.source = source(place, value) ?? feed.source
      case "workTime": feed.workTime = whole(place, value, in: 0...86_400_000) ?? feed.workTime
      case "seed": feed.seed = seed(place, value)
      case "top": feed.policy.top = policy(place, value)
      case "bottom": feed.policy.bottom = policy(place, value)
      default:
        note(place, "there is no such field; there are title, order, source, workTime, seed, top and bottom")
      }
    }
    if feed.order == .newestFirst, feed.policy.bottom != nil {
      note(
        "\(at).bottom",
        "a list that shows the newest first gets its rows at the top: it cannot be pulled at the bottom")
    }
    feeds.append(feed)
  }

  private mutating func source(_ at: String, _ value: ConfigurationValue) -> SourceSpec? {
    guard let spec = text(at, value) else { return nil }
    do {
      return try SourceSpec(parsing: spec)
    } catch {
      return wrong(at, error.description)
    }
  }

  private mutating func seed(_ at: String, _ value: ConfigurationValue) -> [String] {
    guard case .list(let values) = value, values.count <= 10_000 else {
      return wrong(at, "write a list of at most 10 000 texts") ?? []
    }
    return values.enumerated().compactMap { index, value in
      guard case .text(let row) = value, row.utf8.count <= WireBounds.rowText else {
        return wrong("\(at)[\(index)]", "write a text of at most \(WireBounds.rowText) bytes")
      }
      return row
    }
  }

  private mutating func policy(_ at: String, _ value: ConfigurationValue) -> EdgePolicy? {
    let presets = Preset.allCases.map(\.rawValue).joined(separator: ", ")
    var fields: [String: ConfigurationValue] = [:]
    switch value {
    case .text: fields["preset"] = value
    case .object(let object): fields = object
    default: return wrong(at, "write a preset's name (\(presets)) or an object")
    }
    guard let name = fields.removeValue(forKey: "preset"), case .text(let text) = name,
      let preset = Preset(rawValue: text)
    else { return wrong("\(at).preset", "name the preset that fills the rest: \(presets)") }
    var policy = EdgePolicy(preset: preset)
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let field = PolicyField.all.first(where: { $0.name == name }) else {
        note("\(at).\(name)", "there is no such field of a policy")
        continue
      }
      if value.policyValue.map({ field.set(&policy, $0) }) != true {
        note("\(at).\(name)", "write \(field.form)")
      }
    }
    if fields["rest"] == nil { policy.fitRest() }
    do {
      try policy.validate()
    } catch {
      note("\(at).\(error.field)", error.message)
    }
    return policy
  }
}
