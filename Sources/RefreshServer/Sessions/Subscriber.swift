import RefreshEngine
import RefreshSockets
import RefreshWire

/// One session's subscription to one feed.
final class Subscriber {
  let client: ClientID
  let feed: Feed
  let name: String?
  /// Whether its pointer and its requests count: looked up once, not for each of a pointer's samples.
  let mayPull: Bool
  private let subscription: Subscription
  /// The newest report, while it may still be waiting to be sent.
  private var newest: PullReport?

  init(client: ClientID, feed: Feed, name: String?, mayPull: Bool, subscription: Subscription) {
    self.client = client
    self.feed = feed
    self.name = name
    self.mayPull = mayPull
    self.subscription = subscription
  }

  /// Tells the client of its own gesture; an older report that has not left yet is replaced.
  func tell(_ report: PullReport) {
    var report = report
    if newest?.phase != report.phase { feed.runs.counts.pulled(report.phase) }
    if subscription.isPullWaiting, let newest { report = report.replacing(newest) }
    newest = report
    subscription.setPull(Frame(PullMessage(feed: feed.name, report: report)))
  }

  /// Takes the subscription out of the fan-out; the client still counts as one who watches.
  func detach() {
    feed.channel.unsubscribe(subscription)
  }

  func end() {
    detach()
    feed.leave(client)
  }
}
