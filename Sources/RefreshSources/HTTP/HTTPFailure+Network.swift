import CCurl
import Glibc

extension HTTPFailure {
  /// The request came to no answer, or not to its end.
  func network(_ end: HTTPFetch.End, timeout: Int) -> SourceOutcome {
    let check = "check the address of this source and the network of this server"
    if end.proxyStatus >= 300 {
      return Self.failed(
        .network, "The proxy answered \(end.proxyStatus) when it was asked for a way to \(host)",
        "check http_proxy, https_proxy and no_proxy")
    }
    switch end.code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return Self.failed(
        .network, "Could not resolve \(host): there is no such name, or no name server answers", check)
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Self.failed(.network, "Could not resolve the proxy's name", "check http_proxy and https_proxy")
    case CURLE_COULDNT_CONNECT where end.errno == Int(ECONNREFUSED):
      return Self.failed(.network, "\(host) refused the connection", "see that a server runs there")
    case CURLE_COULDNT_CONNECT:
      let reason = end.errno == 0 ? "" : ": \(String(cString: strerror(Int32(end.errno))))"
      return Self.failed(.network, "\(host) could not be reached\(reason)", check)
    case CURLE_PEER_FAILED_VERIFICATION:
      return Self.failed(
        .network, "TLS: the certificate of \(host) cannot be trusted: \(certificateFault(end.words))",
        "have its certificate put right, or name the file of its authority in SSL_CERT_FILE")
    case CURLE_SSL_CACERT_BADFILE:
      return Self.failed(
        .network, "TLS: the certificates that SSL_CERT_FILE or SSL_CERT_DIR names cannot be read",
        "check these files")
    case CURLE_SSL_CONNECT_ERROR:
      let reason = end.words.contains("wrong version number") ? "it does not speak TLS" : clean(end.words)
      return Self.failed(.network, "TLS: \(host) does not agree: \(reason)", check)
    case CURLE_OPERATION_TIMEDOUT: return timedOut(end, timeout)
    case CURLE_BAD_CONTENT_ENCODING:
      return Self.failed(
        .parse, "\(host) sent an answer that cannot be unpacked as it says", "put right what is served there")
    case CURLE_ABORTED_BY_CALLBACK:
      return Self.failed(
        .http,
        "\(host) sent far more bytes around its answer than any answer needs, which were not read to their end",
        "check the address of this source")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
      return Self.failed(.network, "\(host) does not answer in HTTP", "check the address of this source")
    // What libcurl says of one line of a head that is longer than it takes: without memory, or from 8.6 on too large.
    case CURLE_OUT_OF_MEMORY, CURLcode(100): return longHead
    case CURLE_GOT_NOTHING:
      return Self.failed(
        .network, "\(host) closed the connection without an answer", "wait until that server is well again")
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      return Self.failed(.network, "\(host) broke off in the middle", "wait until that server is well again")
    default:
      return Self.failed(
        .network, "The request to \(host) failed: \(String(cString: curl_easy_strerror(end.code)))", check)
    }
  }

  /// The answer was there, but not made into rows in time.
  func unread(_ timeout: Int) -> SourceOutcome {
    Self.failed(
      .parse,
      "Timeout: the answer of \(host) came, but had not been read to its end after \(Self.seconds(timeout))",
      "see what is served there, or give this source a longer timeout and its edge a longer deadline")
  }

  private func timedOut(_ end: HTTPFetch.End, _ timeout: Int) -> SourceOutcome {
    let way = "check the address of this source and the network of this server"
    let patience =
      "see whether that server is well, or give this source a longer timeout and its edge a longer deadline"
    let (what, advice) =
      switch end.stage {
      case .resolving: ("Could not resolve \(host) in time", way)
      case .connecting: ("Timeout: \(host) took no connection", way)
      // It may be a proxy's.
      case .securing: ("Timeout: there was a connection, but over it \(host) did not agree on TLS", way)
      case .waiting: ("Timeout: \(host) had not answered after \(Self.seconds(timeout))", patience)
      case .reading:
        ("Timeout: \(host) had not sent its answer to the end after \(Self.seconds(timeout))", patience)
      }
    return Self.failed(.network, what, advice)
  }

  private static func seconds(_ milliseconds: Int) -> String {
    milliseconds < 1_000 ? "\(milliseconds) ms" : "\((Double(milliseconds) / 100).rounded() / 10) s"
  }

  private func certificateFault(_ words: String) -> String {
    if words.contains("subject name") { return "it is for another name" }
    guard let mark = words.firstRange(of: "certificate problem: ") else { return clean(words) }
    return clean(String(words[mark.upperBound...]))
  }
}
