import Glibc

/// The files of one folder, as answers to `GET` and `HEAD`.
///
/// Nothing outside the folder is served, whatever the path or a link in the folder says, and nothing whose name begins
/// with a dot. Each answer names the file's version in an ETag, so that a browser asks again and is told 304. Text goes
/// out in gzip to who takes it, scripts and style sheets without comments. Confined to the loop's thread.
public final class StaticFiles {
  /// A larger file is not served: it would be read at once, on the loop.
  static let maxSize = 8_388_608

  private let root: String
  private var compressed = CompressedFiles()

  /// Serves a folder; `nil` if it cannot be found.
  public init?(root: String) {
    guard let resolved = realpath(root, nil) else { return nil }
    self.root = String(cString: resolved)
    free(resolved)
    var status = stat()
    guard stat(self.root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
  }

  /// Answers with the file that the request's path names; a path that ends in a slash means its `index.html`.
  public func respond(to exchange: HTTPExchange) {
    var path = exchange.path
    if path.hasSuffix("/") { path += "index.html" }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard segments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      return refuse(exchange, Self.notFound)
    }
    do throws(HTTPRefusal) {
      try respond(to: exchange, path, file: open(segments.joined(separator: "/")))
    } catch {
      refuse(exchange, error)
    }
  }

  private func respond(to exchange: HTTPExchange, _ path: String, file: File) throws(HTTPRefusal) {
    defer { close(file.descriptor) }
    let type = MediaType.of(path)
    let canShrink = MediaType.isText(type) && CompressedFiles.sizes.contains(file.size)
    let isShrunk = canShrink && Gzip.isAccepted(by: exchange.header("accept-encoding"))
    let tag = isShrunk ? "\"\(file.version)-gzip\"" : "\"\(file.version)\""
    var headers = [HTTPHeader("ETag", tag), HTTPHeader("Cache-Control", "no-cache"), Self.forAll]
    if canShrink { headers.append(HTTPHeader("Vary", "Accept-Encoding")) }
    if type.hasPrefix("text/html") { headers.append(ContentPolicy.header(host: exchange.header("host"))) }
    if let known = exchange.header("if-none-match"), Self.matches(known, tag) {
      return exchange.respond(status: 304, headers: headers)
    }
    headers.append(HTTPHeader("Content-Type", type))
    if isShrunk { headers.append(HTTPHeader("Content-Encoding", "gzip")) }
    let content = { () throws(HTTPRefusal) in LeanSource.of(try self.read(file), type: type) }
    let body = isShrunk ? try compressed.file(file.version, content) : try content()
    exchange.respond(status: 200, headers: headers, body: body)
  }

  /// Pages elsewhere may load the files: they hold nothing that is anybody's own.
  private static let forAll = HTTPHeader("Access-Control-Allow-Origin", "*")

  private func refuse(_ exchange: HTTPExchange, _ refusal: HTTPRefusal) {
    exchange.respond(
      status: refusal.status,
      headers: [HTTPHeader("Content-Type", "application/json"), Self.forAll] + refusal.headers,
      body: refusal.body)
  }

  private static let notFound = HTTPRefusal(404, "not-found", "there is no such file; the page is at /")

  /// What the system's reason for not giving a file means to who asked for it. Only a file that is truly not there is
  /// said to be missing: what the machine is short of now, it may have again soon.
  static func refusal(_ number: Int32) -> HTTPRefusal {
    switch number {
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO: notFound
    case EACCES, EPERM:
      HTTPRefusal(403, "forbidden", "the server may not read this file; the operator can change its mode")
    default:
      HTTPRefusal(
        503, "file-unavailable", "the file cannot be read at the moment; try again soon",
        headers: [HTTPHeader("Retry-After", "1")])
    }
  }

  /// A regular file within the folder, open for reading.
  private struct File {
    let descriptor: Int32
    let size: Int
    /// Another one for each content, as far as the file system tells.
    let version: String
  }

  private func open(_ name: String) throws(HTTPRefusal) -> File {
    // Without waiting, in case it is a pipe.
    let descriptor = Glibc.open("\(root)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.refusal(errno) }
    var status = stat()
    do throws(HTTPRefusal) {
      guard fstat(descriptor, &status) == 0 else { throw Self.refusal(errno) }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.maxSize, try isInside(descriptor)
      else {
        throw Self.notFound
      }
    } catch {
      close(descriptor)
      throw error
    }
    let time = status.st_mtim
    let parts = [Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
    let version = parts.map { String($0, radix: 36) }.joined(separator: "-")
    return File(descriptor: descriptor, size: Int(status.st_size), version: version)
  }

  /// Asks the system where the opened file really is: links are resolved, and nothing can be exchanged in between.
  private func isInside(_ descriptor: Int32) throws(HTTPRefusal) -> Bool {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard length > 0 else { throw Self.refusal(errno) }
    let place = String(decoding: buffer[..<length], as: UTF8.self)
    return place.hasPrefix(root == "/" ? "/" : root + "/")
  }

  private func read(_ file: File) throws(HTTPRefusal) -> [UInt8] {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
      while count < file.size {
        let got = Glibc.read(file.descriptor, buffer.baseAddress! + count, file.size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    if let failure { throw Self.refusal(failure) }
    return bytes
  }

  /// Whether a list of tags, or `*`, names a version; weak tags match too, as RFC 9110 wants it for `If-None-Match`.
  static func matches(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { part in
      var part = part.drop { $0 == " " || $0 == "\t" }
      while part.last == " " || part.last == "\t" { part.removeLast() }
      return part == "*" || (part.hasPrefix("W/") ? part.dropFirst(2) : part) == tag
    }
  }
}
