import CLibXML2

/// A feed as it was read.
struct Feed {
  var title = ""
  /// Where it leads to: what relative links start from, unless they say something else.
  var link = ""
  /// In the order of the document.
  var items: [FeedItem] = []
  /// Whether there were more items than are kept.
  var isTruncated = false
}

/// One item of a feed.
struct FeedItem {
  var title: FeedText?
  var summary: FeedText?
  var content: FeedText?
  var id = ""
  var link = ""
  /// What its link starts from, if the document says so.
  var base = ""
  /// When it was published; the date of its last change only if nothing else is told. As written.
  var published = ""
  var updated = ""

  /// The row that people read, `nil` if there is nothing to read.
  func row(_ wanted: ItemText, feedLink: String, _ limits: SourceLimits) -> SourceRow? {
    let title = title?.line ?? ""
    let link = Self.resolved(link, from: base.isEmpty ? feedLink : base)
    // Short notes have no title.
    let needsSummary = title.isEmpty || wanted == .titleSummary
    let summary =
      needsSummary ? [summary, content].lazy.compactMap { $0?.line }.first { !$0.isEmpty } ?? "" : ""
    let head = [title, summary, link].first { !$0.isEmpty }
    guard let head else { return nil }
    let tail =
      switch wanted {
      case .title: ""
      case .titleLink: link
      case .titleSummary: summary
      }
    let text = tail.isEmpty || tail == head ? head : "\(head) — \(tail)"
    let date = published.isEmpty ? updated : published
    let key = [id, link].first { !$0.isEmpty } ?? "\(head) \(date)"
    return SourceRow(content: text, key: key, limits)
  }

  /// When it was published, in milliseconds since 1970, if it says so in a way that can be read.
  var date: Int64? {
    FeedDate.milliseconds(published) ?? FeedDate.milliseconds(updated)
  }

  /// An address as it is from anywhere, if that can be told.
  static func resolved(_ link: String, from base: String) -> String {
    guard !link.isEmpty, base.contains("://"), link.utf8.count < 4_096, base.utf8.count < 4_096,
      let built = xmlBuildURI(link, base)
    else { return link }
    defer { clibxml_free(built) }
    return String(cString: built)
  }
}
