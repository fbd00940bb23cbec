extension PointerSample {
  /// Checks that the numbers are ones a list can have.
  ///
  /// - Throws: The first field that is wrong.
  public func validate() throws(SampleError) {
    try Self.finite("x", x)
    try Self.finite("y", y)
    try Self.finite("scroll.top", scroll.top)
    try Self.finite("scroll.height", scroll.height)
    try Self.finite("scroll.view", scroll.view)
    guard scroll.height >= 0 else {
      throw SampleError(
        field: "scroll.height", message: "scroll.height is negative; send the content's height")
    }
    guard scroll.view > 0 else {
      throw SampleError(
        field: "scroll.view", message: "scroll.view is not above 0; send the viewport's height")
    }
  }

  private static func finite(_ field: String, _ value: Double) throws(SampleError) {
    guard value.isFinite else {
      throw SampleError(field: field, message: "\(field) is not a finite number; send CSS pixels")
    }
  }
}
