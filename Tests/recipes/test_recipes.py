"""Each recipe of the documentation, run from its own text."""

import json
import re
import shlex
import subprocess
import time
import urllib.request

from playwright.sync_api import expect

from recipe import DOCUMENTATION, ROOT


def rows(page):
    return page.locator("remote-refresh").locator("li")


def pull(page, distance=200):
    """A drag of the list by the mouse: down, or with a negative distance up."""
    box = page.locator("remote-refresh").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + (120 if distance > 0 else box["height"] - 80)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + distance, steps=20)
    page.mouse.up()


def ask(path):
    with urllib.request.urlopen(f"http://127.0.0.1:8080/feeds/{path}", timeout=20) as answer:
        return json.load(answer)


def head(feed):
    return ask(feed)["head"]


def runs(feed):
    return ask(f"{feed}/runs")["runs"]


def test_quick_start(recipe, page):
    quick = recipe("QuickStart.md")
    server = quick.next("refreshd --listen")
    page.goto("http://127.0.0.1:8080/")
    expect(rows(page)).to_have_count(5)
    assert quick.next("refreshd pull main") == "Line 6\n"
    expect(rows(page)).to_have_count(6)
    assert "main" in quick.next("refreshd feeds")
    assert quick.next("refreshd tail main").splitlines()[-1].endswith("Line 6")
    quick.stop(server)
    quick.next("refreshd --listen")
    assert re.search(r"\d\d:\d\d:\d\d[^\n]*\n.*%", quick.next("refreshd pull main"))
    quick.at_end()


def test_a_shared_news_list(recipe, origin, page):
    news = recipe("NewsList.md")
    news.next("refreshd config check")
    news.next("refreshd --config")
    page.goto("http://127.0.0.1:8080/?feed=news")
    expect(page.get_by_role("heading", name="News")).to_be_visible()
    pull(page)
    expect(rows(page).first).to_contain_text("Item 30")
    assert head("news") == 30
    origin.items += [("id-31", "Item 31", 31), ("id-32", "Item 32", 32)]
    assert news.next("refreshd pull news").splitlines() == [
        "Item 31 — https://news.example.org/id-31",
        "Item 32 — https://news.example.org/id-32",
    ]
    expect(rows(page).first).to_contain_text("Item 32")
    # Rows far from what is seen are not in the document.
    shown = [re.search(r"Item \d+", text)[0] for text in rows(page).all_inner_texts()]
    assert len(shown) > 5 and shown == [f"Item {32 - place}" for place in range(len(shown))]
    # What it says of the costs: a short answer where nothing is new, once the refresh before has settled.
    until(lambda: ask("news")["state"]["phase"] == "idle")
    pull(page)
    until(lambda: origin.requests[-1] == 304)
    until(lambda: runs("news")[0]["rows"] == 0)
    assert head("news") == 32
    news.at_end()


def test_the_news_list_with_a_cooldown(recipe):
    news = recipe("NewsList.md")
    edge = re.search(r"```json5\n(top: .*cooldown.*)\n```", news.text)[1]
    path = news.folder / "news.json5"
    path.write_text(path.read_text().replace('top: "header"', edge))
    assert "cooldown" in path.read_text()
    news.next("refreshd config check")


def test_a_wallboard(recipe, page, launch):
    board = recipe("Wallboard.md")
    board.next("refreshd config check")
    server = board.next("refreshd --config")
    page.goto("http://127.0.0.1:8080/?feed=board")
    kiosk = board.read("chromium --kiosk")
    # Somebody watches: the schedule begins by itself, or a pull is first.
    printed = board.next("refreshd pull board").splitlines()
    assert len(printed) == 3 and re.match(r"\d\d:\d\d:\d\d", printed[0])
    expect(rows(page)).to_have_count(3)
    *flags, address = shlex.split(kiosk)[1:]
    with launch(*flags) as browser:
        screen = browser.new_context(no_viewport=True).new_page()
        screen.goto(address)
        expect(rows(screen)).to_have_count(3)
        assert screen.evaluate("devicePixelRatio") == 2
    assert len(board.next("refreshd tail board").splitlines()) == 3
    board.at_end()
    # A command that fails leaves the board as it is.
    before = rows(page).all_inner_texts()
    path = board.folder / "board.json5"
    path.write_text(path.read_text().replace("date '+%H:%M:%S';", "echo no disk >&2; exit 3;"))
    board.stop(server)
    board.lines = iter(["refreshd --config board.json5"])
    board.next("refreshd --config")
    failed = subprocess.run(
        ["bash", "-c", "refreshd pull board"], env=board.environment, capture_output=True, text=True, timeout=60
    )
    assert failed.returncode == 1 and "no disk" in failed.stderr
    expect(page.locator("#banner-text")).to_contain_text("no disk")
    assert rows(page).all_inner_texts() == before


def test_the_list_in_a_page_of_ones_own(recipe, page):
    own = recipe("OwnPage.md")
    own.next("refreshd --listen")
    own.next("python3 -m http.server")
    until(lambda: subprocess.run(["curl", "-s", "http://localhost:8000/"], stdout=subprocess.DEVNULL).returncode == 0)
    page.goto("http://localhost:8000/")
    expect(page.locator("remote-refresh")).to_be_visible()
    # What is pulled before the list is there does nothing.
    expect(page.locator("remote-refresh").get_by_text("Live", exact=True)).to_be_visible()
    pull(page)
    expect(page.locator("#last")).to_have_text("1 new")
    expect(rows(page)).to_have_count(1)
    own.at_end()


def test_the_swift_program(tmp_path, recipe):
    text = (DOCUMENTATION / "SwiftClient.md").read_text()
    program = (ROOT / "Tests/recipes/watch/main.swift").read_text()
    assert program in text, "the program that is built with the tests is not the documentation's"
    quick = recipe("QuickStart.md")
    quick.next("refreshd --listen")
    done = subprocess.run([ROOT / ".build/debug/watch"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["refreshing", "new: Line 6", "ended: ok", "pulled to 0 %"]


def test_every_page_with_commands_is_run_here():
    pages = {path.name for path in DOCUMENTATION.rglob("*.md") if "```sh\n" in path.read_text()}
    assert pages == {"QuickStart.md", "NewsList.md", "Wallboard.md", "OwnPage.md"}


def until(condition):
    """Waits until something outside of the page has come true."""
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "this did not come true in 20 s"
        time.sleep(0.05)
