import Glibc
import TLSClient
import TestOrigin
import TestSupport
import Testing

@testable import RefreshSources

/// Certificates are checked.
@Suite struct HTTPTLSTests {
  @Test func `a certificate that nobody vouches for is told, and nothing is asked`() throws {
    let certificate = TestCertificate("localhost")
    let origin = Origin(tls: certificate) { _, _ in .ok("a") }
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url("/", host: "localhost"))
    #expect(trial.failure?.code == .network)
    let words =
      "TLS: the certificate of localhost:\(origin.port) cannot be trusted: self-signed certificate.\n"
    #expect(trial.failure?.message.hasPrefix(words) == true, "\(trial.failure?.message ?? "")")
    #expect(trial.failure?.message.contains("SSL_CERT_FILE") == true)
    #expect(origin.requests.isEmpty)
  }

  @Test func `a certificate that SSL_CERT_FILE names is trusted, for its own name`() throws {
    let certificate = TestCertificate("localhost")
    let origin = Origin(tls: certificate) { _, _ in .ok("a") }
    defer { origin.stop() }
    let trust = ["SSL_CERT_FILE": certificate.certificate]
    let spec = HTTPSpec(url: origin.url("/", host: "localhost"))
    #expect(try SourceTrial.http(spec, environment: trust).rows == ["a"])
    let other = try SourceTrial.http(HTTPSpec(url: origin.url()), environment: trust)
    #expect(
      other.failure?.message.contains("cannot be trusted: it is for another name") == true,
      "\(other.outcomes)")
  }

  @Test func `a file of certificates is read once for many requests`() throws {
    let certificate = TestCertificate("localhost")
    let origin = Origin(tls: certificate) { _, count in .ok("\(count)") }
    defer { origin.stop() }
    let source = HTTPSource(HTTPSpec(url: origin.url("/", host: "localhost")), limits: SourceLimits()) {
      $0 == "SSL_CERT_FILE" ? certificate.certificate : nil
    }
    let trial = try SourceTrial()
    trial.run(source)
    unlink(certificate.certificate)
    trial.run(source)
    #expect(trial.outcomes == ["1", "2"].map { .ok(SourceCatch([SourceRow($0)])) })
    // Another loop has its own.
    let other = try SourceTrial()
    other.run(source)
    #expect(other.failure?.message.contains("cannot be read") == true)
  }

  @Test func `certificates that cannot be read are told`() throws {
    let certificate = TestCertificate("localhost")
    let origin = Origin(tls: certificate) { _, _ in .ok("a") }
    defer { origin.stop() }
    let spec = HTTPSpec(url: origin.url("/", host: "localhost"))
    let trial = try SourceTrial.http(spec, environment: ["SSL_CERT_FILE": "/no/such/file"])
    #expect(trial.failure?.message.contains("SSL_CERT_FILE or SSL_CERT_DIR names cannot be read") == true)
  }

  @Test func `a server without TLS is told`() throws {
    let origin = Origin(.ok("a"))
    defer { origin.stop() }
    let trial = try SourceTrial.http("https://127.0.0.1:\(origin.port)/")
    #expect(trial.failure?.code == .network)
    #expect(
      trial.failure?.message.hasPrefix("TLS: 127.0.0.1:\(origin.port) does not agree: it does not speak TLS")
        == true,
      "\(trial.outcomes)")
  }

  @Test func `a server that takes the connection and says nothing of TLS is told as that`() throws {
    let silent = SilentListener()
    var message = ""
    // On a busy machine the connection itself may take longer than a short time.
    for timeout in [200, 2_000, 20_000] where message.isEmpty || message.contains("took no connection") {
      let spec = HTTPSpec(url: "https://127.0.0.1:\(silent.port)/", timeout: timeout)
      message = try SourceTrial.http(spec).failure?.message ?? ""
    }
    let words =
      "Timeout: there was a connection, but over it 127.0.0.1:\(silent.port) did not agree on TLS.\n"
    #expect(message.hasPrefix(words), "\(message)")
  }
}
