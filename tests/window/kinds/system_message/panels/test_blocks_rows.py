from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.system_messages.model.entities import BlockBody, Content
from editor_app.system_messages.resolution.outcome import BlockState
from editor_app.system_messages.situations.situation import ConditionKey, Situation
from editor_app.window.kinds.system_message.block_rows import (
    BlockRow,
    matching_blocks,
    muted_in_words,
)

ON_SRC = Situation(
    "src/editor/window.py", "agent", ("apply_patch",), fails=frozenset({ConditionKey("asked")})
)


def by_id(rows) -> dict[str, BlockRow]:
    return {row.id: row for row in rows}


def test_each_row_says_what_becomes_of_its_block(make_rows) -> None:
    rows = by_id(make_rows(situation=ON_SRC))
    assert {name: row.badge for name, row in rows.items()} == {
        "safety-1": "",
        "identity-1": "not sent",
        "mode-agent": "",
        "formatting-1": "wins",
        "formatting-link-1": "",
        "formatting-legacy": "loses",
        "project-1": "",
        "project-2": "",
    }


def test_a_block_for_any_situation_says_so_even_if_it_wins(make_rows) -> None:
    rows = by_id(make_rows())
    assert (rows["identity-1"].badge, rows["identity-1"].outcome.state) == ("any", BlockState.OPEN)
    assert (rows["formatting-1"].badge, rows["formatting-1"].outcome.state) == ("wins", BlockState.OPEN)
    assert "sent, any, wins" in rows["formatting-1"].in_words()


def test_a_muted_block_says_so_and_its_children_are_out(make_rows) -> None:
    rows = make_rows(situation=Situation(muted=frozenset({"formatting-1"})))
    found = by_id(rows)
    assert found["formatting-1"].muted
    assert [found[name].badge for name in ("formatting-1", "formatting-link-1")] == ["muted", "not sent"]
    assert muted_in_words(rows) == "1 muted, in this view only"
    assert muted_in_words(make_rows()) == ""


def test_a_row_is_told_in_words(make_rows) -> None:
    rows = by_id(make_rows(situation=ON_SRC))
    assert rows["mode-agent"].in_words() == "mode-agent, mode, priority 80, sent"
    assert rows["identity-1"].in_words() == "identity-1, identity, priority 90, not sent"
    assert rows["project-2"].in_words() == "project-2, project, priority 30, sent"
    assert rows["project-2"].tooltip.endswith("‘project-1’ has priority 40, ‘project-2’ only 30.")
    tooltip = rows["formatting-legacy"].tooltip
    assert tooltip.startswith("formatting-legacy\nformatting, priority 60\n")
    assert "formatting-1" in tooltip.splitlines()[-1]


def test_a_problem_counts_at_the_innermost_block(make_rows) -> None:
    source = """\
blocks:
  - id: a
    type: safety
    priority: 1
    content: One.
    children:
      - id: b
        type: safety
        priority: many
        content: Two.
  - id: c
    type: safety
    content: Three.
"""
    rows = by_id(make_rows(source))
    assert [rows[name].counts.errors for name in "abc"] == [0, 1, 1]
    assert rows["b"].priority == rows["c"].priority == ""
    assert "no priority" in rows["c"].in_words()


def test_a_block_without_an_id_is_named_by_its_place(make_rows) -> None:
    (row,) = make_rows("blocks:\n  - type: oops\n    priority: 1\n    content: x\n")
    assert row.name == "blocks[0]"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("LINK", ["formatting-1", "formatting-link-1"]),
        ("project engine", ["project-2"]),
        ("relative root", ["formatting-1", "formatting-link-1"]),
        ("nothing of the kind", []),
        ("", None),
    ],
)
def test_the_filter_looks_at_id_type_and_text_and_keeps_parents(make_rows, words, found) -> None:
    rows = make_rows()
    expected = found if found is not None else [row.id for row in rows]
    assert [row.id for row in matching_blocks(rows, words)] == expected


@given(st.text("abf -\n", max_size=6))
def test_every_match_stands_under_its_parents(words) -> None:
    rows = [
        BlockRow((0,), BlockBody("a", "safety")),
        BlockRow((0, 0), BlockBody("b", "mode", content=Content("a b"))),
        BlockRow((1,), BlockBody("f")),
    ]
    paths = {row.path for row in matching_blocks(rows, words)}
    assert all(path[:-1] in paths for path in paths if len(path) > 1)
