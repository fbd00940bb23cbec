import CCertificates
import TestSupport

/// A key and a certificate that it has signed itself, in files of their own.
public struct TestCertificate: Sendable {
  /// The certificate's file.
  public let certificate: String
  /// The key's file.
  public let key: String

  /// Makes them for a name, in a folder of their own or in the place of those that are there.
  public init(_ name: String, in folder: String? = nil) {
    let folder = folder ?? TemporaryFolder.untilTheEnd()
    certificate = folder + "/cert.pem"
    key = folder + "/key.pem"
    let made = certificate_make(name, certificate, key)
    precondition(made == 1, "no certificate could be made in \(folder)")
  }

  /// The folder of both.
  public var folder: String { String(certificate.dropLast("/cert.pem".count)) }
}
