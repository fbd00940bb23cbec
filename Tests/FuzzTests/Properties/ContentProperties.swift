@testable import RefreshSources

/// Whatever content is, it is refused in words or becomes rows within the limits, and again the same ones.
enum ContentProperties {
  private static let types: [String?] = [
    nil, "application/rss+xml", "application/json", "text/plain; charset=iso-8859-1",
    "text/html; charset=shift_jis", "application/feed+json; charset=utf-16", "text/xml; charset=\"gb18030\"",
    "application/atom+xml;charset=iso-2022-jp",
  ]

  private static let formats: [ContentFormat] = [
    .automatic, .lines, .feed(.title), .feed(.titleLink), .feed(.titleSummary),
    .json(JSONPlaces(rows: "items", text: "{title}: {n[0]}", key: "id")), .json(JSONPlaces()),
  ]

  private static let limits: SourceLimits = {
    var limits = SourceLimits()
    limits.rows = 8
    limits.rowBytes = 64
    return limits
  }()

  /// The first byte says how the others are read.
  static func check(_ input: [UInt8]) throws(BrokenProperty) {
    let choice = Int(input.first ?? 0)
    let type = types[choice % types.count]
    let body = Array(input.dropFirst())
    try checkText(input)
    for format in [formats[choice / types.count % formats.count], .automatic] {
      let found = read(body, type, format)
      switch found {
      case .success(let caught): try check(caught)
      case .failure(let error):
        try promise(error.description.contains(".\nNothing was added; "), "refused with: \(error)")
        try promise(
          error.description.utf8.count < 2_000, "refused with \(error.description.utf8.count) bytes")
      }
      try promise(read(body, type, format) == found, "the same content is read as something else")
    }
  }

  private static func read(
    _ body: [UInt8], _ type: String?, _ format: ContentFormat
  ) -> Result<SourceCatch, ContentError> {
    do throws(ContentError) {
      return .success(try ContentReader(format, limits: limits).read(body, contentType: type))
    } catch {
      return .failure(error)
    }
  }

  private static func check(_ caught: SourceCatch) throws(BrokenProperty) {
    try promise(caught.rows.count <= limits.rows, "\(caught.rows.count) rows")
    for row in caught.rows {
      for text in [row.text, row.key ?? ""] {
        try promise(text.utf8.count <= limits.rowBytes, "\(text.utf8.count) bytes: \(text)")
        try promise(
          !text.unicodeScalars.contains(where: isControl), "a control character: \(text.debugDescription)")
      }
    }
    if let title = caught.title {
      try promise(!title.isEmpty && title.count <= 200, "a title of \(title.count) characters")
    }
  }

  /// Texts, dates, paths and cursors are read from anything without harm; what is written of them is read as the same.
  private static func checkText(_ input: [UInt8]) throws(BrokenProperty) {
    let text = String(decoding: input, as: UTF8.self)
    for tags in [HTMLText.Tags.known, .all] {
      let read = Array(HTMLText.text(of: input, tags: tags).utf8)
      let isFolded =
        read.first != 0x20 && read.last != 0x20
        && !zip(read, read.dropFirst()).contains { $0 == (0x20, 0x20) }
      try promise(isFolded, "space around or twice in \(read)")
    }
    if let date = FeedDate.milliseconds(text) {
      try promise((-62_135_800_000_000..<253_402_500_000_000).contains(date), "\(text) is \(date)")
    }
    if let path = try? JSONPath(parsing: text) {
      try promise((try? JSONPath(parsing: path.description)) == path, "\(path) is not read again")
    }
    if let marks = FileMarks(parsing: text) {
      try promise(FileMarks(parsing: marks.text) == marks, "\(marks.text) is not read again")
    }
    if let taken = TakenFiles(parsing: text) {
      try promise(TakenFiles(parsing: taken.text) == taken, "\(taken.text) is not read again")
    }
    if let key = QueryKey(parsing: text) {
      let again = QueryKey(parsing: key.description)?.description
      try promise(again == key.description, "\(key) is not read again")
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }
}
