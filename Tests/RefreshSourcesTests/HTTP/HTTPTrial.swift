import TestOrigin

@testable import RefreshSources

extension SourceTrial {
  /// Runs a source of HTTP once.
  static func http(
    _ spec: HTTPSpec, cursor: String? = nil, timeLeft: Int? = nil, stopAfter: Int? = nil,
    environment: [String: String] = [:], _ change: (inout SourceLimits) -> Void = { _ in }
  ) throws -> SourceTrial {
    var limits = SourceLimits()
    change(&limits)
    let trial = try SourceTrial()
    let job = SourceJob(
      feed: "news", edge: "top", run: 3, lastSeq: 0, lastText: nil, cursor: cursor, timeLeft: timeLeft,
      workTime: 0)
    trial.run(HTTPSource(spec, limits: limits) { environment[$0] }, job, stopAfter: stopAfter)
    return trial
  }

  static func http(_ url: String) throws -> SourceTrial { try http(HTTPSpec(url: url)) }
}

extension Origin {
  /// The same answer to whatever is asked.
  convenience init(_ answer: OriginAnswer, address: String = "127.0.0.1") {
    self.init(address: address) { _, _ in answer }
  }
}

/// A feed with items of these titles, newest first as feeds have them.
func rss(_ titles: [String]) -> String {
  let items = titles.map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }.joined()
  return "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title>\(items)</channel></rss>"
}
