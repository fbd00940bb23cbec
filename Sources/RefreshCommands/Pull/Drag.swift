import RefreshEngine
import RefreshWire

/// The way of a pointer that drags a list's edge, as a person's finger goes: down, so many moves, up.
struct Drag: Sendable {
  /// How high a row is drawn, in a list that nobody sees.
  private static let rowHeight = 24.0

  let edge: Edge
  private let scroll: ScrollMetrics
  private let way: Double
  private let x = 160.0

  /// A drag far enough to refresh.
  /// - Parameters:
  ///   - rows: how many rows the list has: a list that is too short is not pulled where the policy wants more.
  ///   - part: how much of the way to the threshold it goes; above 1 it refreshes.
  init(_ edge: Edge, _ policy: EdgePolicy, rows: Int, part: Double = 1.15) {
    self.edge = edge
    let view = Self.view(policy)
    let height = Double(rows) * Self.rowHeight
    scroll = ScrollMetrics(top: edge == .top ? 0 : max(0, height - view), height: height, view: view)
    way = Self.way(to: min(policy.threshold * part + 1, max(policy.limit, policy.threshold)), policy, view)
  }

  /// Whether a list of so many rows is long enough for what an edge's policy wants.
  static func fits(_ policy: EdgePolicy, rows: Int) -> Bool {
    !policy.needsOverflow || Double(rows) * rowHeight > view(policy) + 1
  }

  /// The height of what is seen of the list.
  private static func view(_ policy: EdgePolicy) -> Double { max(600, policy.threshold * 3) }

  /// The samples, without the pointer's being lifted.
  func samples(moves: Int) -> [PointerSample] {
    (0...moves).map { move in
      sample(move == 0 ? .down : .move, at: Double(move) / Double(moves))
    }
  }

  /// The last sample: lifted where the way ends, or taken away there.
  func end(_ phase: PointerPhase = .up) -> PointerSample { sample(phase, at: 1) }

  private func sample(_ phase: PointerPhase, at part: Double) -> PointerSample {
    // Fast first, then slower, as a hand does.
    let done = way * (1 - (1 - part) * (1 - part))
    let y = edge == .top ? 100 + done : 700 - done
    return PointerSample(phase: phase, pointer: 1, x: x, y: y, scroll: scroll)
  }

  /// How far the finger goes for a displacement: the inverse of the policy's travel.
  private static func way(to displacement: Double, _ policy: EdgePolicy, _ view: Double) -> Double {
    switch policy.travel {
    case .direct: return policy.slop + displacement + 1
    case .rubberBand:
      let height = max(view, EdgePolicy.leastView)
      let near = min(displacement, height * 0.95)
      return policy.slop + near / (height - near) * height / policy.coefficient + 1
    }
  }
}
