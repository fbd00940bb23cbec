import CZlib
import Foundation
import Testing

@testable import RefreshServer

/// The page's own files, as a browser gets them.
@Suite struct PageFilesTests {
  @Test func `text arrives in gzip, and scripts and style sheets without what is there for their readers`()
    async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    var plain = 0
    var sent = 0
    for name in ["index.html", "page.js", "remote-refresh.js", "styles/page.css"] {
      let file = try String(contentsOf: URL(filePath: LiveServer.web).appending(path: name), encoding: .utf8)
      let answer = try await server.ask("GET", "/\(name)", ["Accept-Encoding": "gzip"])
      #expect(answer.headers["content-encoding"] == "gzip", "\(name)")
      let came = lines(try unpacked(answer.data))
      if name.hasSuffix("html") {
        #expect(came == lines(file))
      } else {
        #expect(came.count == lines(file).count, "\(name)")
        for (came, line) in zip(came, lines(file)) {
          let words = came.trimmingCharacters(in: .whitespaces)
          #expect(line.trimmingCharacters(in: .whitespaces).hasPrefix(words), "\(name)")
        }
      }
      plain += file.utf8.count
      sent += answer.data.count
    }
    #expect(sent < plain / 2)
  }

  private func unpacked(_ data: Data) throws -> String {
    var stream = z_stream()
    try #require(czlib_begin_inflate(&stream, 15 + 16) == Z_OK)
    defer { inflateEnd(&stream) }
    var (packed, text) = (Array(data), [UInt8](repeating: 0, count: 1_000_000))
    let length = try packed.withUnsafeMutableBufferPointer { packed in
      try text.withUnsafeMutableBufferPointer { text in
        stream.next_in = packed.baseAddress
        stream.avail_in = uInt(packed.count)
        stream.next_out = text.baseAddress
        stream.avail_out = uInt(text.count)
        try #require(inflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Int(stream.total_out)
      }
    }
    return String(decoding: text[..<length], as: UTF8.self)
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `a page's policy names the address that it was asked for`() throws {
    let server = try LiveServer { $0.origins = [WebOrigin("https://room.example")!] }
    defer { server.stop() }
    for host in ["127.0.0.1:\(server.port)", "room.example"] {
      let policy = try #require(try server.bare("GET /", host: host).header("content-security-policy"))
      #expect(policy.contains("connect-src 'self' ws://\(host) wss://\(host);"))
      #expect(policy.contains("frame-ancestors 'self'"))
    }
  }

  @Test func `files may be loaded from anywhere, and so may the news that one is missing`() throws {
    let server = try LiveServer()
    defer { server.stop() }
    for path in ["/page.js", "/missing.js"] {
      let answer = try server.bare("GET \(path)", ["Origin: https://page.example"])
      #expect(answer.header("access-control-allow-origin") == "*", "\(path)")
    }
  }
}
