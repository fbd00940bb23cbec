import RefreshClientSockets
import RefreshEngine
import RefreshWire

/// Shows a refresh on a terminal.
final class Report: RefreshObserver {
  func moving(offset: Double, percent: Double) { print("pulled to \(Int(percent * 100)) %") }
  func startRefreshing() { print("refreshing") }
  func endRefresh(_ outcome: RunOutcome) { print("ended: \(outcome.rawValue)") }
}

let feed = FeedName("main")!
let client = RefreshClient(url: "ws://127.0.0.1:8080/live", transport: try SocketTransport.shared())
var relay = ObserverRelay(feed: feed, to: Report())
client.subscribe(to: feed, tail: 0, name: "Anna")
client.start()

for await event in client.events {
  relay.take(event)
  switch event {
  case .subscribed: client.refresh(feed)
  case .rows(let message): for row in message.rows { print("new: \(row.text)") }
  case .runEnded: await client.stop()
  case .disconnected(let end) where end.comesBackAfter == nil && end.reason != "": print(end.reason)
  default: break
  }
}
