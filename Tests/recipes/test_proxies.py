"""The proxy examples as they are handed out: the page under a path of its own, by https, with its WebSocket."""

import os
import pathlib
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from recipe import ROOT
from test_recipes import pull, rows

EXAMPLES = ROOT / "scripts/packaging/proxy"
TOOLS = pathlib.Path(os.environ["PROXIES"])


def nginx(folder):
    text = (EXAMPLES / "nginx.conf").read_text()
    once = re.search(r"^# +(map .*)$", text, re.M)[1]
    (folder / "conf").write_text(
        f"""
        daemon off; pid {folder}/pid; error_log {folder}/errors;
        events {{}}
        http {{
            access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            {once}
            server {{
                listen 127.0.0.1:443 ssl; server_name example.org;
                ssl_certificate {os.environ["RECIPES_CERTIFICATE"]}; ssl_certificate_key {os.environ["RECIPES_KEY"]};
                {text}
            }}
        }}"""
    )
    return [TOOLS / "usr/sbin/nginx", "-c", folder / "conf", "-e", folder / "errors"]


def caddy(folder):
    # Its certificate comes from an authority of its own here, not from the internet's.
    local = "{\n local_certs\n skip_install_trust\n admin off\n}\n"
    (folder / "Caddyfile").write_text(local + (EXAMPLES / "Caddyfile").read_text())
    return [TOOLS / "usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_the_list_behind_a_proxy_under_a_path(proxy, recipe, chromium, tmp_path):
    quick = recipe("QuickStart.md")
    quick.lines = iter(["refreshd --origin https://example.org --trusted-proxy 127.0.0.1"])
    quick.next("refreshd --origin")
    folder = tmp_path / "proxy"
    folder.mkdir()
    with open(folder / "said", "wb") as said:
        process = subprocess.Popen(
            proxy(folder), stdout=said, stderr=said, env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        )
    try:
        end = time.monotonic() + 20
        while subprocess.run(["curl", "-skf", "-o", "/dev/null", "https://example.org/room/readyz"]).returncode:
            assert process.poll() is None and time.monotonic() < end, (folder / "said").read_text()
            time.sleep(0.05)
        context = chromium.new_context(ignore_https_errors=True, viewport={"width": 900, "height": 700})
        page = context.new_page()
        page.goto("https://example.org/room/")
        expect(rows(page)).to_have_count(5)
        pull(page)
        expect(rows(page)).to_have_count(6)
        # The events of a feed are not held back.
        line = subprocess.run(
            ["bash", "-c", "curl -skN --max-time 5 https://example.org/room/feeds/main/events | head -1"],
            capture_output=True,
            text=True,
        ).stdout
        assert line.startswith(("id:", "event:", "retry:", ":")), f"no event came through but {line!r}"
        context.close()
    finally:
        process.terminate()
        process.wait()
