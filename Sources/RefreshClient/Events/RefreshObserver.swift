import RefreshEngine
import RefreshWire

/// What shows a feed's refresh, as an animation does: it is moved, it starts, it ends.
public protocol RefreshObserver: AnyObject {
  /// The person's own pull stands here.
  /// - Parameters:
  ///   - offset: displacement, in CSS pixels.
  ///   - percent: displacement ÷ threshold; 1 is the threshold.
  func moving(offset: Double, percent: Double)
  /// A refresh began, whoever caused it. Starts and ends alternate, also when a connection was lost in between.
  func startRefreshing()
  /// The refresh ended; `failed` also if the feed that it belonged to is gone.
  func endRefresh(_ outcome: RunOutcome)
  /// The displacement goes on by itself; unless implemented, the observer is moved to where it ends.
  /// - Parameter percent: displacement ÷ threshold at the end.
  func settling(_ settle: Settle, percent: Double)
}

extension RefreshObserver {
  /// Moves to where the movement ends.
  public func settling(_ settle: Settle, percent: Double) { moving(offset: settle.to, percent: percent) }
}

/// Tells an observer what a client's events say about one feed, of one edge or of both.
public struct ObserverRelay {
  private let feed: FeedName
  private let edge: Edge?
  private let observer: any RefreshObserver
  /// The run that has begun for the observer and not ended.
  private var run: RunID?
  private var isMoved = false
  private var settles: Settle?

  /// A relay to an observer of a feed; `edge` nil: of both edges.
  public init(feed: FeedName, edge: Edge? = nil, to observer: any RefreshObserver) {
    self.feed = feed
    self.edge = edge
    self.observer = observer
  }

  /// Takes the next event.
  public mutating func take(_ event: ClientEvent) {
    switch event {
    case .pull(let message) where message.feed == feed: take(message.report)
    case .subscribed(let message) where message.feed == feed && message.mode == .reset(.epoch):
      if run != nil { end(.failed) }
    case .state(let message) where message.feed == feed: settles = message.state.settle
    case .runStarted(feed, let run) where isMine(run.edge):
      // The end of a run that ended while the connection was lost may never be told.
      if self.run == nil { observer.startRefreshing() }
      self.run = run.id
    case .runEnded(feed, let last) where last.end.run.id == run: end(last.end.outcome)
    case .disconnected: home()
    default: break
    }
  }

  private mutating func take(_ report: PullReport) {
    if let edge = report.edge {
      guard isMine(edge) else { return }
    } else if !isMoved && report.settle == nil {
      return
    }
    isMoved = report.offset != 0
    if let settle = report.settle {
      observer.settling(settle, percent: report.percent)
    } else {
      observer.moving(offset: report.offset, percent: report.percent)
    }
  }

  private mutating func end(_ outcome: RunOutcome) {
    run = nil
    observer.endRefresh(outcome)
    if let settles { observer.settling(settles, percent: 0) } else { home() }
    settles = nil
    isMoved = false
  }

  /// Nothing more is told about the pull: it ends where it began.
  private mutating func home() {
    guard isMoved else { return }
    isMoved = false
    observer.moving(offset: 0, percent: 0)
  }

  private func isMine(_ edge: Edge) -> Bool { self.edge == nil || self.edge == edge }
}
