/// The pointers of one client that are down on one list.
///
/// One pointer, the usual case, needs no allocation.
enum PointerSet: Equatable, Sendable {
  /// All are up.
  case none
  /// One is down.
  case one(Int)
  /// Several are down, in the order they came.
  case several([Int])

  /// How many may be down at once: more than hands have, few enough to search.
  static let bound = 32

  var isEmpty: Bool { self == .none }

  var isFull: Bool {
    if case .several(let pointers) = self { return pointers.count >= Self.bound }
    return false
  }

  func contains(_ pointer: Int) -> Bool {
    switch self {
    case .none: false
    case .one(let only): only == pointer
    case .several(let pointers): pointers.contains(pointer)
    }
  }

  /// Adds a pointer that is not in the set; the caller has checked that there is room.
  mutating func insert(_ pointer: Int) {
    switch self {
    case .none: self = .one(pointer)
    case .one(let only): self = .several([only, pointer])
    case .several(let pointers): self = .several(pointers + [pointer])
    }
  }

  mutating func remove(_ pointer: Int) {
    switch self {
    case .none: break
    case .one(let only): if only == pointer { self = .none }
    case .several(let pointers):
      let rest = pointers.filter { $0 != pointer }
      self = rest.count > 1 ? .several(rest) : rest.first.map { .one($0) } ?? .none
    }
  }
}
