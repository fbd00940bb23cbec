/// One client's pull, as everybody sees it.
public struct PresentPull: Equatable, Sendable {
  /// The pulling client.
  public var client: ClientID
  /// Its person's name, if given.
  public var name: String?
  /// The pulled edge.
  public var edge: Edge
  /// Displacement ÷ threshold.
  public var percent: Double

  /// A pull of a client.
  public init(client: ClientID, name: String?, edge: Edge, percent: Double) {
    self.client = client
    self.name = name
    self.edge = edge
    self.percent = percent
  }
}

/// Who watches a feed and who pulls.
public struct Presence: Equatable, Sendable {
  /// How many subscriptions and event streams there are.
  public var watching: Int
  /// Names of those watching, who came first first, at most 32.
  public var names: [String]
  /// How many pulls are under way.
  public var count: Int
  /// The furthest pulls, at most 8, furthest first.
  public var pulls: [PresentPull]

  /// A feed's presence.
  public init(watching: Int = 0, names: [String] = [], count: Int = 0, pulls: [PresentPull] = []) {
    self.watching = watching
    self.names = names
    self.count = count
    self.pulls = pulls
  }
}
