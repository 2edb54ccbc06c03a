"""The places of messages: exact heights, and a scroll offset at which nothing in view moves."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case

from editor_app.window.kinds.chat.conversation.chunks import CHUNK, chunks_of, rough_rows
from editor_app.window.kinds.chat.conversation.heights import Heights, anchored

LINES = {
    "one line": "Can the scan move to a worker?",
    "nothing": "",
    "a newline at the end": "Good.\n",
    "blank lines": "\n\nGood.\n\n\n",
    "long lines": "a word and another " * 90 + "\n" + "x" * 700,
    "tabs": "\tif a:\n\t\treturn\t1\n" + "\t" * 90,
    "a fence": "Yes:\n\n```python\ndef scan():\n    return '" + "y" * 200 + "'\n```\n",
    "right to left": "שלום עולם " * 40 + "\nand back\n" + "مرحبا " * 60,
    "wide letters": "漢字" * 200 + "\n" + "👩‍💻 family " * 30,
    "no-break spaces": "10\u00a0000\u00a0rows " * 40,
    "more than one chunk": "A row of the listing.\n" * 900,
    "a hundred lines": "short\n" * 150 + "long " * 100,
}


@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
def test_a_painted_message_is_as_high_as_its_editor(conversation, qtbot, text):
    conversation.show("Before", text, "After")
    view = conversation.view
    qtbot.waitUntil(lambda: not view.measuring.isActive())
    painted = view.stack.height(1)
    conversation.lend(1)
    assert view.stack.height(1) == painted
    view.release_editor()
    qtbot.waitUntil(lambda: not view.measuring.isActive())
    assert view.stack.height(1) == painted


def joined(chunks):
    """Return the text of chunks, with the newlines that are between them."""
    text = ""
    for chunk in chunks:
        text += "\n" * (chunk.start - len(text)) + chunk.text
    return text


def test_chunks_have_every_line_once():
    for text in LINES.values():
        with in_case(text):
            chunks = chunks_of(text)
            assert [line for chunk in chunks for line in chunk.text.split("\n")] == text.split("\n")


@given(st.lists(st.tuples(st.sampled_from(["a", "é", "\n", "row\n"]), st.integers(1, CHUNK * 2)), max_size=6))
def test_chunks_of_any_text_have_all_of_it(parts):
    text = "".join(part * times for part, times in parts)
    chunks = chunks_of(text)
    assert joined(chunks) == text
    assert all(before.start + len(before.text) + 1 >= chunk.start for before, chunk in pairwise(chunks))
    assert all(rough_rows(chunk.text, 80) > 0 for chunk in chunks)
    assert rough_rows(text, 80) >= text.count("\n") + 1


heights = st.lists(st.integers(1, 2_000), min_size=1, max_size=30)


@given(heights, st.data())
def test_what_is_in_view_stays_where_heights_are_corrected(before, data):
    places = Heights(before)
    scroll = data.draw(st.integers(0, places.total))
    corrections = data.draw(
        st.lists(st.tuples(st.integers(0, len(before) - 1), st.integers(1, 3_000)), max_size=8)
    )
    for index, height in corrections:
        seen = [at for at in range(len(before) + 1) if places.top(at) >= scroll]
        was = {at: places.top(at) - scroll for at in seen}
        is_in_view = places.top(index) >= scroll
        scroll = anchored(scroll, [places.change(index, height)])
        moved = [at for at in seen if places.top(at) - scroll != was[at]]
        assert all(is_in_view and at > index for at in moved), "only what is below a correction in view moves"
        assert places.top(len(before)) == places.total == sum(map(places.height, range(len(before))))


@given(heights, st.integers(-10, 70_000))
def test_a_height_finds_the_thing_there(before, y):
    places = Heights(before)
    index = places.at(y)
    assert places.top(index) <= max(y, 0) or index == 0
    assert y < places.top(index + 1) or index == len(before) - 1


def test_several_corrections_add_up():
    places = Heights([100, 100, 100])
    grown = [places.change(0, 150), places.change(1, 80)]
    assert anchored(220, grown) == 250
    assert anchored(0, grown) == 0


@pytest.mark.parametrize("at", [0.1, 0.5])
def test_messages_in_view_stay_while_the_others_are_measured(conversation, qtbot, at):
    conversation.show(
        *("A line that is long enough to be broken into rows. " * (7 * n % 90) for n in range(200))
    )
    view = conversation.view
    bar = view.verticalScrollBar()
    bar.setValue(round(bar.maximum() * at))
    first = next(index for index in range(200) if view.heading_rect(index).top() >= 0)
    top, total = view.heading_rect(first).top(), view.stack.total
    assert view.measuring.isActive()
    qtbot.waitUntil(lambda: not view.measuring.isActive())
    assert view.stack.total != total, "the control: heights were corrected"
    assert view.heading_rect(first).top() == top


def test_a_chat_of_a_thousand_messages_and_a_long_one_is_measured_whole(conversation, qtbot):
    long = "".join(f"row {number} of a log that goes on\n" for number in range(30_000))
    conversation.show(*(f"Message {number}\n\n" + "word " * (number % 50) for number in range(1_000)), long)
    view = conversation.view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert view.heading_rect(1_000).bottom() < 0
    qtbot.waitUntil(lambda: not view.measuring.isActive(), timeout=60_000)
    line = view.stack.look.code.line_height
    look = view.stack.look
    assert view.stack.height(1_000) == look.heading + look.padding + 30_001 * line + look.below
