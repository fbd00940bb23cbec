import Testing

@testable import RefreshServer

/// Which reasons of a trouble that goes on are told.
@Suite struct TroubleTests {
  @Test func `each reason is told once until it is over, also when some take turns`() {
    var trouble = Trouble()
    let told = ["no paper", "no ink", "no paper", "no ink", "no light"].map { trouble.shows($0) }
    #expect(told == [true, true, false, false, true])
    let wasThere = [trouble.isOver(), trouble.isOver()]
    #expect(wasThere == [true, false])
    let again = ["no ink", "no paper", "no ink"].map { trouble.shows($0) }
    #expect(again == [true, true, false])
  }

  @Test func `a reason with other numbers is the same one`() {
    var trouble = Trouble()
    let told = ["7 sheets are left", "12 sheets are left"].map { trouble.shows($0) }
    #expect(told == [true, false])
  }

  @Test func `of more reasons than are remembered, those go that have not shown for longest`() {
    var trouble = Trouble()
    let others = (1...Trouble.maxReasons * 3).map { String(repeating: "x", count: $0) }
    let usual = others.map { other in
      let isNew = trouble.shows(other)
      return [isNew, trouble.shows("usual")]
    }
    #expect(usual == [[true, true]] + Array(repeating: [true, false], count: others.count - 1))
    let latest = others.suffix(Trouble.maxReasons - 1).map { trouble.shows($0) }
    #expect(!latest.contains(true))
    let first = trouble.shows(others[0])
    #expect(first)
  }
}
