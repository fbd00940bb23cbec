"""The page answers a hand in the same frame, however far the server is; what the server says is never a jump."""

import pytest
from drags import HANDS, RECORDED, play
from frame_record import FrameRecord

pytestmark = pytest.mark.long

# Styles are written to 2 decimals.
EXACT = 0.02


def begin(visit, place, feed, kind):
    hand = HANDS[kind]
    page = visit(place, feed, phone=hand.phone)
    return page, FrameRecord(page), hand(page, *page.middle)


def held(record):
    """Frames until the hand let go, each with what it must show."""
    expected = record.expected()
    return [(frame, expected[frame.samples]) for frame in record.frames() if frame.samples in expected]


def follows(record):
    compared = held(record)
    wrong = [(frame, want) for frame, want in compared if abs(frame.shown - want) > EXACT]
    assert wrong == []
    # A machine that is busy draws less often than the hand moves, but it draws.
    assert len({frame.samples for frame, _ in compared}) > len(RECORDED) / 3


def eases_back(record, start, duration):
    """From `start` to 0, at no time faster than the curve's beginning, which is its fastest part."""
    frames = [frame for frame in record.frames() if frame.samples > max(record.expected())]
    steps = zip(frames, frames[1:])
    for before, after in steps:
        assert -EXACT <= before.shown - after.shown <= 3 * start * (after.at - before.at + 8) / duration + EXACT
    assert frames[0].shown > 0 and frames[-1].shown == pytest.approx(0, abs=EXACT)


@pytest.mark.parametrize("feed", ["overlay", "header"])
@pytest.mark.parametrize("kind", HANDS)
@pytest.mark.parametrize("way", ["near", "far"])
def test_a_recorded_drag_is_followed_in_the_same_frame(server, far, visit, way, kind, feed):
    place = far(server) if way == "far" else server
    page, record, hand = begin(visit, place, feed, kind)
    play(hand)
    hand.up()
    # The browser itself keeps back a finger's first 15 px, until it knows a scroll from a tap.
    assert len(record.expected()) >= len(RECORDED) - (12 if kind == "touch" else 0)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    page.until("said.frames.at(-1).shown < 0.01")
    page.frame()
    follows(record)
    start = record.expected()[max(record.expected())]
    eases_back(record, start, record.policy["settle"])
    if way == "far":
        assert place.held > 0
    agrees(page, record)


def agrees(page, record):
    """The server's word on a sample is ours, within 1 px."""
    ours = {sample["n"]: want for sample, want in zip(record.samples, record.expected().values())}
    said = [pull for pull in page.pulls() if pull["phase"] in ("pulling", "armed")]
    assert said and all(abs(pull["offset"] - ours[pull["n"]]) <= 1 for pull in said)
