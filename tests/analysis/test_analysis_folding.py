"""What can be folded in each kind of file, line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.editing.folding import folds_of
from editor_app.library.kinds import Kind

PROMPT = """---
name: a
version: 1.0.0
variables:
  - name: x
    required: true
  - name: y
---

# One
{{#if x}}
a
{{else}}
b
{{/if}}

## Two
c

# Three
"""
DATA = "blocks:\n- id: a\n  content: |\n    one\n\n    two\n- id: b\nend: 1\n"


def lines_of(text: str, kind: Kind) -> list[tuple[int, int]]:
    """Return the first and the last line of each fold, from 1, with the line that stays."""
    folds = folds_of(analyse(text, kind, "a.md"))
    return [(text.count("\n", 0, fold.start) + 1, text.count("\n", 0, fold.end) + 1) for fold in folds]


@pytest.mark.parametrize(
    ("kind", "text", "lines"),
    [
        (
            Kind.PROMPT,
            PROMPT,
            [(1, 8), (4, 7), (5, 6), (10, 18), (11, 14), (13, 14), (17, 18)],
        ),
        (Kind.TRIGGERS, DATA, [(1, 7), (2, 6), (3, 6)]),
        (Kind.TEMPLATE, "[if git:branch]\na\n[endif]\n[if git:branch]b[endif]", [(1, 2)]),
        (Kind.DOCUMENT, "# 😀\nש\n```\n# code\n```\n# End", [(1, 5)]),
        (Kind.DOCUMENT, "{{#if x}}\na{{/if}}", []),
        (Kind.DOCUMENT, "", []),
        (Kind.MESSAGE, "# A\nb", [(1, 2)]),
    ],
)
def test_what_can_be_folded(kind, text, lines):
    assert lines_of(text, kind) == lines


@given(
    st.text(st.sampled_from("#- a:\n {}/if"), max_size=40), st.sampled_from((Kind.DOCUMENT, Kind.TRIGGERS))
)
def test_folds_begin_and_end_at_ends_of_lines_in_order(text, kind):
    folds = folds_of(analyse(text, kind, "a.md"))
    for fold in folds:
        assert 0 <= fold.start < fold.end <= len(text)
        assert text[fold.start] == "\n"
        assert not text[fold.end :].partition("\n")[0].strip(), "whole lines"
    starts = [fold.start for fold in folds]
    assert starts == sorted(set(starts))
