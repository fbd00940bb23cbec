"""An event stream as a browser's own EventSource reads it: live, and over a restart of the server."""

FOLLOW = """() => {
  window.seen = [];
  window.ids = new Set();
  window.stream = new EventSource("feeds/main/events?tail=2");
  for (const name of ["reset", "feed", "state", "rows"]) {
    window.stream.addEventListener(name, (event) => {
      const message = JSON.parse(event.data);
      window.seen.push([name, ...(message.rows ?? []).map((row) => row.text)]);
      window.ids.add(event.lastEventId);
    });
  }
}"""


def test_event_source_goes_on_over_a_restart(server, chromium):
    # What the test runs in the page is none of the page's own scripts.
    context = chromium.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(server.url)
    page.evaluate(FOLLOW)
    page.wait_for_function("seen.some((event) => event[0] === 'rows')")
    assert page.evaluate("seen") == [["reset"], ["feed"], ["state"], ["rows", "Line 4", "Line 5"]]
    server.append("main", ["live"])
    page.wait_for_function("seen.at(-1)[1] === 'live'")
    server.stop()
    server.start()
    server.append("main", ["after the restart"])
    page.wait_for_function("seen.some((event) => event.includes('after the restart'))")
    names = [event[0] for event in page.evaluate("seen")]
    assert names.count("reset") == 1
    assert names.count("rows") == 3
    assert page.evaluate("ids.size") == 4
    context.close()
