/// A gesture that moves an edge.
struct Pull: Equatable, Sendable {
  /// The pulled edge.
  let edge: Edge
  /// The viewport's height at the down sample.
  let view: Double
  /// The y that the way is measured from.
  private(set) var origin: Double
  /// Whether the list has left the edge again.
  private(set) var away = false
  /// In CSS pixels, 0…limit.
  private(set) var displacement: Double = 0
  /// Displacement ÷ threshold.
  private(set) var percent: Double = 0

  /// A pull that nothing has moved yet.
  init(edge: Edge, view: Double, origin: Double) {
    self.edge = edge
    self.view = view
    self.origin = origin
  }

  /// Reads a sample of the gesture's pointer: the result depends on origin, edge and this sample alone.
  mutating func read(_ sample: PointerSample, _ rules: EdgePolicy) {
    if sample.scroll.stand(at: edge) {
      if away, rules.begins == .edge { origin = sample.y }
      away = false
      let travelled = edge == .top ? sample.y - origin : origin - sample.y
      displacement = rules.displacement(travelled: travelled, view: sample.scroll.view)
    } else {
      away = true
      displacement = 0
    }
    percent = rules.percent(of: displacement)
  }

  /// Going back to 0 from here, if there is a way to go.
  func settle(_ rules: EdgePolicy) -> Settle? {
    displacement > 0 ? Settle(from: displacement, to: 0, duration: rules.settle) : nil
  }
}
