/// The policies of a feed's two edges; an edge without a policy cannot be pulled.
public struct FeedPolicy: Equatable, Sendable {
  /// The policy of the top edge.
  public var top: EdgePolicy?
  /// The policy of the bottom edge.
  public var bottom: EdgePolicy?

  /// Policies of the two edges.
  public init(top: EdgePolicy? = nil, bottom: EdgePolicy? = nil) {
    self.top = top
    self.bottom = bottom
  }

  /// The policy of one edge.
  public subscript(edge: Edge) -> EdgePolicy? {
    get {
      switch edge {
      case .top: top
      case .bottom: bottom
      }
    }
    set {
      switch edge {
      case .top: top = newValue
      case .bottom: bottom = newValue
      }
    }
  }

  /// The edge of a refresh that names none: the top if it has a policy, else the bottom.
  public var defaultEdge: Edge? {
    top != nil ? .top : bottom != nil ? .bottom : nil
  }
}
