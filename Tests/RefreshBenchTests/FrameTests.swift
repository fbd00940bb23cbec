import RefreshWire
import Testing

@testable import refresh_bench

@Suite struct FrameTests {
  private static let text = String(repeating: "x", count: ClientFrames.rowLength)

  @Test(arguments: [(1, 1), (9, 2), (10, 16), (123_456, 100)])
  func `the generator counts the rows of a frame as the server writes it`(first: Int, count: Int) {
    let message = RowsMessage(
      feed: FeedName("main")!, first: first,
      rows: (0..<count).map { _ in Row(text: Self.text, at: 1_796_010_694_368, run: nil) },
      pos: Position(epoch: 7, sequence: first, digest: Array(repeating: 200, count: 16)).text)
    let payload = message.encoded()
    let contents = payload.withUnsafeBufferPointer { RowsFrame.contents($0.baseAddress!, length: $0.count) }
    #expect(contents?.first == first)
    #expect(contents?.count == count)
    #expect(RowsFrame.payload(first: first, count: count).count == payload.count)
  }

  @Test func `a frame with a row of another length is not taken for one of ours`() {
    let message = RowsMessage(
      feed: FeedName("main")!, first: 5, rows: [Row(text: "short", at: 1_796_010_694_368, run: nil)],
      pos: Position(epoch: 7, sequence: 5, digest: Array(repeating: 0, count: 16)).text)
    let payload = message.encoded()
    #expect(
      payload.withUnsafeBufferPointer { RowsFrame.contents($0.baseAddress!, length: $0.count) } == nil)
  }

  @Test func `the server understands every pointer sample of a drag`() throws {
    for n in [1, 2, 81, 1_000, 123_456] {
      let frame = ClientFrames.pointer(n)
      let header = frame[1] & 127 == 126 ? 8 : 6
      let message = try frame[header...].withUnsafeBytes { try ClientMessage.decode($0) }
      guard case .pointer(let pointer) = message else {
        Issue.record("sample \(n) is no pointer message")
        continue
      }
      #expect(pointer.n == n)
      #expect(pointer.sample.phase == (n == 1 ? .down : .move))
    }
  }

  @Test func `the floor reads a client's messages as they come, whole and one after the other`() throws {
    let subscribe = ClientFrames.subscribe()
    let pointer = ClientFrames.pointer(4_711)
    for cut in subscribe.indices { #expect(FloorMessage(Array(subscribe[..<cut])) == nil) }
    let first = try #require(FloorMessage(subscribe + pointer))
    #expect(first.kind == UInt8(ascii: "s"))
    #expect(!first.isBehind)
    #expect(first.length == subscribe.count)
    let second = try #require(FloorMessage(pointer))
    #expect(second.kind == UInt8(ascii: "p"))
    #expect(second.digits == Array("4711".utf8))
    let position = String(repeating: "A", count: 43)
    #expect(FloorMessage(ClientFrames.subscribe(after: position))?.isBehind == true)
  }

  @Test func `the floor answers a handshake with the value of RFC 6455`() throws {
    let request = try #require(FloorRequest(ClientFrames.handshake))
    let key = try #require(request.key)
    #expect(String(decoding: Handshake.accept(key), as: UTF8.self) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(request.length == ClientFrames.handshake.count)
  }

  @Test func `the floor takes a request for rows when its body is complete`() {
    let request = Poster.append(rows: 3)
    #expect(FloorRequest(Array(request.dropLast())) == nil)
    #expect(FloorRequest(request)?.rows == 3)
    #expect(FloorRequest(request)?.key == nil)
  }
}
