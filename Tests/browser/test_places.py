"""The page works wherever it is served."""

import socket

import pytest
from idle_proxy import IdleProxy
from prefix_proxy import PrefixProxy


class Place:
    """Where a person opens the page; not where the server says it is."""

    def __init__(self, url):
        self.url = url


def test_under_a_path_prefix_behind_a_proxy(server, visit):
    proxy = PrefixProxy(server.url, "/room/")
    page = visit(Place(proxy.url), name="Anna")
    assert page.page.get_by_label("List").locator("option").count() == 4
    page.drag(120)
    page.until_row("Line 6")
    page.release()
    proxy.close()


def test_behind_a_proxy_that_drops_what_is_quiet(start, visit):
    # Nothing but the server's pings keeps it up: its heartbeats come seldom.
    server = start("--ping", "1000", "--silence", "30000", "--heartbeat", "600000")
    proxy = IdleProxy(server.url, patience=3)
    page = visit(Place(proxy.url))
    # What a page is greeted with, and pings of more than 3 s.
    proxy.until_beats(12)
    server.append("main", ["Still there"])
    page.until_row("Still there")
    assert (proxy.sockets, proxy.dropped) == (1, 0)
    proxy.close()


def own_address():
    """This machine's address in its network; asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return probe.getsockname()[0]


def test_from_a_phone_in_the_same_room(start, visit):
    address = own_address()
    if address is None or address.startswith("127."):
        pytest.skip("this machine is in no network")
    server = start("--open", host="0.0.0.0")
    port = server.url.rstrip("/").rsplit(":", 1)[1]
    page = visit(Place(f"http://{address}:{port}/"), name="Anna", phone=True)
    assert page.page.evaluate("isSecureContext") is False
    page.button().tap()
    page.until_row("Line 6")


def test_nothing_is_asked_of_other_servers(server, visit):
    page = visit(server)
    asked = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.page.reload()
    page.until_live()
    assert asked and all(url.startswith(server.url) for url in asked)
