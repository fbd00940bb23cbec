import Foundation
import Glibc
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// Tokens that are taken away, or allow something else, while their bearers are connected.
@Suite struct TokenChangeTests {
  private func text(_ tokens: (String, Role, String?)...) -> String {
    let entries = tokens.map { token, role, feed in
      "{ role: '\(role.rawValue)', hash: '\(Tokens.known(token, role).hash)'\(feed.map { ", feeds: ['\($0)']" } ?? "") }"
    }
    let feeds = ["main", "other"].map { "\($0): { source: 'lines', workTime: 0, top: 'overlay' }" }
    return "{ tokens: [\(entries.joined(separator: ", "))], feeds: { \(feeds.joined(separator: ", ")) } }"
  }

  private func connect(_ server: ReloadingServer, _ token: String?) async throws -> RawClient {
    let raw = try await RawClient(server.live, token: token)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    _ = try await raw.until { if case .subscribed = $0 { true } else { nil } }
    return raw
  }

  private func refresh(_ raw: RawClient) async throws -> ErrorCode? {
    raw.send(#"{"type":"refresh","feed":"main"}"#)
    return try await raw.until { message -> ErrorCode?? in
      switch message {
      case .reply: .some(nil)
      case .error(let error): .some(error.code)
      default: nil
      }
    }
  }

  @Test func `who has a token that is gone is let go, who may do less comes back, and others stay`()
    async throws
  {
    let server = try ReloadingServer(
      text(
        (Tokens.admin, .admin, nil), (Tokens.pull, .pull, nil), (Tokens.view, .view, nil),
        (Tokens.footer, .pull, "main")))
    let gone = try await connect(server, Tokens.admin)
    let less = try await connect(server, Tokens.pull)
    let more = try await connect(server, Tokens.view)
    let same = try await connect(server, Tokens.footer)
    #expect(try await refresh(more) == .forbidden)
    try server.reload(
      text((Tokens.pull, .view, nil), (Tokens.view, .pull, nil), (Tokens.footer, .pull, "main")))
    #expect(try await gone.close().code == 4001)
    let bye = try await less.until { if case .bye(let bye) = $0 { bye } else { nil } }
    #expect(bye.why == "rights")
    #expect(try await less.close().code == 4201)
    #expect(try await refresh(try await connect(server, Tokens.pull)) == .forbidden)
    #expect(try await refresh(more) == nil)
    #expect(try await refresh(same) == nil)
    let old = try await RawClient(server.live, token: Tokens.admin)
    #expect(try await old.close().code == 4001)
    server.stop()
  }

  @Test
  func `tokens where there were none end the connections of those without, and the other way round all stay`()
    async throws
  {
    let server = try ReloadingServer(text())
    let stranger = try await connect(server, nil)
    try server.reload(text((Tokens.pull, .pull, nil)))
    #expect(try await stranger.close().code == 4001)
    let known = try await connect(server, Tokens.pull)
    let signIn = try await HTTP.ask(
      "POST", server.url("/sign-in"), ["Content-Type": "application/json"],
      Data(#"{"token":"\#(Tokens.pull)"}"#.utf8))
    #expect(signIn.status == 204)
    try server.reload(text())
    #expect(try await refresh(known) == nil)
    #expect(try await server.append("x", to: "other") == 201)
    #expect(server.program.complaints.contains("warning nobody needs a token any more"))
    server.stop()
  }

  @Test func `a sign-in ends with its token, and one that was ended does not come back`() async throws {
    let server = try ReloadingServer(text((Tokens.pull, .pull, nil), (Tokens.view, .view, nil)))
    let signIn = { (token: String) in
      let body = #"{"token":"\#(token)"}"#
      let answer = try BareRequest(
        port: server.port, "POST /sign-in HTTP/1.1", ["Host: 127.0.0.1", "Content-Type: application/json"],
        body: body)
      return try #require(answer.whole.firstMatch(of: /Set-Cookie: ([^;]+);/).map { String($0.1) })
    }
    let status = { (cookie: String) in
      try BareRequest(port: server.port, "GET /feeds HTTP/1.1", ["Host: 127.0.0.1", "Cookie: \(cookie)"])
        .status
    }
    let pull = try signIn(Tokens.pull)
    let view = try signIn(Tokens.view)
    let ended = try signIn(Tokens.view)
    #expect(
      try BareRequest(port: server.port, "POST /sign-out HTTP/1.1", ["Host: 127.0.0.1", "Cookie: \(ended)"])
        .status == 204)
    try server.reload(text((Tokens.view, .view, nil)))
    #expect(try status(pull) == 401)
    #expect(try status(view) == 200)
    #expect(try status(ended) == 401)
    server.stop()
  }

  @Test
  func `the log tells which tokens came and went, and how many connections ended for it, and no secret`()
    async throws
  {
    let named = { (token: String, role: Role, name: String) in
      "{ role: '\(role.rawValue)', name: '\(name)', hash: '\(Tokens.known(token, role).hash)' }"
    }
    let file = { (tokens: [String]) in
      "{ tokens: [\(tokens.joined(separator: ", "))], feeds: { main: { source: 'lines', top: 'overlay' } } }"
    }
    let stays = named(Tokens.footer, .view, "hall")
    let server = try ReloadingServer(
      file([named(Tokens.admin, .admin, "kitchen"), named(Tokens.pull, .pull, "desk"), stays]))
    let gone = [try await connect(server, Tokens.admin), try await connect(server, Tokens.admin)]
    let less = try await connect(server, Tokens.pull)
    let same = try await connect(server, Tokens.footer)
    try server.reload(file([named(Tokens.pull, .view, "desk"), named(Tokens.view, .view, "door"), stays]))
    for raw in gone { #expect(try await raw.close().code == 4001) }
    #expect(try await less.close().code == 4201)
    let line =
      "tokens: 1 added (door), 1 removed (kitchen), 1 changed (desk); 2 connections are closed, 1 connection has to come back with fewer rights"
    #expect(server.program.complaints.contains(line), "\(server.program.complaints)")
    try server.reload(file([named(Tokens.pull, .view, "desk"), named(Tokens.view, .view, "door"), stays]))
    #expect(server.program.complaints.components(separatedBy: "tokens: ").count == 2)
    #expect(!server.program.complaints.contains("sha256"))
    #expect(try await refresh(same) == .forbidden)
    server.stop()
  }

  @Test func `of many tokens some are told by their names, and those without one are counted`() {
    let tokens = (0..<25).map { index in
      AccessToken(name: index < 20 ? "t\(index + 10)" : nil, digest: [UInt8(index)], role: .view)
    }
    #expect(
      TokenChange(from: [], to: tokens).words
        == "25 added (t10, t11, t12, t13, t14, t15, t16, t17, t18, t19 and 15 more)")
    #expect(TokenChange(from: Array(tokens.suffix(2)), to: []).words == "2 removed")
    #expect(TokenChange(from: tokens, to: tokens.reversed()).words == nil)
  }

  @Test func `a grant covers another if it allows all that it does`() {
    let main = FeedName("main")!
    let grant = { (role: Role, feeds: Set<FeedName>?) in
      Grant([AccessToken(digest: [], role: role, feeds: feeds)])
    }
    #expect(grant(.admin, nil).covers(grant(.pull, [main])))
    #expect(grant(.pull, nil).covers(grant(.pull, nil)))
    #expect(!grant(.pull, [main]).covers(grant(.pull, nil)))
    #expect(!grant(.view, nil).covers(grant(.pull, [main])))
    #expect(!grant(.pull, [FeedName("other")!]).covers(grant(.view, [main])))
    #expect(Grant.everything.covers(grant(.admin, nil)))
  }
}
