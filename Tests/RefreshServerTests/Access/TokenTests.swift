import RefreshWire
import Testing

@testable import RefreshServer

/// Tokens, what they allow, and how they are shown, decided alone.
@Suite struct TokenTests {
  private let main = FeedName("main")!
  private let other = FeedName("other")!

  @Test func `a token that is made is long, its own, and known by its digest alone`() throws {
    let token = AccessToken.make()
    #expect(token.utf8.count == 46)
    #expect(token != AccessToken.make())
    let known = Tokens.known(token, .view)
    #expect(!known.hash.contains(token))
    #expect(AccessToken(hash: known.hash, role: .view) == known)
    #expect(AccessToken(option: "view:\(known.hash)") == known)
    #expect(AccessToken(hash: known.hash.uppercased().replacing("SHA", with: "sha"), role: .view) == known)
  }

  @Test(arguments: [
    "", "secret", "sha256:", "sha256:12", "sha256:" + String(repeating: "g", count: 64),
    "sha512:" + String(repeating: "0", count: 64), "sha256:" + String(repeating: "0", count: 63) + "٣",
  ])
  func `what is no hash is none`(text: String) {
    #expect(AccessToken(hash: text, role: .view) == nil)
    #expect(AccessToken(option: "view:" + text) == nil)
  }

  @Test(
    arguments: [
      (.view, .view), (.pull, [.view, .pull]), (.append, .append), (.admin, [.view, .pull, .append]),
    ] as [(Role, Rights)])
  func `a role allows what it says`(role: Role, rights: Rights) {
    let grant = Grant([Tokens.known("x", role)])
    #expect(grant.rights(on: main) == rights)
    #expect(grant.rights == rights)
    for right in [Rights.view, .pull, .append] {
      #expect((grant.refusal(right, on: main) == nil) == rights.contains(right))
    }
  }

  @Test func `a refusal names the roles that allow it`() {
    let grant = Grant([Tokens.known("x", .view)])
    #expect(grant.refusal(.pull, on: main)?.code == .forbidden)
    #expect(grant.refusal(.pull, on: main)?.message.contains("pull or admin") == true)
    #expect(grant.refusal(.append, on: main)?.message.contains("append or admin") == true)
  }

  @Test func `a token may be given twice, with other roles for other feeds`() throws {
    let token = AccessToken.make()
    let list = TokenList([
      Tokens.known(token, .pull, [main]), Tokens.known(token, .view, [other]),
      Tokens.known(Tokens.view, .view),
    ])
    let digest = try #require(AccessToken.digest(of: token))
    let grant = try #require(list.entry(digest)?.grant)
    #expect(grant.rights(on: main) == [.view, .pull])
    #expect(grant.rights(on: other) == .view)
    #expect(grant.rights(on: FeedName("third")!) == [])
    #expect(list.entry(Secret.digest([1])) == nil)
    #expect(list.entry([]) == nil)
  }

  @Test func `what is too short was thought up, and is no token`() {
    #expect(AccessToken.digest(of: "0123456789012345678") == nil)
    #expect(AccessToken.digest(of: "01234567890123456789") != nil)
    #expect(AccessToken.digest(of: String(repeating: "x", count: 513)) == nil)
  }

  private func credential(_ fields: [String: String], _ subprotocols: [String] = []) -> Credential {
    Credential(cookie: "me", subprotocols: subprotocols) { fields[$0] }
  }

  @Test func `a token is read from the header, the subprotocol and the cookie, in this order`() {
    #expect(credential([:]) == .none)
    #expect(credential(["authorization": "Bearer abc"]) == .token("abc"))
    #expect(credential(["authorization": "bearer   abc"]) == .token("abc"))
    #expect(credential(["authorization": "Bearer"]) == .token(""))
    #expect(credential([:], ["refresh.v1", "token.YWJj"]) == .token("abc"))
    #expect(credential([:], ["token.Y*Jj"]) == .token(""))
    #expect(credential(["cookie": "a=1; me=two; you=3"]) == .cookies(["two"]))
    #expect(credential(["cookie": "me=1, me=2;xme=3"]) == .cookies(["1", "2"]))
    #expect(credential(["cookie": "a=1"]) == .none)
    let both = ["authorization": "Bearer abc", "cookie": "me=1"]
    #expect(credential(both, ["token.eA"]) == .token("abc"))
    #expect(credential(["cookie": "me=1"], ["token.eA"]) == .token("x"))
  }

  @Test func `the password that a proxy asks for is not taken for a token`() {
    #expect(credential(["authorization": "Basic YTpi", "cookie": "me=1"]) == .cookies(["1"]))
  }

  @Test func `different wrong tokens of an address are counted, the same one is not`() {
    var tries = WrongTries(limit: 3)
    let (one, other) = ("192.0.2.1", "192.0.2.2")
    for _ in 0..<100 { tries.note([1], from: one, now: 0) }
    tries.note([2], from: one, now: 1_000)
    #expect(tries.wait(one, now: 2_000) == nil)
    tries.note([3], from: one, now: 2_000)
    #expect(tries.wait(one, now: 2_000) == 58_000)
    #expect(tries.wait(other, now: 2_000) == nil)
    #expect(tries.wait(one, now: 59_999) == 1)
    #expect(tries.wait(one, now: 60_000) == nil)
  }

  @Test func `one who has many IPv6 addresses counts once`() {
    var tries = WrongTries(limit: 2)
    tries.note([1], from: "2001:db8:0:1::1", now: 0)
    tries.note([2], from: "2001:db8::1:ffff:0:0:2", now: 0)
    #expect(tries.wait("2001:db8:0:1::3", now: 0) != nil)
    #expect(tries.wait("2001:db8:0:2::1", now: 0) == nil)
  }

  @Test func `of many addresses the oldest are forgotten`() {
    var tries = WrongTries(limit: 1)
    let address = { "10.0.\($0 / 256).\($0 % 256)" }
    for number in 0...WrongTries.addresses { tries.note([1], from: address(number), now: number) }
    #expect(tries.wait(address(0), now: 5_000) == nil)
    #expect(tries.wait(address(1), now: 5_000) != nil)
    #expect(tries.wait(address(WrongTries.addresses), now: 5_000) != nil)
  }
}
