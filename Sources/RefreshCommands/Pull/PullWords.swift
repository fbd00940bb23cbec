import RefreshEngine
import RefreshWire

/// Why a pull or a refresh did not come about, in words.
enum PullWords {
  static func of(_ why: GestureReason?, _ edge: Edge, _ feed: FeedName, retryAfter: Milliseconds?) -> String {
    switch why {
    case .cooldown: return cooldown(feed, retryAfter)
    case .noPolicy: return noPolicy(edge, feed)
    case .noOverflow:
      return
        "\(feed.text) has too few rows to be pulled at its \(edge.rawValue): its policy wants a list that is"
        + " longer than the view; --begin refreshes all the same"
    case .storage: return "the refresh could not be recorded; see the server's log"
    case .policy: return "the policy of \(feed.text) was changed during the pull; pull again"
    case .lease: return "the server heard nothing of the pull for too long; pull again"
    case .horizontal, .notAtEdge, .order, .cancel, .secondPointer, .resized, nil:
      return "the pull was not taken for one (\(why?.rawValue ?? "no reason")); --begin refreshes without one"
    }
  }

  static func of(_ why: ReplyReason?, _ edge: Edge, _ feed: FeedName, retryAfter: Milliseconds?) -> String {
    switch why {
    case .cooldown: cooldown(feed, retryAfter)
    case .noPolicy: noPolicy(edge, feed)
    case .storage: "the refresh could not be recorded; see the server's log"
    case .committing, .ended, nil: "the server refused the refresh"
    }
  }

  /// Somebody does not wait for the end.
  static func left(_ stage: PullStage, _ feed: FeedName) -> String {
    let how = "'refreshd runs \(feed.text)' tells how it ends"
    return switch stage {
    case .waiting: "left before there was a refresh"
    // What the server makes of the last that it was sent has not come yet.
    case .dragging, .asked:
      "whether a refresh has begun is not known: if so, it goes on at the server; \(how)"
    case .following(let run): "run \(run) goes on at the server; \(how)"
    }
  }

  /// The time for all of it is over.
  /// - Parameter server: what people call it.
  static func late(_ stage: PullStage, _ contact: PullContact, _ feed: FeedName, _ server: String) -> String {
    let lost = "the connection to \(server) was lost and has not come back in time"
    let words =
      switch (stage, contact) {
      case (_, .none): "\(server) has not answered in time, and nothing was pulled"
      case (.waiting, .there): "the refresh before this pull has not settled in time, and nothing was pulled"
      case (.waiting, .lost): "\(lost), and nothing was pulled"
      case (.dragging, .there): "the time was over during the pull: \(left(stage, feed))"
      case (.asked, .there): "\(server) has not said in time whether it refreshes: \(left(stage, feed))"
      case (.following(let run), .there):
        "run \(run) has not ended in time, and goes on at the server; 'refreshd runs \(feed.text)' tells how it ends"
      case (.following(let run), .lost):
        "\(lost): 'refreshd runs \(feed.text)' tells how run \(run) ends"
      case (_, .lost): "\(lost): \(left(stage, feed))"
      }
    return words + "; --timeout SECONDS waits longer"
  }

  static func noPolicy(_ edge: Edge, _ feed: FeedName) -> String {
    "the \(edge.rawValue) edge of \(feed.text) cannot be pulled: it has no policy, because the server's configuration leaves "
      + "out '\(edge.rawValue)'"
  }

  private static func cooldown(_ feed: FeedName, _ retryAfter: Milliseconds?) -> String {
    let wait = retryAfter.map { " for another \(Times.duration(Int64($0)))" } ?? ""
    return "\(feed.text) rests between refreshes\(wait); try again then"
  }
}
