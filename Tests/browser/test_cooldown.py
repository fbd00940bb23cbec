"""Within a feed's cooldown a pull says so while it is pulled, and the words go when it is over."""

import re

import pytest
from playwright.sync_api import expect

COOLDOWN = 600_000
WHEN = r"(just now|\d minutes? ago)\.\s+Again in \d+ minutes\.$"
REFRESHED = re.compile(f"^Refreshed {WHEN}")
IDLE = "said.received.findLast((m) => m.type === 'state' || m.type === 'subscribed')"


@pytest.fixture
def cooling(start, visit):
    """A page on a list that has just been refreshed."""

    def refreshed(feed, *arguments, prepare=None, **options):
        server = start("--cooldown", str(COOLDOWN), *arguments)
        page = visit(server, feed, **options)
        if prepare:
            prepare(page)
        page.button().click()
        page.until(f"{IDLE}?.phase === 'idle' && {IDLE}.retryAfter > 0")
        page.server = server
        return page

    return refreshed


def shows_no_way_to_refresh(page):
    """The ring is empty, and says nothing of letting go."""
    drawn = page.view("top").locator("[data-state]")
    expect(drawn).to_have_attribute("data-state", "pulling")
    expect(drawn.locator(".arc")).to_have_css("opacity", "0")


@pytest.mark.parametrize("feed, way", [("header", 200), ("overlay", 90)])
def test_a_pull_says_that_the_list_was_refreshed_and_when_it_can_be_again(cooling, feed, way):
    page = cooling(feed)
    page.drag(way)
    expect(page.view("top")).to_have_text(REFRESHED)
    shows_no_way_to_refresh(page)
    page.release()
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    assert len(page.runs()) == 1
    if feed == "header":
        expect(page.notice).to_have_text(re.compile(r"Try again in \d+ minutes"))


# How far the words go beyond what shows them, and beyond the inside of the card's border.
BEYOND = """label => {
    const card = label.assignedSlot.closest(".card");
    const inside = card.getBoundingClientRect().bottom - card.clientTop;
    return [label.scrollHeight - label.clientHeight, Math.max(0, label.getBoundingClientRect().bottom - inside)];
}"""


def test_a_card_has_room_for_both_lines(cooling):
    page = cooling("overlay")
    page.drag(90)
    expect(page.view("top")).to_have_text(REFRESHED)
    assert page.view("top").locator(".label").evaluate(BEYOND) == [0, 0]
    page.release()


def test_who_comes_later_and_who_pulls_at_the_other_end_are_told_too(cooling, visit):
    page = cooling("main", "--needs-overflow", "false")
    late = visit(page.server, phone=True)
    late.swipe(60)
    expect(late.view("top")).to_have_text(REFRESHED)
    late.touch("End")
    page.drag(-100)
    expect(page.view("bottom")).to_have_text(REFRESHED)
    page.release()


def test_a_refresh_that_failed_is_not_called_one(cooling):
    page = cooling("main", "--source", "command:exit 3")
    page.drag(60)
    expect(page.view("top")).to_have_text(re.compile(f"^Refresh tried {WHEN}"))
    page.release()


def test_a_pull_that_is_held_while_its_words_come_says_them_without_another_move(cooling, visit):
    page = visit(cooling("header").server, "header")
    held = []
    page.page.route("**/views/cooldown.js", lambda route: held.append(route))
    with page.page.expect_request("**/views/cooldown.js") as asked:
        page.page.reload()
    page.until_live()
    page.drag(200)
    expect(page.view("top")).to_have_text("Release to refresh")
    held[0].continue_()
    page.page.evaluate("(address) => import(address).then(() => {})", asked.value.url)
    # In the next frame, and not when the pointer is heard of again.
    page.frame()
    assert REFRESHED.match(page.view("top").inner_text())
    page.release()


def test_when_the_cooldown_is_over_a_pull_that_is_held_can_refresh(cooling):
    def own_clock(page):
        page.page.clock.install()
        page.page.reload()
        page.until_live()

    page = cooling("header", prepare=own_clock)
    page.drag(200)
    expect(page.view("top")).to_have_text(REFRESHED)
    # The page's clock alone: what it shows, not what the server does.
    page.page.clock.fast_forward(COOLDOWN)
    expect(page.view("top")).to_have_text("Release to refresh")
    expect(page.view("top").locator("[data-state]")).to_have_attribute("data-state", "armed")
    page.page.mouse.move(*page.middle)
    page.release()


def test_the_animations_page_forgets_a_cooldown_that_is_over(gallery):
    page = gallery(prepare=lambda page: page.clock.install())
    clock = page.page.clock
    page.choose("Trigger", "reach")
    page.set("Cooldown", 20_000)
    clock.pause_at(page.page.evaluate("Date.now() + 1_000"))
    page.press_button("Refresh")
    page.until_now("refreshing")
    clock.run_for(5_000)
    page.until_now("refreshed")
    # On beyond the refusal: what is held is told how long that lasts all the same.
    for way in (400, 420):
        page.set("Finger's way", way)
    page.press_button("Let go")
    expect(page.page.get_by_role("status").first).to_have_text(re.compile(r"again in \d+ s"))
    clock.run_for(20_000)
    page.until_now("refreshed")
