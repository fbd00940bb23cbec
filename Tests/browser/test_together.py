"""One pull in one page refreshes everybody's list."""

from playwright.sync_api import expect


def test_a_mouse_drag_of_120_px_brings_line_6_to_both_pages(server, visit):
    anna, ben = visit(server, name="Anna"), visit(server, name="Ben", phone=True)
    anna.drag(60)
    who = ben.page.locator("#pulls li")
    expect(who).to_contain_text("Anna")
    expect(who).to_contain_text("50%")
    ghost = ben.page.locator("#ghost-top")
    expect(ghost).to_have_css("transform", "matrix(0.5, 0, 0, 1, 0, 0)")
    anna.page.mouse.move(anna.middle[0], anna.middle[1] + 120)
    for page in (anna, ben):
        page.until("said.received.some((m) => m.type === 'state' && m.phase === 'refreshing')")
        page.until_row("Line 6")
        assert page.rows == [f"Line {number}" for number in range(1, 7)]
        page.until_status("ok")
    assert "Anna" in ben.status
    assert "you" in anna.status
    expect(who).to_have_count(0)
    anna.release()
    assert ben.runs() == anna.runs() and len(ben.runs()) == 1
    for page in (anna, ben):
        expect(page.view("top")).not_to_be_visible()


def test_the_refresh_takes_about_a_second(server, visit):
    page = visit(server)
    page.page.evaluate(
        "said.time = new Promise((done) => { let began; new MutationObserver(() => {"
        " const kind = deep('#status').dataset.kind;"
        " if (kind === 'refreshing') began ??= performance.now();"
        " if (kind === 'ok') done(performance.now() - began); })"
        ".observe(deep('#status'), { attributes: true }); }), 0"
    )
    page.drag(120)
    assert 900 < page.page.evaluate("said.time") < 2_500
    page.release()


def test_both_pages_survive_a_reload_and_resume(quick, visit):
    anna, ben = visit(quick, name="Anna"), visit(quick, name="Ben")
    anna.drag(120)
    ben.until_row("Line 6")
    anna.until_row("Line 6")
    anna.release()
    for page in (anna, ben):
        page.page.reload()
        page.until_live()
        page.until_row("Line 6")
        assert page.rows == [f"Line {number}" for number in range(1, 7)]
        assert [message["mode"] for message in page.received("subscribed")] == ["resume"]
        assert page.page.get_by_label("Your name").input_value() == page.name


def test_a_pull_after_the_first_brings_the_next_line(quick, visit):
    page = visit(quick)
    for number in (6, 7):
        page.drag(120)
        page.until_row(f"Line {number}")
        page.release()
        page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")


def test_who_joins_during_a_run_sees_it_and_its_indicator(server, visit):
    anna = visit(server, "footer", name="Anna")
    anna.button("bottom").click()
    anna.until_status("refreshing")
    ben = visit(server, "footer", name="Ben")
    ben.until_status("refreshing")
    assert ben.received("subscribed")[-1]["state"]["phase"] == "refreshing"
    expect(ben.view("bottom")).to_contain_text("Anna")
    ben.until_row("Line 101")


def test_a_button_does_what_a_pull_does_and_can_be_cancelled_by_anybody(server, visit):
    anna, ben = visit(server, "footer", name="Anna"), visit(server, "footer", name="Ben")
    expect(anna.page.get_by_role("button", name="Cancel")).to_be_hidden()
    anna.button("bottom").click()
    ben.until_status("refreshing")
    ben.page.get_by_role("button", name="Cancel").click()
    for page in (anna, ben):
        page.until_status("cancelled")
        assert page.rows[-1] == "Line 100"


def test_a_person_tells_a_name_that_others_see_and_this_browser_keeps(server, visit):
    page, other = visit(server), visit(server)
    field = page.page.get_by_label("Your name")
    field.fill("  Zoë 🎉 ")
    field.press("Enter")
    expect(other.page.locator("#here")).to_contain_text("2 here: Zoë 🎉")
    page.page.reload()
    page.until_live()
    assert field.input_value() == "Zoë 🎉"
    assert page.page.evaluate("said.sent[0].name") == "Zoë 🎉"
    field.fill("")
    field.press("Enter")
    expect(other.page.locator("#here")).to_have_text("2 here")


def test_a_person_chooses_the_feed(server, visit):
    page = visit(server)
    assert page.page.get_by_label("List").locator("option").all_text_contents() == ["Lines", "Overlay", "Footer", "Header"]
    page.page.get_by_label("List").select_option("footer")
    page.until_row("Line 100")
    assert page.page.url.endswith("#footer")
    expect(page.button()).to_be_hidden()
    page.page.go_back()
    page.until("deepAll('.row').length === 5")


def test_who_reads_old_rows_keeps_them_and_is_told_how_many_came(server, visit):
    page = visit(server, "footer")
    page.scroll_to(1_000)
    before = page.page.evaluate("deepAt(640, 400).closest('.row').textContent")
    server.append("footer", [f"New {number}" for number in range(3)])
    expect(page.page.get_by_role("button", name="3 new rows")).to_be_visible()
    assert page.page.evaluate("deepAt(640, 400).closest('.row').textContent") == before
    assert page.scroll_top == 1_000
    page.page.get_by_role("button", name="3 new rows").click()
    page.until_row("New 2")
    server.append("footer", ["New 3"])
    expect(page.page.locator(".row").last).to_be_in_viewport()
    expect(page.page.locator(".row").last).to_contain_text("New 3")


def test_older_rows_come_on_demand_where_their_end_is_pulled_and_the_row_being_read_stays(server, visit):
    server.append("main", [f"More {number}" for number in range(395)])
    page = visit(server, "main")
    page.until_count(200)
    page.scroll_to(0)
    first = page.rows[0]
    reading = page.page.locator(".row", has_text=first)
    top = reading.bounding_box()["y"]
    page.page.get_by_role("button", name="Show older rows (200 more)").click()
    page.until_count(400)
    assert abs(reading.bounding_box()["y"] - top) < 60
    expect(page.page.locator("#older")).to_be_hidden()
    page.scroll_to(0)
    assert page.rows[:2] == ["Line 1", "Line 2"]


def test_rows_are_text_never_markup(server, visit):
    page = visit(server)
    rows = ["<img src=x onerror=alert(1)>", "<script>alert(2)</script>", "a  b\tc", "", "ünïcødé 🎉 עברית"]
    server.append("main", rows)
    page.until_row(rows[-1])
    assert page.rows[-5:] == rows
    assert page.page.locator(".row img, .row script").count() == 0
    assert page.page.locator(".row .text").last.evaluate("(text) => getComputedStyle(text).whiteSpace") == "pre-wrap"
