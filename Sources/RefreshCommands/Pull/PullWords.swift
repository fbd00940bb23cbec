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

  static func noPolicy(_ edge: Edge, _ feed: FeedName) -> String {
    "the \(edge.rawValue) of \(feed.text) has no policy: it cannot be refreshed there"
  }

  private static func cooldown(_ feed: FeedName, _ retryAfter: Milliseconds?) -> String {
    let wait = retryAfter.map { " for another \(Times.duration(Int64($0)))" } ?? ""
    return "\(feed.text) rests between refreshes\(wait); try again then"
  }
}
