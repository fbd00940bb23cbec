import Foundation
import RefreshWire
import Testing

@testable import RefreshServer

/// Sign-ins, decided alone.
@Suite struct SignInTests {
  private let key = Secret.random(32)
  private let tokens = TokenList(Tokens.all)

  private func signIns(key: [UInt8]? = nil, _ tokens: TokenList? = nil) -> SignIns {
    SignIns(key: key ?? self.key, tokens: tokens ?? self.tokens, lifetime: 10_000)
  }

  private func entry(_ token: String) throws -> TokenList.Entry {
    try #require(AccessToken.digest(of: token).flatMap(tokens.entry))
  }

  @Test func `a sign-in allows what its token does, until its time is over`() throws {
    let signIns = signIns()
    let value = signIns.begin(try entry(Tokens.footer), now: 1_000)
    let found = try #require(signIns.find(value, now: 10_999))
    #expect(found.signIn.ends == 11_000)
    #expect(found.entry.grant.rights(on: FeedName("footer")!) == [.view, .pull])
    #expect(found.entry.grant.rights(on: FeedName("main")!) == [])
    #expect(signIns.find(value, now: 11_000) == nil)
  }

  @Test func `it survives a restart, and neither another key nor the loss of its token`() throws {
    let value = signIns().begin(try entry(Tokens.view), now: 0)
    #expect(signIns().find(value, now: 1) != nil)
    #expect(signIns(key: Secret.random(32)).find(value, now: 1) == nil)
    #expect(signIns(TokenList([Tokens.known(Tokens.pull, .view)])).find(value, now: 1) == nil)
  }

  @Test func `a value with one bit changed is none`() throws {
    let signIns = signIns()
    let bytes = try #require(Base64URL.decode(signIns.begin(try entry(Tokens.view), now: 0)))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(signIns.find(Base64URL.encode(changed), now: 1) == nil, "byte \(index)")
    }
    for value in ["", "x", Base64URL.encode(bytes) + "A", String(repeating: "A", count: 86)] {
      #expect(signIns.find(value, now: 1) == nil)
    }
  }

  @Test func `one that was ended counts no more, others do`() throws {
    let signIns = signIns()
    let one = signIns.begin(try entry(Tokens.view), now: 0)
    let other = signIns.begin(try entry(Tokens.view), now: 0)
    #expect(one != other)
    signIns.end(try #require(signIns.find(one, now: 1)).signIn, now: 1)
    #expect(signIns.find(one, now: 1) == nil)
    #expect(signIns.find(other, now: 1) != nil)
  }

  @Test func `a cookie holds neither the token nor its hash, and scripts and other sites do not get it`()
    throws
  {
    let signIns = signIns()
    let value = signIns.begin(try entry(Tokens.view), now: 0)
    let cookie = signIns.cookie(value, isSecure: false)
    #expect(cookie == "\(signIns.cookieName)=\(value); Max-Age=10; HttpOnly; SameSite=Strict")
    #expect(signIns.cookie(value, isSecure: true) == cookie + "; Secure")
    #expect(
      signIns.cookie(nil, isSecure: false) == "\(signIns.cookieName)=; Max-Age=0; HttpOnly; SameSite=Strict")
    #expect(!value.contains(Tokens.view))
    let bytes = try #require(Base64URL.decode(value))
    let digest = Secret.digest(Array(Tokens.view.utf8))
    for start in 0...(bytes.count - 8) { #expect(Array(bytes[start..<start + 8]) != Array(digest[..<8])) }
  }

  @Test func `servers of one host do not take each other's cookies`() {
    #expect(signIns(key: Secret.random(32)).cookieName != signIns().cookieName)
  }

  @Test func `the key is made once, for its owner alone`() throws {
    let database = LiveServer.temporaryFolder() + "/x.sqlite"
    var warnings: [String] = []
    let key = SignInKey.load(beside: database) { warnings.append($0) }
    #expect(key.count == 32)
    #expect(SignInKey.load(beside: database) { warnings.append($0) } == key)
    let mode = try FileManager.default.attributesOfItem(atPath: database + ".key")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(warnings.isEmpty)
  }

  @Test func `a key that cannot be used is told, left as it is, and replaced for the time being`() throws {
    let folder = LiveServer.temporaryFolder()
    try "short".write(toFile: folder + "/a.key", atomically: true, encoding: .utf8)
    for (database, word) in [(folder + "/a", "delete it"), (folder + "/none/b", "No such file")] {
      var warnings: [String] = []
      #expect(SignInKey.load(beside: database) { warnings.append($0) }.count == 32)
      #expect(warnings.count == 1)
      #expect(warnings.first?.contains(word) == true, "\(warnings)")
    }
    #expect(try String(contentsOfFile: folder + "/a.key", encoding: .utf8) == "short")
  }
}
