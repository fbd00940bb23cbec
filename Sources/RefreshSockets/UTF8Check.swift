/// Whether bytes are UTF-8 as RFC 3629 has it: nothing overlong, no surrogates, nothing above U+10FFFF.
func isValidUTF8(_ bytes: RawSpan) -> Bool {
  bytes.withUnsafeBytes { bytes in
    do {
      _ = try UTF8Span(validating: bytes.assumingMemoryBound(to: UInt8.self).span)
      return true
    } catch {
      return false
    }
  }
}
