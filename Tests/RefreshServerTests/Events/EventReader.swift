import Foundation
import Glibc
import TestSupport

/// Follows an event stream on a bare socket.
final class EventReader {
  typealias Event = EventParser.Event

  /// The answer's status and header fields.
  let head: String
  private(set) var parser = EventParser()
  /// All of the body, without its chunks' frames.
  private(set) var body: [UInt8] = []
  /// The answer has come to its end, as it should.
  private(set) var hasEnded = false
  /// How many bytes are still read.
  private var budget = Int.max
  private let socket: BareSocket
  private let isChunked: Bool
  private var raw: [UInt8] = []
  private var events: [Event] = []
  private var json: [String: Any] = [:]

  /// - Parameter budget: after so many bytes of the body the connection is cut.
  init(
    port: Int, _ path: String = "/feeds/main/events", _ fields: [String] = [], method: String = "GET",
    version: String = "1.1", budget: Int = .max
  ) throws {
    socket = try BareSocket(port: port)
    self.budget = budget
    socket.send(BareRequest.text("\(method) \(path) HTTP/\(version)", ["Host: 127.0.0.1"] + fields))
    head = socket.receive(through: "\r\n\r\n").lowercased()
    isChunked = head.contains("transfer-encoding: chunked")
  }

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  /// The next event; `nil` if the answer ends or is cut before.
  func next() throws -> Event? {
    while events.isEmpty {
      guard try readSome() else { return nil }
    }
    return events.removeFirst()
  }

  /// The next event of a name, as JSON; what comes before is passed over.
  @discardableResult
  func until(_ name: String, where fits: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
    while let event = try next() {
      guard event.name == name else { continue }
      let json = try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any] ?? [:]
      if fits(json) { return json }
    }
    throw Silence(description: "no event \(name) in \(String(decoding: body.suffix(2_000), as: UTF8.self))")
  }

  /// Reads until something in the body holds.
  func read(until fits: (EventReader) -> Bool) throws {
    while !fits(self) {
      guard try readSome() else { throw Silence(description: "the stream ended too early") }
    }
  }

  /// Reads to the end.
  func readAll() throws {
    while try readSome() {}
  }

  private func readSome() throws -> Bool {
    guard budget > 0, !hasEnded else { return false }
    guard let bytes = socket.receive(min(budget, 16_384)) else {
      hasEnded = !isChunked
      return false
    }
    guard !bytes.isEmpty else { throw Silence(description: "nothing came for too long") }
    budget -= bytes.count
    raw += bytes
    isChunked ? takeChunks() : take(raw[...])
    if !isChunked { raw = [] }
    return true
  }

  private func takeChunks() {
    while let end = raw.firstRange(of: [0x0d, 0x0a]),
      let size = Int(String(decoding: raw[..<end.lowerBound], as: UTF8.self), radix: 16),
      raw.count >= end.upperBound + size + 2
    {
      take(raw[end.upperBound..<(end.upperBound + size)])
      raw.removeFirst(end.upperBound + size + 2)
      if size == 0 { hasEnded = true }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    body += bytes
    events += parser.take(bytes)
  }
}

/// The list that an event stream's client keeps.
struct EventList {
  var texts: [String] = []
  var first = 1
  /// Why it was cleared.
  var resets: [String] = []
  /// Rows that did not continue the list.
  var misfits = 0

  var last: Int { first + texts.count - 1 }

  mutating func take(_ event: EventParser.Event) {
    let json =
      (try? JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any]).flatMap { $0 }
      ?? [:]
    switch event.name {
    case "reset":
      resets.append(json["why"] as? String ?? "?")
      texts = []
    case "rows":
      let rows = (json["rows"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
      let begin = json["first"] as? Int ?? 0
      if texts.isEmpty { first = begin } else if begin != last + 1 { misfits += 1 }
      texts += rows
    default: break
    }
  }
}
