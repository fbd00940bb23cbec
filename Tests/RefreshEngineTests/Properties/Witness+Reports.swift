import RefreshEngine

extension Witness {
  /// A report is what the wire promises of its phase.
  mutating func check(_ report: PullReport, of client: ClientID, _ policy: FeedPolicy) {
    expect(report.offset.isFinite && report.offset >= 0, "offset \(report.offset)")
    expect(report.percent.isFinite && report.percent >= 0, "percent \(report.percent)")
    let before = told[client]
    let first = before?.phase != report.phase || before?.run != report.run
    switch report.phase {
    case .tracking, .rejected, .released, .cancelled:
      expect(report.offset == 0 && report.percent == 0 && report.run == nil, "\(report)")
      expect((report.why != nil) == [.rejected, .cancelled].contains(report.phase), "why: \(report)")
      expect((report.retryAfter != nil) == (report.why == .cooldown), "retryAfter: \(report)")
      expect(report.settle.map { $0.to == 0 && $0.from > 0 && first } ?? true, "settle: \(report)")
      if report.why == .horizontal || report.why == .order { expect(report.edge == nil, "edge: \(report)") }
    case .pulling, .armed:
      expect(report.settle == nil && report.why == nil && report.run == nil, "\(report)")
      guard let edge = report.edge, let rules = policy[edge] else {
        return expect(false, "edge: \(report)")
      }
      expect(report.offset <= rules.limit, "offset: \(report)")
      expect(report.percent == report.offset / rules.threshold, "percent: \(report)")
      expect(report.phase == .pulling || report.offset > rules.threshold, "armed: \(report)")
      expect(rules.trigger == .release || report.offset < rules.threshold, "reached: \(report)")
    case .triggered, .joined:
      expect(report.why == nil && report.run != nil && report.edge != nil, "\(report)")
      // The report of the trigger itself precedes the start.
      guard let run = report.run, let life = lives[run] else { return }
      expect(report.edge == life.run.edge, "edge: \(report)")
      expect(report.offset == 0 || report.offset == life.policy.rest, "offset: \(report)")
      expect(report.percent == report.offset / life.policy.threshold, "percent: \(report)")
      expect(report.settle.map { $0.to == life.policy.rest && first } ?? true, "settle: \(report)")
    }
  }
}
