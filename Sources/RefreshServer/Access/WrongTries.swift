import RefreshEngine
import RefreshSockets

/// The wrong tokens of late, by the address that they came from.
///
/// Only different ones count: a program that has an old token and shows it again and again guesses nothing, and keeps
/// nobody at its address out.
struct WrongTries {
  /// How long a wrong token counts, in milliseconds.
  static let window = 60_000
  /// How many addresses are remembered; more at the same time make the oldest forgotten.
  static let addresses = 4_096

  private struct Try {
    let digest: [UInt8]
    let time: Milliseconds
  }

  /// How many different wrong tokens of one address are looked at in the window.
  var limit: Int
  private var tries: [IPAddress?: [Try]] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  /// How long no token of an address is looked at any more; `nil` if one is.
  func wait(_ address: String, now: Milliseconds) -> Milliseconds? {
    let recent = tries[Self.site(address)]?.filter { now - $0.time < Self.window } ?? []
    guard recent.count >= limit else { return nil }
    return Self.window - (now - recent[recent.count - limit].time)
  }

  /// A token was wrong.
  mutating func note(_ digest: [UInt8], from address: String, now: Milliseconds) {
    let site = Self.site(address)
    var recent = tries[site]?.filter { now - $0.time < Self.window } ?? []
    guard !recent.contains(where: { $0.digest == digest }) else { return }
    recent.append(Try(digest: digest, time: now))
    if tries[site] == nil, tries.count >= Self.addresses { makeRoom(now: now) }
    tries[site] = recent
  }

  private mutating func makeRoom(now: Milliseconds) {
    tries = tries.filter { now - $0.value[$0.value.count - 1].time < Self.window }
    guard tries.count >= Self.addresses else { return }
    let oldest = tries.min { $0.value[$0.value.count - 1].time < $1.value[$1.value.count - 1].time }
    if let oldest { tries[oldest.key] = nil }
  }

  /// Who has one IPv6 address has 2⁶⁴ of them.
  private static func site(_ address: String) -> IPAddress? { IPAddress(address)?.site }
}
