"""What the server decides is seen 200 ms later, and never as a jump."""

import pytest
from drags import RECORDED, Mouse, Touch, play
from frame_record import FrameRecord
from playwright.sync_api import expect

pytestmark = pytest.mark.long

EXACT = 0.02
# ms, web/views/stage.js
CORRECTION = 120


def begin(visit, place, feed, **options):
    page = visit(place, feed, **options)
    return page, FrameRecord(page), Mouse(page, *page.middle)


def fastest(span, duration, before, after):
    """The most that 1 - (1 - t)³ moves between two frames: three times its mean speed. A frame is noted up to 8 ms late."""
    return 3 * span * (after.at - before.at + 8) / duration + EXACT


def never_jumps(record, span, duration):
    """Between frames nothing moves further than the hand did and an easing over `span` px may."""
    own = record.expected()
    far = max(own.values())
    last = 0
    frames = record.frames()
    assert len(frames) > 20
    for before, after in zip(frames, frames[1:]):
        hand = abs(own.get(after.samples, last) - own.get(before.samples, last))
        last = own.get(after.samples, last)
        step = abs(after.shown - before.shown)
        assert step <= hand + fastest(max(span, far), duration, before, after), (before, after)


def idle(page):
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    page.until("said.frames.at(-1).shown < 0.01")


def test_a_pull_that_reaches_stays_where_it_is_until_the_refresh_is_over(server, far, visit):
    page, record, hand = begin(visit, far(server), "overlay")
    play(hand, [*RECORDED, 100, 106, 112, 118, 124])
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'triggered')")
    hand.up()
    page.until_row("Line 6")
    idle(page)
    never_jumps(record, 104, 300)
    reached = next(index for index, frame in enumerate(record.frames()) if frame.shown > 104 - EXACT)
    shown = [frame.shown for frame in record.frames()[reached:]]
    # Once it leaves 104 it goes back, and never comes again.
    assert all(later <= earlier + EXACT for earlier, later in zip(shown, shown[1:]))


def test_a_pull_let_go_beyond_the_threshold_eases_to_where_it_rests(server, far, visit):
    page, record, hand = begin(visit, far(server), "header")
    play(hand, [*RECORDED, 110, 130, 150, 170, 190])
    hand.up()
    page.until_row("Line 6")
    idle(page)
    never_jumps(record, 64, 300)
    frames = [frame for frame in record.frames() if frame.samples > max(record.expected())]
    shown = [frame.shown for frame in frames]
    assert all(later <= earlier + EXACT for earlier, later in zip(shown, shown[1:]))
    assert any(abs(there - 64) < EXACT for there in shown)


def test_who_presses_again_before_the_server_has_answered_sees_the_same_refresh(server, far, visit):
    page = visit(far(server), "header", phone=True)
    record, hand = FrameRecord(page), Touch(page, 195, 300)
    play(hand, [*RECORDED, 110, 130, 150, 170, 190])
    hand.up()
    up = len(record.samples)
    hand.down()
    assert not any(pull["phase"] == "triggered" for pull in page.pulls())
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'joined')")
    page.until_status("refreshing")
    assert min(frame.shown for frame in record.frames() if frame.samples >= up) > 64 - EXACT
    hand.up()
    page.until_row("Line 6")
    assert len(page.runs()) == 1


def test_a_refresh_that_the_server_refuses_eases_back_and_says_why(start, far, visit):
    page, record, hand = begin(visit, far(start("--cooldown", "60000")), "header")
    page.button().click()
    page.until_row("Line 6")
    idle(page)
    play(hand, [*RECORDED, 110, 130, 150, 170, 190])
    hand.up()
    expect(page.notice).to_contain_text("Try again in")
    page.until("said.frames.at(-1).shown < 0.01")
    never_jumps(record, 64, 300)
    assert len(page.runs()) == 1


def test_somebody_elses_refresh_takes_the_pull_along_without_a_jump(server, far, visit):
    page, record, hand = begin(visit, far(server), "header")
    other = visit(server, "header")
    play(hand)
    other.button().click()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'joined')")
    hand.up()
    page.until_row("Line 6")
    idle(page)
    never_jumps(record, 64, 300)


def test_where_the_server_reckons_otherwise_the_page_comes_to_its_view_smoothly(server, far, visit):
    def other_rules(frame):
        return frame.replace(b'"coefficient":0.55', b'"coefficient":0.35')

    page, record, hand = begin(visit, far(server, change=other_rules), "header")
    assert record.policy["coefficient"] == 0.35
    play(hand)
    own = record.expected()
    right = record.expected({**record.policy, "coefficient": 0.55})
    most = max(abs(right[n] - own[n]) for n in own)
    page.until("Math.abs(said.frames.at(-1).shown - want) <= 1", want=right[max(right)])
    frames = [frame for frame in record.frames() if frame.samples in own]
    leaned = [frame.shown - own[frame.samples] for frame in frames]
    assert max(leaned) > 5
    for before, after, one, two in zip(frames, frames[1:], leaned, leaned[1:]):
        # What was not yet eased away of the last correction counts into the next.
        assert abs(two - one) <= fastest(most, CORRECTION, before, after)
    hand.up()
    page.until("said.frames.at(-1).shown < 0.01")
    assert page.runs() == []
