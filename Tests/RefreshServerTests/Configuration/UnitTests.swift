import Testing

@testable import RefreshServer

/// Durations and sizes as people write them, and names that are nearly right.
@Suite struct UnitTests {
  @Test(arguments: [
    ("0", 0), ("1500", 1_500), ("30s", 30_000), ("5m", 300_000), ("1h30m", 5_400_000), ("2d", 172_800_000),
    ("1w", 604_800_000), ("1m500ms", 60_500), ("90m", 5_400_000),
  ])
  func `a duration is read`(text: String, milliseconds: Int) {
    #expect(DurationText.milliseconds(text) == milliseconds)
  }

  @Test(arguments: [
    "", "-5", "s", "1.5h", "5 m", "30s5m", "1h1h", "5y", "m5", "99999999999999999999", "9999999999999999d",
    "9223372036854775807ms1", "١s",
  ])
  func `what is no duration is none`(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("512", 512), ("64KiB", 65_536), ("4 MiB", 4_194_304), ("10mb", 10_000_000),
    ("1GiB", 1_073_741_824),
    ("7B", 7),
  ])
  func `a size is read`(text: String, bytes: Int) {
    #expect(SizeText.bytes(text) == bytes)
  }

  @Test(arguments: ["", "KiB", "-1", "1.5MiB", "5 x", "64Ki", "99999999999TiB"])
  func `what is no size is none`(text: String) {
    #expect(SizeText.bytes(text) == nil)
  }

  @Test(arguments: [
    ("tresholt", "threshold"), ("minimum-visible", "minimumVisible"), ("keep_row", "keep-rows"),
    ("lsiten", "listen"),
  ])
  func `a name that is nearly right is found`(text: String, name: String) {
    #expect(
      NearestName.find(text, in: ["threshold", "minimumVisible", "keep-rows", "listen", "limit"]) == name)
  }

  @Test(arguments: ["", "colour", "x", String(repeating: "listen", count: 100)])
  func `a name that is far from all is not`(text: String) {
    #expect(NearestName.find(text, in: ["threshold", "minimumVisible", "keep-rows", "listen"]) == nil)
  }
}
