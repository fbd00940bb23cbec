"""A list of a web feed: the newest of its items on top."""

import http.server
import json
import signal
import threading

import pytest

ITEM = "<item><guid>{0}</guid><title>Item {0}</title><pubDate>Mon, 02 Nov 2026 10:{0:02}:00 GMT</pubDate></item>"


@pytest.fixture
def news():
    """The server of a web feed: its address, and the items that it has."""

    class Handler(http.server.BaseHTTPRequestHandler):
        items = []

        def do_GET(self):
            items = "".join(ITEM.format(number) for number in reversed(self.items))
            body = f'<rss version="2.0"><channel><title>News</title>{items}</channel></rss>'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/rss+xml")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", Handler.items
    server.shutdown()
    server.server_close()


def titles(*numbers):
    return [f"Item {number}" for number in numbers]


def pull(page, count):
    page.drag(200)
    page.release()
    page.until_count(count)
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")


def test_the_newest_item_is_on_top_in_every_refresh_and_others_may_be_asked_for(news, start, tmp_path, visit):
    address, items = news
    config = tmp_path / "news.json"

    def write(**fields):
        feed = {"source": address, "order": "newest-first", "top": "header", **fields}
        config.write_text(json.dumps({"feeds": {"news": feed}}))

    write()
    server = start("--config", str(config))
    page = visit(server, "news")
    items += [1, 2, 3]
    pull(page, 3)
    assert page.rows == titles(3, 2, 1)
    items += [4, 5]
    pull(page, 5)
    assert page.rows == titles(5, 4, 3, 2, 1)
    page.page.reload()
    page.until_count(5)
    assert page.rows == titles(5, 4, 3, 2, 1)
    # The rows of a refresh are turned back while the page is open.
    write(runOrder="append")
    server.process.send_signal(signal.SIGHUP)
    page.until("said.received.some((m) => m.type === 'feed' && m.runOrder === 'append')")
    page.frame()
    assert page.rows == titles(4, 5, 1, 2, 3)
