"""The parts of a situation as lines of text, and read from them."""

from __future__ import annotations

import pytest

from editor_app.system_messages.situations.parts import PARTS, part_text, with_part
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, ConditionKey, Situation

FULL = Situation(
    file="a: b",
    mode=None,
    tools=("read", "x, y"),
    holds=frozenset({ConditionKey("late", '{"over":70}'), ConditionKey("asked")}),
)


def test_each_part_is_one_line():
    texts = [part_text(FULL, key) for key in PARTS]
    assert texts == ["none", 'read, "x, y"', "a: b", "asked, {late: {over: 70}}", None]
    assert [part_text(EMPTY_SITUATION, key) for key in PARTS] == [None] * len(PARTS)
    assert part_text(Situation(tools=()), "tools") == "none"


@pytest.mark.parametrize("key", PARTS)
def test_a_line_reads_back(key):
    situation, problem = with_part(EMPTY_SITUATION, key, part_text(FULL, key))
    assert (getattr(situation, key), problem) == (getattr(FULL, key), "")
    assert with_part(FULL, key, None)[0] == with_part(FULL, key, " ")[0]
    assert getattr(with_part(FULL, key, None)[0], key) == getattr(EMPTY_SITUATION, key)


def test_none_is_no_name():
    assert with_part(FULL, "tools", "none")[0].tools == ()
    assert with_part(FULL, "file", "none")[0].file is None


@pytest.mark.parametrize(
    "text", ["a, [", "a: {", "] - x", "a], mode: x, holds: [b", "a] } # ", "a]}\n- {name: y, tools: [b"]
)
def test_what_cannot_be_read_changes_nothing_and_says_why(text):
    situation, problem = with_part(FULL, "tools", text)
    assert situation is FULL
    assert problem
