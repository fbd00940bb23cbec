/// One client's subscription to a feed.
struct Member: Equatable, Sendable {
  let id: ClientID
  var name: String?
  var gesture = Gesture()
  /// The number of the newest sample.
  var n = 0
  /// Its place among those with an open gesture.
  fileprivate(set) var place: Int?
  /// False once it has left; the gap is closed later, for many at once.
  fileprivate(set) var present = true

  init(id: ClientID, name: String?) {
    self.id = id
    self.name = name
  }
}

/// Those who watch a feed, in the order they came.
///
/// Finding one, adding one and removing one take constant time; the order is the same in every process, which a
/// dictionary's is not.
struct Roster: Equatable, Sendable {
  /// By slot; slots change when somebody joins or leaves.
  var members: [Member] = []
  /// The slots of those with an open gesture, in no particular but a repeatable order.
  private(set) var open: [Int] = []
  /// The first names, for presence.
  private(set) var names: [String] = []
  private var slots: [ClientID: Int] = [:]
  private var gaps = 0
  private let maxNames: Int

  init(maxNames: Int) {
    self.maxNames = maxNames
  }

  /// How many watch.
  var count: Int { members.count - gaps }

  /// The client's slot, if it watches.
  func slot(of client: ClientID) -> Int? { slots[client] }

  /// Adds a client, or makes its subscription anew in its old place.
  mutating func join(_ client: ClientID, name: String?) {
    if let slot = slots[client] {
      close(slot)
      let renamed = members[slot].name != name
      members[slot] = Member(id: client, name: name)
      if renamed { rename() }
      return
    }
    compact()
    slots[client] = members.count
    members.append(Member(id: client, name: name))
    if let name, names.count < maxNames { names.append(name) }
  }

  /// Removes a client; whether it was there.
  mutating func leave(_ client: ClientID) -> Bool {
    guard let slot = slots.removeValue(forKey: client) else { return false }
    close(slot)
    members[slot].present = false
    gaps += 1
    if let name = members[slot].name, names.contains(name) { rename() }
    compact()
    return true
  }

  /// Notes whether a slot's gesture is open, after it changed.
  mutating func note(_ slot: Int) {
    guard members[slot].gesture.isOpen else { return close(slot) }
    guard members[slot].place == nil else { return }
    members[slot].place = open.count
    open.append(slot)
  }

  private mutating func close(_ slot: Int) {
    guard let place = members[slot].place else { return }
    members[slot].place = nil
    let moved = open.removeLast()
    guard moved != slot else { return }
    open[place] = moved
    members[moved].place = place
  }

  private mutating func rename() {
    names.removeAll(keepingCapacity: true)
    for member in members where member.present {
      guard names.count < maxNames else { return }
      if let name = member.name { names.append(name) }
    }
  }

  /// Closes the gaps once they outnumber the members, which keeps joining and leaving constant on average.
  private mutating func compact() {
    guard gaps > 32, gaps > count else { return }
    members.removeAll { !$0.present }
    gaps = 0
    for slot in members.indices {
      slots[members[slot].id] = slot
      if let place = members[slot].place { open[place] = slot }
    }
  }
}
