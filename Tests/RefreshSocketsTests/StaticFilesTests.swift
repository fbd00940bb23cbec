import Glibc
import TestSupport
import Testing

@testable import RefreshSockets

@Suite struct StaticFilesTests {
  /// A folder with a page, and a secret beside it.
  private final class Folder {
    private let folder = TemporaryFolder()
    var path: String { folder.path }
    init() {
      mkdir(path + "/web", 0o755)
      mkdir(path + "/web/sub", 0o755)
      write("web/index.html", "<p>page</p>")
      write("web/app.mjs", "export {}")
      write("web/style.css", "p {}")
      write("web/icon.svg", "<svg/>")
      write("web/.hidden", "hidden")
      write("web/sub/index.html", "sub")
      write("secret", "secret")
      mkdir(path + "/web-beside", 0o755)
      write("web-beside/secret", "secret")
      symlink("../secret", path + "/web/link")
      symlink(path, path + "/web/folder")
      symlink("../web-beside", path + "/web/beside")
      symlink("app.mjs", path + "/web/inside.js")
      mkfifo(path + "/web/pipe.txt", 0o644)
    }
    func write(_ name: String, _ text: String) {
      guard let file = fopen("\(path)/\(name)", "w") else { return }
      fputs(text, file)
      fclose(file)
    }
  }

  private func serve(_ folder: Folder) throws -> TestServer {
    let files = try #require(StaticFiles(root: folder.path + "/web"))
    return try TestServer { owner in owner.onRequest = { files.respond(to: $0) } }
  }

  @Test func `files come with type, version and headers; an unchanged one is 304`() throws {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let page = try #require(client.ask("GET /"))
    #expect(page.status == 200)
    #expect(page.body == "<p>page</p>")
    #expect(page.header("content-type") == "text/html; charset=utf-8")
    #expect(page.header("cache-control") == "no-cache")
    #expect(page.header("x-content-type-options") == "nosniff")
    #expect(page.header("access-control-allow-origin") == "*")
    #expect(page.header("accept-ranges") == nil)
    let tag = try #require(page.header("etag"))
    for known in [tag, "W/" + tag, "\"other\", \(tag)", "*"] {
      let again = try #require(client.ask("GET /", ["If-None-Match: \(known)"]))
      #expect(again.status == 304)
      #expect(again.header("etag") == tag)
    }
    #expect(client.ask("GET /", ["If-None-Match: \"other\""])?.status == 200)
    let head = try #require(client.ask("HEAD /", hasBody: false))
    #expect(head.header("content-length") == "11")
    #expect(client.ask("GET /app.mjs")?.header("content-type") == "text/javascript; charset=utf-8")
    #expect(client.ask("GET /style.css")?.header("content-type") == "text/css; charset=utf-8")
    #expect(client.ask("GET /icon.svg")?.header("content-type") == "image/svg+xml")
    #expect(client.ask("GET /inside.js")?.body == "export {}")
    folder.write("web/index.html", "<p>new!</p>")
    let new = try #require(client.ask("GET /", ["If-None-Match: \(tag)"]))
    #expect(new.status == 200)
    #expect(new.body == "<p>new!</p>")
  }

  @Test(arguments: [
    "/../secret", "/%2e%2e/secret", "/sub/../../secret", "/link", "/folder/secret", "/beside/secret",
    "/.hidden", "/%2ehidden", "/nothing", "/sub", "index.html", "../secret", "http://test/index.html",
    "//index.html", "/sub//index.html", "/index.html/", "/index.html%00.txt", "/..%2fsecret", "/..%5csecret",
    "/pipe.txt", "/\(String(repeating: "a", count: 5_000))",
  ])
  func `nothing else is served`(path: String) throws {
    let folder = Folder()
    let server = try serve(folder)
    defer { server.stop() }
    let answer = try #require(RawClient(server.port)?.ask("GET \(path)"))
    #expect([400, 404].contains(answer.status))
    #expect(answer.body.hasPrefix(#"{"error":"#))
  }

  @Test func `a file that is there is not said to be missing when descriptors are short`() throws {
    let folder = Folder()
    let files = try #require(StaticFiles(root: folder.path + "/web"))
    let server = try TestServer { owner in
      owner.onRequest = { exchange in
        guard exchange.query("short") != nil else { return files.respond(to: exchange) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var none = rlimit(rlim_cur: 1, rlim_max: limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
        files.respond(to: exchange)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let short = try #require(client.ask("GET /?short=1"))
    #expect(short.status == 503)
    #expect(short.header("retry-after") == "1")
    #expect(short.body.hasPrefix(#"{"error":{"code":"file-unavailable","#))
    #expect(client.ask("GET /")?.status == 200)
    #expect(client.ask("GET /nothing")?.status == 404)
  }

  @Test(arguments: [
    (ENOENT, 404), (ENOTDIR, 404), (ELOOP, 404), (ENAMETOOLONG, 404), (EACCES, 403), (EPERM, 403),
    (EMFILE, 503), (ENFILE, 503), (ENOMEM, 503), (EIO, 503),
  ])
  func `each reason for not giving a file has its status`(number: Int32, status: Int) {
    #expect(StaticFiles.refusal(number).status == status)
  }

  @Test func `a folder that is not there is told at once`() {
    #expect(StaticFiles(root: "/nowhere/at/all") == nil)
    #expect(StaticFiles(root: "/etc/passwd") == nil)
  }
}
