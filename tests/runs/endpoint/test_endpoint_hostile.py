"""What a hostile endpoint sends is bounded before it is read, and never holds the key."""

from __future__ import annotations

import json

import pytest
from endpoint_connections import KEY
from hypothesis import given
from hypothesis import strategies as st
from odd_endpoint import call, call_chunk, chunk, spellings

from editor_app.runs.endpoint.addresses import EndpointError
from editor_app.runs.endpoint.answers import MOST_EVENT, Answer, EventReader
from editor_app.runs.endpoint.keys import HiddenKey, HidingStream
from editor_app.runs.endpoint.model import send_once

BODY = {"messages": [{"role": "user", "content": "Hi"}]}


def core(spelling: str) -> str:
    """Return a spelling without the ends that hold bits of what stands beside the key."""
    return spelling[3:-3].lower()


def test_a_key_that_is_sent_back_is_in_no_part_and_no_error(odd_endpoint):
    parts = send_once(odd_endpoint.connection("repeats-key"), BODY)
    came = []
    with pytest.raises(EndpointError) as raised:
        came.extend(parts)
    shown = repr(came).lower() + str(raised.value).lower()
    assert "read" not in KEY
    assert len(came) > 3
    assert shown.count("…") >= 12
    assert [one for one in spellings(KEY) if core(one) in shown] == []
    unmasked = repr(list(Answer().take(json.dumps(chunk({"content": KEY})))))
    assert KEY in unmasked, "the control: without a key to hide, it is there"


@given(
    st.text(alphabet="aA sk-1é", min_size=4, max_size=12),
    st.lists(st.one_of(st.text(max_size=5), st.integers(0, 6)), max_size=6),
    st.integers(1, 5),
)
def test_a_text_in_pieces_goes_on_whole_but_for_the_key(key, words, size):
    forms = list(spellings(key))
    text = "".join(forms[one % len(forms)] if isinstance(one, int) else one for one in words)
    hidden = HiddenKey(key)
    stream = HidingStream(hidden)
    came = "".join(stream.take(text[at : at + size]) for at in range(0, len(text), size)) + stream.end()
    assert key.lower() not in came.lower()
    without = HidingStream(None)
    assert without.take(text) + without.end() == text
    if not any(isinstance(one, int) for one in words) and hidden.in_text(text) == text:
        assert came == text


def _took(*chunks):
    answer = Answer()
    for one in chunks:
        list(answer.take(json.dumps(one)))
    return answer


@pytest.mark.parametrize(
    ("fits", "is_more", "said"),
    [
        (
            [call_chunk(index=n, name="a") for n in range(64)],
            call_chunk(index=64, name="a"),
            "more than 64 tool calls",
        ),
        (
            list(call("a", "x" * 200_000)),
            call_chunk(index=1, name="b", arguments="x" * 50_001),
            "arguments of more than 250,000 characters",
        ),
        (
            [chunk({"content": "x" * 900_000})] * 2,
            chunk({"content": "x" * 200_001}),
            "more than 2,000,000 characters",
        ),
    ],
    ids=["calls", "arguments", "text"],
)
def test_what_an_answer_may_hold_is_bounded(fits, is_more, said):
    _took(*fits)
    with pytest.raises(EndpointError, match=said):
        _took(*fits, is_more)


@pytest.mark.parametrize("form", ["data: {}", "data: {}\n", "{}"])
def test_an_event_is_bounded_before_it_is_read(form):
    fits, too_long = (form.replace("{}", "x" * size).encode() for size in (MOST_EVENT - 100, MOST_EVENT + 1))
    list(EventReader().take(fits))
    with pytest.raises(EndpointError, match="a piece of more than 1 MB"):
        list(EventReader().take(too_long))
    lines = b"data: " + b"x" * (MOST_EVENT // 4) + b"\n"
    with pytest.raises(EndpointError, match="a piece of more than 1 MB"):
        list(EventReader().take(lines * 5))
