import Testing

@testable import RefreshSockets

/// Who asks.
@Suite struct AddressTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8::1", "2001:db8::1"),
    ("2001:0DB8:0:0::0001", "2001:db8::1"), ("::1", "::1"),
  ])
  func `an address is the same however it is written`(text: String, written: String) throws {
    #expect(try #require(IPAddress(text)).text == written)
    #expect(IPAddress(text) == IPAddress(written))
  }

  @Test(arguments: ["", "192.0.2", "192.0.2.256", "2001:db8::1%eth0", "[::1]", "localhost", "192.0.2.7:80"])
  func `what is no address is none`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func `loopback is this machine, in IPv4 all of 127`() {
    for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
      #expect(IPAddress(text)?.isLoopback == true, "\(text)")
    }
    for text in ["128.0.0.1", "126.255.255.255", "::2", "::127.0.0.1", "0.0.0.0"] {
      #expect(IPAddress(text)?.isLoopback == false, "\(text)")
    }
  }

  @Test func `of IPv6 the first 64 bits count as one address, of IPv4 all`() {
    #expect(IPAddress("2001:db8::1")?.site == IPAddress("2001:db8::ffff:1")?.site)
    #expect(IPAddress("2001:db8:0:1::1")?.site != IPAddress("2001:db8::1")?.site)
    #expect(IPAddress("192.0.2.7")?.site != IPAddress("192.0.2.8")?.site)
  }

  @Test(arguments: [
    ("10.0.0.7", ["10.0.0.7"], ["10.0.0.8", "::a00:7"]),
    ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"], ["11.0.0.0", "9.255.255.255"]),
    ("10.0.0.9/31", ["10.0.0.8", "10.0.0.9"], ["10.0.0.10"]),
    ("0.0.0.0/0", ["1.2.3.4"], ["2001:db8::1"]), ("fd00::/8", ["fd12::1"], ["fc00::1", "10.0.0.1"]),
    ("2001:db8::/65", ["2001:db8::7fff:0:0:1"], ["2001:db8::8000:0:0:1"]), ("::/0", ["1.2.3.4", "::1"], []),
  ])
  func `a network has the addresses that begin as it does`(text: String, has: [String], hasNot: [String])
    throws
  {
    let network = try #require(IPNetwork(text))
    for address in has { #expect(IPAddress(address).map(network.contains) == true, "\(address)") }
    for address in hasNot { #expect(IPAddress(address).map(network.contains) == false, "\(address)") }
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8/8", "a/8", "10/8",
  ])
  func `what is no network is none`(text: String) {
    #expect(IPNetwork(text) == nil)
  }

  @Test(arguments: [
    ("192.0.2.1", "198.51.100.9", "192.0.2.1"), ("10.0.0.1", nil, "10.0.0.1"),
    ("10.0.0.1", "198.51.100.9", "198.51.100.9"), ("10.0.0.1", "1.1.1.1, 198.51.100.9", "198.51.100.9"),
    ("10.0.0.1", "198.51.100.9, 10.0.0.2", "198.51.100.9"), ("10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"),
    ("10.0.0.1", "unknown, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "nonsense", "10.0.0.1"),
    ("10.0.0.1", "198.51.100.9:4711", "198.51.100.9"), ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
    ("10.0.0.1", "2001:db8::1", "2001:db8::1"), ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", ",", "10.0.0.1"),
  ])
  func `a trusted proxy says who asks, and nobody else does`(peer: String, field: String?, client: String)
    throws
  {
    let proxies = try [#require(IPNetwork("10.0.0.0/8"))]
    let other = try #require(IPAddress(peer))
    #expect(proxies.client(of: other, forwardedFor: field).text == client)
  }
}
