extension Roster {
  /// Who watches and who pulls at this moment.
  func presence(maxPulls: Int) -> Presence {
    var presence = Presence(watching: count, names: names)
    var furthest: [(percent: Double, slot: Int, edge: Edge)] = []
    for slot in open {
      guard let pull = members[slot].gesture.pull else { continue }
      presence.count += 1
      // Few are listed, so a sorted insertion beats sorting all; who came first wins a tie.
      let at =
        furthest.firstIndex { $0.percent < pull.percent || ($0.percent == pull.percent && slot < $0.slot) }
        ?? furthest.count
      guard at < maxPulls else { continue }
      if furthest.count == maxPulls { furthest.removeLast() }
      furthest.insert((pull.percent, slot, pull.edge), at: at)
    }
    presence.pulls = furthest.map {
      PresentPull(
        client: members[$0.slot].id, name: members[$0.slot].name, edge: $0.edge, percent: $0.percent)
    }
    return presence
  }
}
