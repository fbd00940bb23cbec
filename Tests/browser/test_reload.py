"""A server that reads its configuration anew while pages are open."""

import json
import signal

import pytest
from playwright.sync_api import expect


@pytest.fixture
def reloading(start, tmp_path):
    """Starts a server with a feed `main`, and gives a function that changes it without a restart."""
    config = tmp_path / "reload.json5"

    def write(**fields):
        feed = {"source": "lines", "workTime": 0, "seed": ["Line 1", "Line 2"], **fields}
        config.write_text(json.dumps({"feeds": {"main": feed}}))

    def run(**fields):
        write(**fields)
        server = start("--config", str(config))

        def reload(**fields):
            write(**fields)
            server.process.send_signal(signal.SIGHUP)

        return server, reload

    return run


def test_a_changed_title_order_and_policy_reach_an_open_page(reloading, visit):
    deep = {"preset": "header", "trigger": "reach", "threshold": 300, "limit": 400}
    server, reload = reloading(title="Before", top=deep)
    page = visit(server)
    heading = page.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Before")
    page.until_row("Line 2")
    assert page.rows == ["Line 1", "Line 2"]
    page.drag(200)
    page.until("said.received.findLast((m) => m.type === 'pull')?.phase === 'pulling'")
    reload(title="After", order="newest-first", top={**deep, "threshold": 40})
    expect(heading).to_have_text("After")
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'cancelled' && m.why === 'policy')")
    page.release()
    page.frame()
    assert page.rows == ["Line 2", "Line 1"]
    # The same way is a refresh now, on the same connection.
    page.drag(200)
    page.release()
    page.until_row("Line 3")
    assert page.rows[0] == "Line 3"
    assert len(page.received("hello")) == 1


def test_a_feed_that_is_taken_away_is_said_to_be_gone(start, visit, tmp_path):
    config = tmp_path / "reload.json5"
    look = {"source": "lines", "top": "header"}
    feeds = {name: {**look, "title": name.title(), "seed": [name]} for name in ("one", "two")}
    config.write_text(json.dumps({"feeds": feeds}))
    server = start("--config", str(config))
    page = visit(server, "one")
    page.until_row("one")
    del feeds["one"]
    config.write_text(json.dumps({"feeds": feeds}))
    server.process.send_signal(signal.SIGHUP)
    expect(page.empty).to_contain_text('There is no list "one" here.')
    page.empty.get_by_role("link", name="Two").click()
    page.until_row("two")
