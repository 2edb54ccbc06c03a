"""A difference is right, whatever changed, and never costs more than it may."""

from __future__ import annotations

from functools import partial

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.window.text.lines.line_difference import LineKind, changed_blocks, line_difference

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "same", "other"]), min_size=1, max_size=30)


@given(LINES, LINES)
def test_the_blocks_turn_one_text_into_the_other(before, after):
    result, at = [], 0
    for start, end, new_start, new_end in changed_blocks(before, after):
        assert start >= at
        result += before[at:start] + after[new_start:new_end]
        at = end
    assert result + before[at:] == after


@given(LINES, LINES, st.integers(0, 3))
def test_added_and_removed_lines_tell_the_whole_story(before, after, context):
    lines = line_difference("\n".join(before), "\n".join(after), context)
    removed = [line.text for line in lines if line.kind is LineKind.REMOVED]
    added = [line.text for line in lines if line.kind is LineKind.ADDED]
    same = sum(line.lines for line in lines if line.kind in {LineKind.SAME, LineKind.FOLDED})
    if before == after:
        assert not lines
    else:
        assert len(before) == same + len(removed)
        assert len(after) == same + len(added)


def test_what_is_far_from_a_change_is_folded():
    before = [f"line {number}" for number in range(20)]
    after = [*before[:10], "new", *before[10:]]
    lines = line_difference("\n".join(before), "\n".join(after))
    assert [(line.kind, line.text or line.lines) for line in lines] == [
        (LineKind.FOLDED, 8),
        (LineKind.SAME, "line 8"),
        (LineKind.SAME, "line 9"),
        (LineKind.ADDED, "new"),
        (LineKind.SAME, "line 10"),
        (LineKind.SAME, "line 11"),
        (LineKind.FOLDED, 8),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (lambda n: ["x", ""] * n, lambda n: ["", "x"] * n),
        (lambda n: [f"{m}" for m in range(n)], lambda n: [f"{m}" for m in reversed(range(n))]),
        (lambda n: [f"{m}" for m in range(n)], lambda n: [f"{m}" for m in range(0, n, 2)]),
    ],
    ids=["repeated", "turned round", "every other"],
)
def test_large_and_hostile_texts_stay_cheap(before, after):
    def comparing(size):
        return partial(line_difference, "\n".join(before(size)), "\n".join(after(size)))

    assert_work_in_proportion(comparing, 600)
