import RefreshWire
import Testing

@Suite struct CountedTests {
  @Test func `one is one, and all else are several`() {
    #expect(Counted.words(0, "row") == "0 rows")
    #expect(Counted.words(1, "row") == "1 row")
    #expect(Counted.words(2, "refresh", "refreshes") == "2 refreshes")
  }
}
