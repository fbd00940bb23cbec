extension JSONDocument {
  /// The value of a number, nil if the value is none or too large to be finite.
  func number(_ index: Int) -> Double? {
    let token = tokens[index]
    guard token.kind == .number else { return nil }
    if let quick = quickNumber(token) { return quick }
    let digits = UnsafeRawBufferPointer(rebasing: bytes[Int(token.start)..<Int(token.end)])
    guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// The value of a whole number, nil if the value is none. 1.0 and 1e2 are whole numbers.
  func integer(_ index: Int) -> Int? {
    let token = tokens[index]
    guard token.kind == .number else { return nil }
    if token.flag {
      var value = 0
      let negative = bytes[Int(token.start)] == UInt8(ascii: "-")
      for at in Int(token.start) + (negative ? 1 : 0)..<Int(token.end) {
        let (tens, over) = value.multipliedReportingOverflow(by: 10)
        let digit = Int(bytes[at] - UInt8(ascii: "0"))
        let (sum, carried) =
          negative
          ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
        guard !over, !carried else { return nil }
        value = sum
      }
      return value
    }
    guard let value = number(index) else { return nil }
    return Int(exactly: value)
  }

  /// A number of at most 15 digits and a small power of ten: both are exact as Double, so one multiplication or
  /// division rounds right.
  private func quickNumber(_ token: Token) -> Double? {
    guard token.end - token.start <= 16 else { return nil }
    var at = Int(token.start)
    let end = Int(token.end)
    let negative = bytes[at] == UInt8(ascii: "-")
    if negative { at += 1 }
    var digits = 0
    var fraction = 0
    var afterPoint = false
    while at < end {
      let byte = bytes[at]
      if byte == UInt8(ascii: ".") {
        afterPoint = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        return nil
      } else {
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        if afterPoint { fraction += 1 }
      }
      at += 1
    }
    guard digits < 1 << 53 else { return nil }
    let value = Double(digits) / Self.powersOfTen[fraction]
    return negative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  ]
}
