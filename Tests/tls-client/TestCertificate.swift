import CCertificates
import Glibc

/// A key and a certificate that it has signed itself, in files of their own.
public struct TestCertificate: Sendable {
  /// The certificate's file.
  public let certificate: String
  /// The key's file.
  public let key: String

  /// Makes them for a name, in a folder of their own or in the place of those that are there.
  public init(_ name: String, in folder: String? = nil) {
    var template = Array("/tmp/refreshd-certificate-XXXXXX".utf8CString)
    let folder =
      folder ?? template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    certificate = folder + "/cert.pem"
    key = folder + "/key.pem"
    let made = certificate_make(name, certificate, key)
    precondition(made == 1, "no certificate could be made in \(folder)")
  }

  /// The folder of both.
  public var folder: String { String(certificate.dropLast("/cert.pem".count)) }
}
