import CCurl
import Glibc

/// The certificates by which servers are trusted.
enum CertificateStore {
  /// Has a request use those that `SSL_CERT_FILE` or `SSL_CERT_DIR` names, else those of the system.
  static func apply(to easy: CurlEasy, environment: (String) -> String?) {
    let file = environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    let folder = environment("SSL_CERT_DIR").flatMap { $0.isEmpty ? nil : $0 }
    if file != nil || folder != nil {
      // Many certificates in one file take some 20 to 100 ms to read, and everybody else waits for that: once an hour.
      easy.set(CURLOPT_CA_CACHE_TIMEOUT, 3_600)
      easy.set(CURLOPT_CAINFO, file)
      easy.set(CURLOPT_CAPATH, folder)
    } else if let system = easy.text(CURLINFO_CAPATH), isHashed(system) {
      // Not all of the system's certificates in one file: in this folder those that are asked for are looked up.
      easy.set(CURLOPT_CAINFO, nil)
      easy.set(CURLOPT_CAPATH, system)
    }
  }

  /// Whether a folder holds certificates under the names by which they are looked up.
  private static func isHashed(_ folder: String) -> Bool {
    guard let entries = opendir(folder) else { return false }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix(11)) }
      let isHash = name[..<8].allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      if isHash, name[8...] == [UInt8(ascii: "."), UInt8(ascii: "0"), 0] { return true }
    }
    return false
  }
}
