import RefreshEngine

/// When a feed refreshes by itself.
extension ConfigurationReader {
  /// A duration, or an object with `every`.
  /// - Parameter feed: the fields of the feed, of which a schedule needs an edge.
  func readSchedule(_ node: ConfigurationNode, of feed: ConfigurationFields) -> Schedule? {
    let form = "how long to wait between two refreshes, such as \"5m\""
    let isEdge = { (edge: Edge) in feed.has(edge.rawValue) }
    if !Edge.allCases.contains(where: isEdge) {
      node.note(
        "a schedule needs an edge, whose policy says how its refreshes behave: give the feed a top or a bottom"
      )
    }
    switch node.value.form {
    case .number, .text: return every(node).map { Schedule(every: $0) }
    default: break
    }
    guard let fields = node.fields("\(form), or an object: { every: \"5m\", jitter: \"30s\" }") else {
      return nil
    }
    let every = fields.require("every", form).flatMap(self.every)
    let jitter = fields.take("jitter").flatMap { $0.duration(in: 0...EdgePolicy.longestDuration) }
    let quietNode = fields.take("quiet")
    let quiet = quietNode.flatMap(readQuiet) ?? []
    let onlyWatched = fields.take("whenWatched").flatMap { $0.truth() }
    let edgeNode = fields.take("edge")
    let edge: Edge? = edgeNode.flatMap { $0.choice() }
    if let edge, let edgeNode, !isEdge(edge) { edgeNode.note("the feed has no \(edge.rawValue) edge") }
    fields.end("a schedule")
    let schedule = Schedule(
      every: every ?? 1, jitter: jitter ?? 0, quiet: quiet, onlyWatched: onlyWatched ?? false, edge: edge)
    if schedule.isAlwaysQuiet { quietNode?.note("the whole day is quiet: nothing would ever begin") }
    return every == nil ? nil : schedule
  }

  /// Warns of a schedule that the cooldown of its edge holds up each time.
  func warnOfCooldown(_ feed: FeedSettings, _ node: ConfigurationNode) {
    guard let schedule = feed.schedule, let edge = schedule.edge ?? feed.policy.defaultEdge,
      let cooldown = feed.policy[edge]?.cooldown, cooldown > schedule.every
    else { return }
    node.warn(
      "the \(edge.rawValue) edge's cooldown is longer than every, and waited out each time: "
        + "give the schedule a longer every, or the edge a shorter cooldown")
  }

  private func every(_ node: ConfigurationNode) -> Int? {
    node.duration(in: Schedule.shortest...EdgePolicy.longestDuration)
  }

  private func readQuiet(_ node: ConfigurationNode) -> [DaySpan]? {
    let form = "parts of the day, such as [\"22:00-06:00\"]"
    return node.texts(form, atMost: 100) { node in
      node.text().flatMap { DaySpan($0) ?? node.mustBe("a part of the day, such as \"22:00-06:00\"") }
    }
  }
}
