import Testing

@testable import refresh_bench

@Suite struct FigureTests {
  @Test func `percentiles are right to a few percent over five orders of magnitude`() {
    for scale in [1_000, 50_000, 3_000_000, 400_000_000] as [UInt64] {
      var histogram = Histogram()
      for step in 1...1_000 { histogram.add(scale * UInt64(step)) }
      for share in [0.5, 0.99] {
        let exact = Double(scale) * share * 1_000 / 1e6
        #expect(abs(histogram.percentile(share) / exact - 1) < 0.04)
      }
      #expect(histogram.percentile(1) <= Double(histogram.longest) / 1e6)
      #expect(histogram.count == 1_000)
    }
  }

  @Test func `a median with its range says what was measured, and ratios are taken turn by turn`() {
    let ours = Samples([3, 1, 2])
    #expect(ours.median == 2)
    #expect(ours.text == "2.00 (1.00–3.00)")
    #expect(ours.over(Samples([1, 2, 4])).values == [3, 0.5, 0.5])
    #expect(Samples([1, 2]).median == 1.5)
  }

  @Test func `numbers are short`() {
    #expect(
      [0.1234, 1.996, 9.999, 12.34, 99.96, 123.4, 999.4, 12_345.6].map(short).joined(separator: "|")
        == "0.123|2.00|10.00|12.3|100.0|123|999|12 346")
  }
}
