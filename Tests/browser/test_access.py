"""What a browser makes of tokens, cookies and TLS."""

import base64
import hashlib
import subprocess

import pytest
from prefix_proxy import PrefixProxy

TOKEN = "rt_a-token-for-tests-that-nobody-could-guess"
GUARDED = ("--token", f"pull:sha256:{hashlib.sha256(TOKEN.encode()).hexdigest()}")

# Opens the server's socket and tells what comes first: a message's type, or the code of the close.
OPEN = """protocols => new Promise(done => {
    const socket = (window.socket = new WebSocket(new URL("live", location.href).href.replace(/^http/, "ws"), protocols));
    socket.onmessage = event => done(JSON.parse(event.data).type);
    socket.onclose = event => done(event.code);
    window.ended = new Promise(ended => socket.addEventListener("close", event => ended(event.code)));
})"""

SIGN_IN = """async token => (await fetch("sign-in", {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({token}),
})).status"""

SIGN_OUT = """async () => (await fetch("sign-out", {method: "POST"})).status"""


def shown(token):
    """A token as a page shows it: a subprotocol of its own."""
    return base64.urlsafe_b64encode(token.encode()).decode().rstrip("=")


@pytest.fixture
def browse(chromium):
    """Opens an address of the server that loads nothing else, in a browser that knows nobody yet."""
    contexts = []

    def run(url):
        context = chromium.new_context(ignore_https_errors=True)
        contexts.append(context)
        page = context.new_page()
        page.goto(url + "healthz")
        return page

    yield run
    for context in contexts:
        context.close()


def sign_in_and_out(page, is_secure):
    assert page.evaluate(OPEN, ["refresh.v1"]) == 4001
    assert page.evaluate(OPEN, ["refresh.v1", "token." + shown("rt_some-other-token-of-this-length")]) == 4001
    assert page.evaluate(OPEN, ["refresh.v1", "token." + shown(TOKEN)]) == "hello"
    assert page.evaluate("socket.protocol") == "refresh.v1"

    assert page.evaluate(SIGN_IN, "rt_some-other-token-of-this-length") == 401
    assert page.evaluate("async () => (await fetch('feeds')).status") == 401
    assert page.evaluate(SIGN_IN, TOKEN) == 204
    assert page.evaluate("async () => (await fetch('feeds')).status") == 200
    assert page.evaluate("document.cookie") == ""
    (cookie,) = page.context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["secure"] is is_secure
    assert TOKEN not in cookie["value"]

    assert page.evaluate(OPEN, ["refresh.v1"]) == "hello"
    assert page.evaluate(SIGN_OUT) == 204
    assert page.evaluate("ended") == 4001
    assert page.context.cookies() == []
    assert page.evaluate(OPEN, ["refresh.v1"]) == 4001
    return cookie


def test_a_browser_signs_in_and_out(start, browse):
    server = start(*GUARDED)
    assert sign_in_and_out(browse(server.url), is_secure=False)["path"] == "/"


def test_a_browser_signs_in_under_a_path_prefix(start, browse):
    proxy = PrefixProxy(start(*GUARDED).url, "/room/")
    assert sign_in_and_out(browse(proxy.url), is_secure=False)["path"] == "/room"
    proxy.close()


def test_a_browser_signs_in_by_https(start, browse, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", "/CN=room.example", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    server = start(*GUARDED, "--tls-cert", str(certificate), "--tls-key", str(key))
    assert server.url.startswith("https://")
    sign_in_and_out(browse(server.url), is_secure=True)
