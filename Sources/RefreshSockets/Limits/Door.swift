/// Who is let in: how many connections there may be, in all and from one address, and how fast they may come.
///
/// This machine's own programs are bounded in all only: a proxy among them stands for everybody behind it, and whoever
/// can start a program here can do worse.
final class Door {
  /// The connections of one address.
  final class Visitor {
    let address: IPAddress
    var connections = 0
    /// Those beyond what it may have, which are only told so.
    var beyond = 0
    /// Accounts; see ``RateLimit``.
    var handshakes = RateLimit.fresh
    var secured = RateLimit.fresh
    var requests = RateLimit.fresh
    var isResting = false

    init(_ address: IPAddress) { self.address = address }

    var isGone: Bool { connections == 0 && beyond == 0 }
  }

  /// What a connection takes from its begin to the end of its socket.
  final class Place {
    fileprivate(set) var visitor: Visitor?
    /// There was no room in the server: it is only told so.
    fileprivate var isSurplus = false
    /// The address had all its connections.
    fileprivate var isBeyond = false
    fileprivate var isTaken = true
    /// Something else of the connection is still there when its socket is not.
    fileprivate var isHeld = false
    fileprivate var hasLeft = false

    /// Whether it may stay, as things stood when it came.
    var isWelcome: Bool { !isSurplus && !isBeyond }
  }

  /// So many more than there may be are told that there is no room; beyond, a connection just ends.
  private static let surplus = 64

  /// The most connections in all.
  private(set) var limit: Int
  private var settings: SocketSettings
  private let descriptors: Int
  /// The connections that have a place.
  private(set) var count = 0
  /// Those that are only told that there is none.
  private var told = 0
  private var visitors: [IPAddress: Visitor] = [:]
  /// Those without a connection that are remembered until their accounts have rested.
  private var resting: [Visitor] = []
  /// The account of all handshakes.
  private var handshakes = RateLimit.fresh

  /// - Parameter descriptors: how many each connection has.
  init(_ settings: SocketSettings, descriptors: Int = 1) {
    self.settings = settings
    self.descriptors = descriptors
    limit = Self.limit(settings, descriptors)
  }

  /// Takes other bounds; who is in already may stay.
  func apply(_ settings: SocketSettings) {
    self.settings = settings
    limit = Self.limit(settings, descriptors)
  }

  private static func limit(_ settings: SocketSettings, _ descriptors: Int) -> Int {
    let most = max(1, DescriptorLimit.connections / descriptors)
    return settings.connections > 0 ? min(settings.connections, most) : most
  }

  /// Whether connections with nothing to do should rather end.
  var isCrowded: Bool { count > limit - limit / 8 }

  /// A connection comes.
  /// - Returns: its place; `nil` if it is not even told why it may not stay.
  func enter(_ address: IPAddress) -> Place? {
    guard count < limit || told < Self.surplus else { return nil }
    let place = Place()
    if !isExempt(address) {
      let visitor = visitor(address)
      guard visitor.connections < settings.addressConnections || visitor.beyond < Self.surplus else {
        return nil
      }
      seat(place, visitor)
    }
    place.isSurplus = count >= limit
    if place.isSurplus { told += 1 } else { count += 1 }
    return place
  }

  /// A connection's socket has closed; again does nothing.
  func leave(_ place: Place, at now: Int) {
    guard place.isTaken else { return }
    place.hasLeft = true
    guard !place.isHeld else { return }
    place.isTaken = false
    if place.isSurplus { told -= 1 } else { count -= 1 }
    drop(place, at: now)
  }

  /// The place is not free before ``release(_:at:)``.
  func hold(_ place: Place) { place.isHeld = true }

  /// What ``hold(_:)`` was for is over.
  func release(_ place: Place, at now: Int) {
    place.isHeld = false
    if place.hasLeft { leave(place, at: now) }
  }

  /// A proxy passes on what another address says.
  func move(_ place: Place, to address: IPAddress, at now: Int) {
    if let visitor = place.visitor, visitor.address == address.site { return }
    drop(place, at: now)
    guard !isExempt(address) else { return }
    seat(place, visitor(address))
  }

  /// A handshake asks to be let in.
  func handshake(_ place: Place, at now: Int) -> Refused? {
    if let refused = room(place) { return refused }
    guard let visitor = place.visitor else { return nil }
    guard settings.addressHandshakes.take(from: &visitor.handshakes, at: now) else {
      return .rate(
        "connections of your address", wait: settings.addressHandshakes.wait(visitor.handshakes, at: now))
    }
    guard settings.handshakes.take(from: &handshakes, at: now) else {
      return .rate("connections", wait: settings.handshakes.wait(handshakes, at: now))
    }
    return nil
  }

  /// A connection asks to speak TLS, whose handshake costs more than most of what follows.
  /// - Returns: whether it may; before it has, it cannot be told why not.
  func secure(_ place: Place, at now: Int) -> Bool {
    guard let visitor = place.visitor else { return true }
    return settings.addressHandshakes.take(from: &visitor.secured, at: now)
  }

  /// A request asks to be answered.
  func request(_ place: Place, at now: Int) -> Refused? {
    if let refused = room(place) { return refused }
    guard let visitor = place.visitor,
      !settings.addressRequests.take(from: &visitor.requests, at: now)
    else { return nil }
    return .rate(
      "requests of your address", wait: settings.addressRequests.wait(visitor.requests, at: now))
  }

  /// Forgets addresses of which there is nothing to remember.
  func tidy(at now: Int) {
    resting.removeAll { visitor in
      guard visitor.isGone, !hasRested(visitor, at: now) else {
        visitor.isResting = false
        if visitor.isGone { visitors[visitor.address] = nil }
        return true
      }
      return false
    }
  }

  /// How many addresses are remembered.
  var remembered: Int { visitors.count }

  private func room(_ place: Place) -> Refused? {
    if place.isSurplus {
      guard count < limit else { return .full(limit) }
      place.isSurplus = false
      told -= 1
      count += 1
    }
    if place.isBeyond, let visitor = place.visitor {
      guard visitor.connections < settings.addressConnections else {
        return .address(settings.addressConnections)
      }
      place.isBeyond = false
      visitor.beyond -= 1
      visitor.connections += 1
    }
    return nil
  }

  private func seat(_ place: Place, _ visitor: Visitor) {
    place.visitor = visitor
    place.isBeyond = visitor.connections >= settings.addressConnections
    if place.isBeyond { visitor.beyond += 1 } else { visitor.connections += 1 }
  }

  private func visitor(_ address: IPAddress) -> Visitor {
    let site = address.site
    if let known = visitors[site] { return known }
    let visitor = Visitor(site)
    visitors[site] = visitor
    return visitor
  }

  private func drop(_ place: Place, at now: Int) {
    guard let visitor = place.visitor else { return }
    place.visitor = nil
    if place.isBeyond { visitor.beyond -= 1 } else { visitor.connections -= 1 }
    place.isBeyond = false
    guard visitor.isGone, !visitor.isResting else { return }
    if hasRested(visitor, at: now) {
      visitors[visitor.address] = nil
    } else {
      visitor.isResting = true
      resting.append(visitor)
    }
  }

  private func hasRested(_ visitor: Visitor, at now: Int) -> Bool {
    settings.addressHandshakes.isRested(visitor.handshakes, at: now)
      && settings.addressHandshakes.isRested(visitor.secured, at: now)
      && settings.addressRequests.isRested(visitor.requests, at: now)
  }

  private func isExempt(_ address: IPAddress) -> Bool {
    address.isLoopback || settings.trustedProxies.contains { $0.contains(address) }
  }
}
