import RefreshSources

/// Rows that a server answers with.
extension ConfigurationReader {
  func readHTTP(_ node: ConfigurationNode, _ fields: ConfigurationFields) -> SourceSpec? {
    let address = node.text("an address such as https://example.org/news.xml")
    let content = readContent(fields)
    let headers = fields.take("headers").flatMap(readHeaders)
    let bearer = fields.take("bearer").flatMap {
      readVariable($0, "{ env: \"NAME\" }: a token does not stand in the file")
    }
    let timeout = fields.take("timeout").flatMap { $0.duration(in: HTTPSpec.timeouts) }
    let maxBytes = fields.take("maxBytes").flatMap { $0.size(in: HTTPSpec.sizes) }
    let redirects = fields.take("redirects").flatMap { $0.whole(in: HTTPSpec.redirectCounts) }
    fields.end("a server's source")
    guard let address else { return nil }
    // A wrong content is told already, and hides nothing of the rest.
    var spec = HTTPSpec(
      url: address, content: content ?? .automatic, headers: headers ?? [], bearer: bearer?.name)
    spec.timeout = timeout ?? spec.timeout
    spec.maxBytes = maxBytes ?? spec.maxBytes
    spec.redirects = redirects ?? spec.redirects
    return checked(.http(spec), fields, ["url": "http"])
  }

  /// `content`, and what belongs to one kind of it: `item`.
  private func readContent(_ fields: ConfigurationFields) -> ContentFormat? {
    let item = fields.take("item")
    let text: ItemText? = item.flatMap { $0.choice() }
    guard let node = fields.take("content") else { return item == nil ? .automatic : .feed(text ?? .title) }
    if case .text = node.value.form {
      switch node.word(of: ["auto", "lines", "feed"]) {
      case "auto" where item == nil: return .automatic
      case "auto", "feed": return .feed(text ?? .title)
      case "lines":
        item?.note("only what is read as a feed has items")
        return .lines
      default: return nil
      }
    }
    item?.note("only what is read as a feed has items")
    return readPlaces(node).map { .json($0) }
  }

  /// Where in a JSON document the rows are.
  private func readPlaces(_ node: ConfigurationNode) -> JSONPlaces? {
    let form =
      "\"auto\", \"lines\", \"feed\", or for JSON an object: { rows: \"data.items\", text: \"title\" }"
    guard let fields = node.fields(form) else { return nil }
    let path = { (name: String) in fields.take(name).flatMap { $0.text("a path such as data.items[0].name") }
    }
    let rows = path("rows")
    let text = path("text")
    let key = path("key")
    fields.end("content")
    return JSONPlaces(rows: rows ?? "", text: text ?? "", key: key)
  }

  private func readHeaders(_ node: ConfigurationNode) -> [HeaderSpec]? {
    let form = "an object: a header's name, then a text or { env: \"NAME\" }"
    guard let fields = node.fields(form) else { return nil }
    return fields.all("a header's name is not empty", where: { !$0.isEmpty }) { name, node in
      readValue(node).map { value in
        HeaderSpec(name: name, value: value.variable.map { .environment($0) } ?? .text(value.text))
      }
    }
  }
}
