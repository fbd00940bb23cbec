"""The first rows come over HTTP, before the socket is there, and the subscription goes on from them."""

from playwright.sync_api import expect

LINES = [f"Line {number}" for number in range(1, 6)]


def open_anew(visit, place, feed, *before):
    """Loads the page on a feed, without waiting for its socket."""
    page = visit(place, "footer")
    page.page.goto("about:blank")
    for step in before:
        step()
    page.page.goto(f"{place.url}#{feed}")
    return page


def asked(page, feed):
    return page.page.evaluate(
        "(feed) => performance.getEntriesByType('resource').map(({ name }) => name).filter((one) => one.endsWith(feed))",
        f"/feeds/{feed}/rows?tail=200",
    )


def test_rows_are_asked_for_before_the_socket_and_once(server, far, visit):
    place = far(server, latency=0.02, stalls=False)
    page = open_anew(visit, place, "main", place.requests.clear)
    page.until_live()
    rows = "/feeds/main/rows?tail=200"
    assert place.requests.count(rows) == 1
    assert place.requests.index(rows) < place.requests.index("/live")
    # Nothing was waited for: all that was asked for before is what the document names, the words, and the list itself.
    document = page.page.request.get(place.url).text()
    before = place.requests[1 : place.requests.index(rows)]
    assert [one for one in before if one[1:] not in document and not one.startswith(("/texts/", "/feeds/"))] == []


def test_rows_are_seen_while_the_socket_is_held_up_and_nothing_is_missed_or_twice(server, far, visit):
    place = far(server, latency=0.02, stalls=False)
    page = open_anew(visit, place, "main", place.hold_sockets)
    page.until_row("Line 5")
    assert page.rows == LINES
    assert page.received("subscribed") == []
    expect(page.page.get_by_role("heading", level=1)).to_have_text("Lines")
    expect(page.button()).to_be_visible()
    pos = server.get("feeds/main")["pos"]
    server.append("main", ["While it was held up"])
    place.release_sockets()
    page.until_row("While it was held up")
    assert page.page.evaluate("said.sent[0].after") == pos
    assert [message["mode"] for message in page.received("subscribed")] == ["resume"]
    assert page.rows == [*LINES, "While it was held up"]


def test_a_list_of_the_other_order_stands_in_it_from_the_first(shaped, far, visit):
    server = shaped(
        footer={"bottom": "footer"}, news={"order": "newest-first", "top": "header", "title": "News", "seed": LINES}
    )
    place = far(server, latency=0.02, stalls=False)
    page = open_anew(visit, place, "news", place.hold_sockets)
    page.until_row("Line 5")
    assert page.rows == LINES[::-1]
    place.release_sockets()


def test_an_answer_that_is_of_no_use_changes_nothing(server, visit):
    page = visit(server, "footer")
    page.page.goto("about:blank")
    page.page.route("**/rows?tail=200", lambda route: route.fulfill(status=200, body="not what was asked for"))
    page.open(server, "main")
    page.until_row("Line 5")
    assert page.rows == LINES
    assert [message["mode"] for message in page.received("subscribed")] == ["reset"]


def test_an_answer_that_comes_late_changes_nothing(server, visit):
    page = visit(server, "footer")
    page.page.goto("about:blank")
    late = []
    page.page.route("**/rows?tail=200", lambda route: late.append(route))
    page.open(server, "main")
    page.until_row("Line 5")
    server.append("main", ["Later"])
    page.until_row("Later")
    late[0].fulfill(status=200, json={"first": 1, "rows": [{"text": "Old", "at": 1}], "pos": "x", "head": 1, "floor": 1})
    page.frame()
    assert page.rows == [*LINES, "Later"]


def test_a_reload_asks_once_and_goes_on_from_the_answer(server, visit):
    page = visit(server)
    page.until_row("Line 5")
    server.append("main", ["Meanwhile"])
    page.until_row("Meanwhile")
    page.page.reload()
    page.until_live()
    assert len(asked(page, "main")) == 1
    assert [message["mode"] for message in page.received("subscribed")] == ["resume"]
    assert page.rows == [*LINES, "Meanwhile"]


def test_who_names_no_list_has_main_at_once(server, far, visit):
    place = far(server, latency=0.02, stalls=False)
    page = visit(place, "footer")
    page.page.goto("about:blank")
    place.hold_sockets()
    page.page.goto(place.url)
    page.until_row("Line 5")
    assert page.rows == LINES
    place.release_sockets()
    page.until_live()
    assert [message["feed"] for message in page.received("subscribed")] == ["main"]
