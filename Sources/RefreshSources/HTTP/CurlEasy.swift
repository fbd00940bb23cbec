import CCurl
import Glibc

/// One request as libcurl has it.
///
/// An option that libcurl does not take is noted, so that a request never goes out without one of its bounds.
final class CurlEasy {
  let raw: UnsafeMutableRawPointer
  /// Given each line of the answer's head; `false` ends the request.
  var head: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  /// Given the answer's body piece by piece, unpacked; `false` ends the request.
  var body: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  /// Asked before a connection to an address, which may be a proxy's; `false` keeps it from being made.
  var connects: (HostAddress) -> Bool = { _ in true }
  /// How many bytes may come at most, all that libcurl keeps to itself included; with more the request is ended.
  var maxReceived = Int.max
  fileprivate(set) var received = 0
  /// Why it cannot be sent: the first option that was refused.
  private(set) var refused: CURLcode?
  private var list: UnsafeMutablePointer<curl_slist>?
  private let fault = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init() throws(CurlFault) {
    guard CurlLibrary.isReady, let raw = curl_easy_init() else { throw CurlFault(CURLE_OUT_OF_MEMORY) }
    self.raw = raw
    fault.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let me = Unmanaged.passUnretained(self).toOpaque()
    note(ccurl_set_data_callback(raw, CURLOPT_HEADERFUNCTION, headCame))
    note(ccurl_set_pointer(raw, CURLOPT_HEADERDATA, me))
    note(ccurl_set_data_callback(raw, CURLOPT_WRITEFUNCTION, bodyCame))
    note(ccurl_set_pointer(raw, CURLOPT_WRITEDATA, me))
    note(ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, fault))
    note(ccurl_on_open(raw, socketWanted, me))
    note(ccurl_on_traffic(raw, bytesCame, me))
    note(ccurl_set_progress_callback(raw, endIsAsked))
    note(ccurl_set_pointer(raw, CURLOPT_XFERINFODATA, me))
    note(ccurl_set_long(raw, CURLOPT_NOPROGRESS, 0))
  }

  deinit {
    curl_easy_cleanup(raw)
    curl_slist_free_all(list)
    fault.deallocate()
  }

  func set(_ option: CURLoption, _ value: Int) { note(ccurl_set_long(raw, option, value)) }
  func set(_ option: CURLoption, _ value: String?) { note(ccurl_set_text(raw, option, value)) }

  /// Header fields, each as a line.
  func setHeaders(_ lines: [String]) {
    for line in lines {
      guard let longer = curl_slist_append(list, line) else { return note(CURLE_OUT_OF_MEMORY) }
      list = longer
    }
    note(ccurl_set_list(raw, CURLOPT_HTTPHEADER, list))
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(raw, info, &value) == CURLE_OK ? value : 0
  }

  func time(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return ccurl_get_offset(raw, info, &value) == CURLE_OK ? Int(value) : 0
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    return ccurl_get_text(raw, info, &value) == CURLE_OK ? value.map { String(cString: $0) } : nil
  }

  /// What libcurl says of the last failure, for people who know it.
  var words: String { String(cString: fault) }

  private func note(_ code: CURLcode) {
    if code != CURLE_OK, refused == nil { refused = code }
  }
}

/// A failure of libcurl itself.
struct CurlFault: Error {
  let code: CURLcode
  init(_ code: CURLcode) { self.code = code }
}

enum CurlLibrary {
  /// Whether libcurl has been set up; done once, by whoever asks first.
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

private func headCame(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
)
  -> Int
{
  let easy = Unmanaged<CurlEasy>.fromOpaque(context!).takeUnretainedValue()
  return easy.head(UnsafeRawBufferPointer(start: data, count: size * count))
    ? size * count : refusal(size * count)
}

private func bodyCame(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
)
  -> Int
{
  let easy = Unmanaged<CurlEasy>.fromOpaque(context!).takeUnretainedValue()
  return easy.body(UnsafeRawBufferPointer(start: data, count: size * count))
    ? size * count : refusal(size * count)
}

/// What travels, before libcurl has made anything of it.
private func bytesCame(
  _ raw: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ data: UnsafeMutablePointer<CChar>?, _ size: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  if kind == CURLINFO_DATA_IN || kind == CURLINFO_HEADER_IN || kind == CURLINFO_SSL_DATA_IN {
    Unmanaged<CurlEasy>.fromOpaque(context!).takeUnretainedValue().received += size
  }
  return 0
}

/// Asked whenever libcurl has read for a while, whatever that was; anything but 0 ends the request.
private func endIsAsked(
  _ context: UnsafeMutableRawPointer?, _ toCome: curl_off_t, _ came: curl_off_t, _ toGo: curl_off_t,
  _ gone: curl_off_t
) -> Int32 {
  let easy = Unmanaged<CurlEasy>.fromOpaque(context!).takeUnretainedValue()
  return easy.received > easy.maxReceived ? 1 : 0
}

private func socketWanted(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ place: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  let easy = Unmanaged<CurlEasy>.fromOpaque(context!).takeUnretainedValue()
  guard let place, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
    let address = HostAddress.read(UnsafeRawPointer(place) + offset, family: place.pointee.family),
    easy.connects(address)
  else { return ccurl_no_socket }
  let kind = place.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
  return socket(place.pointee.family, kind, place.pointee.protocol)
}

/// Any number but that of the bytes ends the request.
private func refusal(_ count: Int) -> Int { count == 0 ? 1 : 0 }
