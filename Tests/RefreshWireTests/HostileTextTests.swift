import RefreshWire
import Testing

@Suite struct HostileTextTests {
  @Test func `a message of 16 KiB is read, one byte more is not`() throws {
    let frame = #"{"type":"ping","x":""}"#.utf8.count
    let fitting = #"{"type":"ping","x":"\#(String(repeating: "x", count: 16_384 - frame))"}"#
    #expect(try decode(fitting) == .ping)
    #expect(isMalformed(Array((fitting + " ").utf8)))
  }

  @Test func `16 KiB of one byte are malformed, whatever the byte`() {
    for byte in UInt8.min...UInt8.max {
      #expect(isMalformed([UInt8](repeating: byte, count: 16_384)), "\(byte)")
      #expect(
        isMalformed(Array(#"{"type":"ping","x":"#.utf8) + [UInt8](repeating: byte, count: 8_000)), "\(byte)")
    }
  }

  @Test func `a number of thousands of digits is not finite, or is`() throws {
    let digits = String(repeating: "9", count: 8_000)
    #expect(wrong(pointer(x: digits))?.field == "x")
    #expect(wrong(pointer(x: "1e\(digits)"))?.field == "x")
    guard case .pointer(let message) = try decode(pointer(x: "0.\(digits)")) else {
      Issue.record("no pointer message")
      return
    }
    #expect(message.sample.x == 1)
  }

  @Test
  func `changed messages are taken, answered or refused, and what is taken can be written and read again`()
    throws
  {
    var random = SeededGenerator(seed: 20_261_130)
    var outcomes = [0, 0, 0]
    let seeds = Vectors.all.client.map(\.content)
    for _ in 0..<20_000 {
      let bytes = mutated(seeds, &random)
      do {
        let message = try decode(bytes)
        #expect(try decode(message.encoded()) == message)
        outcomes[0] += 1
      } catch .error(let error) {
        let answer = ServerMessage.error(error)
        #expect(try decodeServer(answer.encoded()) == answer)
        outcomes[1] += 1
      } catch .malformed {
        outcomes[2] += 1
      }
    }
    #expect(outcomes.allSatisfy { $0 > 100 }, "the changes reach every outcome: \(outcomes)")
  }

  @Test func `changed server messages never stop a client`() throws {
    var random = SeededGenerator(seed: 7)
    var taken = 0
    let seeds = Vectors.all.server.map(\.content)
    for _ in 0..<10_000 {
      do {
        guard let message = try decodeServer(mutated(seeds, &random)) else { continue }
        #expect(try decodeServer(message.encoded()) == message)
        taken += 1
      } catch {}
    }
    #expect(taken > 100)
  }

  private func pointer(x: String) -> String {
    #"{"type":"pointer","feed":"main","n":1,"phase":"move","id":1,"x":\#(x),"y":0,"scroll":{"top":0,"height":1,"view":1}}"#
  }

  private func mutated(_ seeds: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = seeds.randomElement(using: &random)!
    let marks = Array(#"{}[]":,\u0eE+-.9 "#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xF0, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[at] = marks.randomElement(using: &random)!
      case 1: bytes.insert(marks.randomElement(using: &random)!, at: at)
      case 2: bytes.remove(at: at)
      case 3: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default:
        let other = seeds.randomElement(using: &random)!
        bytes.insert(contentsOf: other.prefix(Int.random(in: 0...32, using: &random)), at: at)
      }
    }
    return bytes
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
