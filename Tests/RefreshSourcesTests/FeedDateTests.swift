import Testing

@testable import RefreshSources

/// Dates as feeds have them.
@Suite struct FeedDateTests {
  @Test(arguments: [
    "Mon, 30 Nov 2026 12:00:00 GMT", "Mon, 30 Nov 2026 12:00:00 +0000", "30 Nov 2026 12:00:00 UT",
    "mon,30 november 2026 12:00 Z", "  Monday, 30 Nov 26 12:00:00\tUTC ", "Mon 30 Nov 2026 07:00:00 EST",
    "Mon, 30-Nov-2026 13:00:00 +01:00", "Mon, 30 Nov 2026 13:00:00 GMT+1", "Mon, 30 Nov. 2026, 12:00:00",
    "Mon, 30 Nov 2026 12:00:00 GMT (noon)", "Mon Nov 30 12:00:00 2026", "Mon Nov 30 12:00:00 UTC 2026",
    "Nov 30, 2026 12:00 GMT", "2026-11-30T12:00:00Z", "2026-11-30t12:00:00z", "2026-11-30T17:30:00+05:30",
    "2026-11-30 12:00:00 UTC", "2026-11-30T12:00", "2026-11-30T12:00:00.000Z", "2026-11-30T07:00:00-0500",
    "Sun, 30 Nov 2026 12:00:00 GMT",
  ])
  func `a date is read in all the forms that are in use`(text: String) {
    #expect(FeedDate.milliseconds(text) == 1_796_040_000_000)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31T23:59:59.5Z", -500), ("2000-02-29T00:00:00Z", 951_782_400_000),
    ("1 Jan 70 00:00 GMT", 0), ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2026-11", 1_793_491_200_000),
    ("2026-11-30T12:00:00.1234567Z", 1_796_040_000_123),
  ])
  func `a date is that moment`(text: String, milliseconds: Int64) {
    #expect(FeedDate.milliseconds(text) == milliseconds)
  }

  @Test(arguments: [
    "", "yesterday", "2026", "2026-13-01", "2026-02-29", "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z",
    "30 Nov", "Mon, 31 Nov 2026 12:00:00 GMT", "Mon, 30 Nov 2026 12:00:00 XYZ",
    "Mon, 30 Foo 2026 12:00:00 GMT",
    "30/11/2026", "1796040000", "Mon, 30 Nov 2026 12:00:00 +99:00", "Mon, 30 Nov 202 12:00:00 GMT", "12:00",
    "Mon, ", "2026-11-30T12:00:00Zx", "\u{0}", "99999999999999999999-01-01",
  ])
  func `what is no date is none`(text: String) {
    #expect(FeedDate.milliseconds(text) == nil)
  }
}
