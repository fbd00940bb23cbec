/// Messages that have come and cannot be handed on yet, in order, with their total size.
struct HeldMessages {
  /// What is counted for a message besides its text, so that empty ones are bounded too.
  private static let overhead = 64

  private var messages: [[UInt8]?] = []
  private var head = 0
  private(set) var bytes = 0

  var isEmpty: Bool { head == messages.count }

  /// - Parameter text: `nil` for a binary message, whose content nobody wants.
  mutating func append(_ text: [UInt8]?) {
    messages.append(text)
    bytes += (text?.count ?? 0) + Self.overhead
  }

  /// The oldest; there must be one.
  mutating func removeFirst() -> [UInt8]? {
    let text = messages[head]
    messages[head] = nil
    head += 1
    bytes -= (text?.count ?? 0) + Self.overhead
    if isEmpty { self = HeldMessages() }
    return text
  }
}
