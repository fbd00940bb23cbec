import RefreshSockets
import Testing

@Suite struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1", 8080), ("localhost:0", "localhost", 0), ("[::1]:80", "::1", 80),
    ("0.0.0.0:65535", "0.0.0.0", 65_535),
  ])
  func `an address is read as host and port`(text: String, host: String, port: Int) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.text == text)
  }

  @Test(arguments: [
    "", "8080", ":8080", "::1:80", "host:", "host:65536", "host:-1", "host:+1", "[]:80", "a b",
  ])
  func `what is not of the form is refused`(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
