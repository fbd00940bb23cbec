/// Reads an event stream as the HTML standard has it, from pieces of any size.
struct EventParser {
  struct Event: Equatable {
    var name: String
    var data: String
    /// The last event's id that a browser would show when it comes back.
    var lastID: String
  }

  private(set) var comments = 0
  /// The last one that came.
  private(set) var retry: Int?
  private(set) var lastID = ""
  private var line: [UInt8] = []
  private var endedWithReturn = false
  private var name = ""
  private var data: [String] = []
  private var nextID: String?

  /// - Returns: the events that end in this piece.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      defer { endedWithReturn = byte == 0x0d }
      switch byte {
      case 0x0a where endedWithReturn: break
      case 0x0a, 0x0d:
        if let event = endLine() { events.append(event) }
      default: line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    let text = String(decoding: line, as: UTF8.self)
    line = []
    if text.isEmpty { return dispatch() }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : ""
    if value.hasPrefix(" ") { value = value.dropFirst() }
    switch parts[0] {
    case "": comments += 1
    case "event": name = String(value)
    case "data": data.append(String(value))
    case "id": if !value.contains("\0") { nextID = String(value) }
    case "retry": retry = Int(value) ?? retry
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> Event? {
    lastID = nextID ?? lastID
    defer {
      name = ""
      data = []
    }
    guard !data.isEmpty else { return nil }
    return Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), lastID: lastID)
  }
}
