/// Where the feed's refresh stands, as far as a gesture needs to know.
enum FeedMoment: Equatable {
  /// No run is current, though one may be queued.
  case idle
  /// The run at the edge refreshes, by the policy it began with.
  case refreshing(RunID, Edge, EdgePolicy)
  /// The run at the edge has ended.
  case settling(RunID, Edge)
}
