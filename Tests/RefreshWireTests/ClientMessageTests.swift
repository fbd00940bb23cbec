import RefreshEngine
import RefreshWire
import Testing

@Suite struct ClientMessageTests {
  @Test func `a pointer message becomes a sample`() throws {
    let message = try decode(
      #"{"type":"pointer","feed":"main","n":17,"phase":"move","id":0,"x":120,"y":-342.5,"scroll":{"top":0,"height":1.2e3,"view":600.0}}"#
    )
    let sample = PointerSample(
      phase: .move, pointer: 0, x: 120, y: -342.5, scroll: ScrollMetrics(top: 0, height: 1_200, view: 600))
    #expect(message == .pointer(PointerMessage(feed: main, n: 17, sample: sample)))
  }

  @Test func `a subscription without tail asks for 200 rows, and null is as good as absent`() throws {
    let plain = try decode(#"{"type":"subscribe","feed":"main"}"#)
    #expect(plain == .subscribe(SubscribeMessage(feed: main, after: nil, tail: 200, name: nil)))
    #expect(try decode(#"{"type":"subscribe","feed":"main","after":null,"tail":null,"name":null}"#) == plain)
  }

  @Test func `a wrong field is named by its path, with the feed, number and key that could be read`() throws {
    let error = try #require(
      wrong(
        #"{"type":"pointer","feed":"main","n":17,"phase":"down","id":1,"x":1,"y":1,"scroll":{"top":0,"height":1}}"#
      ))
    #expect(error.code == .badField)
    #expect(error.field == "scroll.view")
    #expect(error.feed == main)
    #expect(error.n == 17)
    #expect(wrong(#"{"type":"refresh","feed":"main","key":"k","edge":"left"}"#)?.key == "k")
  }

  @Test func `the last of two fields of one name counts`() throws {
    #expect(
      try decode(#"{"type":"ping","type":"unsubscribe","feed":"x","feed":"main"}"#) == .unsubscribe(main))
  }

  @Test func `a name of a field may be written with escapes`() throws {
    #expect(try decode(#"{"\u0074ype":"p\u0069ng"}"#) == .ping)
  }
}

let main = FeedName("main")!

func decode(_ text: String) throws(DecodeError) -> ClientMessage {
  try decode(Array(text.utf8))
}

func decode(_ bytes: [UInt8]) throws(DecodeError) -> ClientMessage {
  let outcome = bytes.withUnsafeBytes { bytes in
    Result { () throws(DecodeError) in try ClientMessage.decode(bytes) }
  }
  return try outcome.get()
}

/// The error frame that answers a message; nil if it is right or closes the connection.
func wrong(_ text: String) -> ErrorMessage? {
  do {
    _ = try decode(text)
  } catch .error(let message) {
    return message
  } catch {}
  return nil
}
