import CZlib
import Glibc
import TestSupport
import Testing

@testable import RefreshSockets

/// Text files in gzip.
@Suite struct CompressedFilesTests {
  private final class Folder {
    private let folder = TemporaryFolder()
    var path: String { folder.path }
    static let script = String(repeating: "export const answer = 42;\n", count: 100)

    init() {
      write("index.html", String(repeating: "<p>page</p>", count: 50))
      write("app.js", Self.script)
      write("tiny.js", "export {}")
      write("photo.png", Self.script)
      write("font.woff2", Self.script)
      write("huge.txt", String(repeating: "x", count: CompressedFiles.sizes.upperBound + 1))
    }
    func write(_ name: String, _ text: String) {
      guard let file = fopen("\(path)/\(name)", "w") else { return }
      fputs(text, file)
      fclose(file)
    }
  }

  private func serve(_ folder: Folder) throws -> TestServer {
    let files = try #require(StaticFiles(root: folder.path))
    return try TestServer { owner in owner.onRequest = { files.respond(to: $0) } }
  }

  /// The head of the answer, and its body as bytes.
  private func get(_ path: String, _ client: RawClient, _ fields: [String]) throws -> (Answer, [UInt8]) {
    let head = try #require(client.ask("GET \(path)", fields, hasBody: false))
    let length = head.header("content-length").flatMap { Int($0) } ?? 0
    return (head, head.status == 200 ? try #require(client.take(length)) : [])
  }

  private func unpacked(_ bytes: [UInt8]) -> String {
    var stream = z_stream()
    #expect(czlib_begin_inflate(&stream, 15 + 16) == Z_OK)
    defer { inflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: 1_000_000)
    var bytes = bytes
    let room = output.count
    let left = bytes.withUnsafeMutableBufferPointer { bytes in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = bytes.baseAddress
        stream.avail_in = uInt(bytes.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(room)
        #expect(inflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Int(stream.avail_out)
      }
    }
    return String(decoding: output[..<(room - left)], as: UTF8.self)
  }

  private static let accepts = "Accept-Encoding: gzip, deflate, br"

  @Test func `text comes in gzip to who takes it, plain to others, each with a tag of its own`() throws {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let (plain, text) = try get("/app.js", client, [])
    #expect(plain.header("content-encoding") == nil)
    #expect(plain.header("vary") == "Accept-Encoding")
    #expect(String(decoding: text, as: UTF8.self) == Folder.script)
    for _ in 0..<2 {
      let (packed, bytes) = try get("/app.js", client, [Self.accepts])
      #expect(packed.header("content-encoding") == "gzip")
      #expect(packed.header("vary") == "Accept-Encoding")
      #expect(packed.header("content-type") == "text/javascript; charset=utf-8")
      #expect(bytes.count < text.count / 10)
      #expect(unpacked(bytes) == Folder.script)
      #expect(packed.header("etag") != plain.header("etag"))
    }
  }

  @Test func `the tag that came is the one that is known; a changed file comes anew`() throws {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let plain = try #require(try get("/app.js", client, []).0.header("etag"))
    let packed = try #require(try get("/app.js", client, [Self.accepts]).0.header("etag"))
    let known = try get("/app.js", client, [Self.accepts, "If-None-Match: \(packed)"]).0
    #expect(known.status == 304)
    #expect(known.header("etag") == packed)
    #expect(known.header("vary") == "Accept-Encoding")
    #expect(known.header("content-encoding") == nil)
    #expect(try get("/app.js", client, ["If-None-Match: \(plain)"]).0.status == 304)
    #expect(try get("/app.js", client, [Self.accepts, "If-None-Match: \(plain)"]).0.status == 200)
    #expect(try get("/app.js", client, ["If-None-Match: \(packed)"]).0.status == 200)
    folder.write("app.js", "let now;\n" + Folder.script)
    let (new, bytes) = try get("/app.js", client, [Self.accepts, "If-None-Match: \(packed)"])
    #expect(new.status == 200)
    #expect(unpacked(bytes) == "let now;\n" + Folder.script)
  }

  @Test func `a HEAD tells what a GET would`() throws {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    for fields in [[], [Self.accepts]] {
      let (got, _) = try get("/app.js", client, fields)
      let head = try #require(client.ask("HEAD /app.js", fields, hasBody: false))
      for name in ["content-length", "content-encoding", "etag", "vary", "content-type"] {
        #expect(head.header(name) == got.header(name), "\(name)")
      }
    }
  }

  @Test(arguments: ["/tiny.js", "/photo.png", "/font.woff2", "/huge.txt"])
  func `what would not shrink or is too large stays as it is`(path: String) throws {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let (answer, _) = try get(path, client, [Self.accepts])
    #expect(answer.status == 200)
    #expect(answer.header("content-encoding") == nil)
    #expect(answer.header("vary") == nil)
  }

  @Test(
    arguments: [
      ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br;q=1, gzip;q=0.5", true), ("*", true),
      ("deflate, *;q=0.1", true), ("gzip ; q=0.001", true), (nil, false), ("", false), ("br, deflate", false),
      ("gzip;q=0", false), ("gzip; q=0.000", false), ("gzip;Q=0, *", false), ("*;q=0", false),
      ("gzipped", false), ("identity", false), (",;,", false),
    ] as [(String?, Bool)])
  func `the field says whether gzip is taken`(field: String?, accepted: Bool) {
    #expect(Gzip.isAccepted(by: field) == accepted)
  }

  @Test func `what is kept is bounded, and read again only when it is gone`() throws {
    var files = CompressedFiles()
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<500_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var reads = 0
    for version in 0..<20 {
      for _ in 0..<2 {
        _ = try files.file("\(version)") { () throws(HTTPRefusal) in
          reads += 1
          return noise
        }
      }
      #expect(files.bytes <= CompressedFiles.maxBytes)
    }
    #expect(reads == 20)
    #expect(throws: HTTPRefusal.self) {
      try files.file("missing") { () throws(HTTPRefusal) in throw HTTPRefusal(404, "not-found", "gone") }
    }
  }

  @Test func `a page may load only what is the server's own, and only the server's pages may frame it`()
    throws
  {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let policy = try #require(client.ask("GET /")?.header("content-security-policy"))
    #expect(policy.contains("default-src 'self';"))
    #expect(policy.contains("connect-src 'self' ws://test wss://test;"))
    #expect(policy.contains("frame-ancestors 'self'"))
    #expect(!policy.contains("unsafe"))
    #expect(client.ask("GET /app.js")?.header("content-security-policy") == nil)
    for host in ["[::1]:80", "a; script-src *", ""] {
      #expect(ContentPolicy.header(host: host).value.contains("connect-src 'self';"), "\(host)")
    }
  }
}
