"""What edits are asked for: what is wrong raises with a sentence, and an edit that does nothing says so."""

from __future__ import annotations

from datetime import datetime

import pytest
from edit_functions import edits

from editor_app.system_messages.edits.values import BlockPlace, Through
from editor_app.system_messages.model.entities import BlockCondition, Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.text import Edit, Span, apply_edits

SOURCE = """\
id: m
version: 1.0.0
blocks:
  - id: a
    type: mode
    priority: 5
    scope:
      modes: [orchestrator]
    content: Say it.
    children:
      - id: b
        type: mode
        priority: 5
        content: {format: markdown, text: Say more.}
"""
READING = read_system_message(SOURCE, Syntax.YAML)

WRONG_VALUES = [
    *(("id", value, error) for value, error in [(None, ValueError), (" ", ValueError), (5, TypeError)]),
    *(("type", value, error) for value, error in [("modes", ValueError), (None, ValueError), (1, TypeError)]),
    *(("priority", value, TypeError) for value in ["high", "5", 1.5, 1.0, True, [5], {}]),
    *(("priority", value, ValueError) for value in [None, 2**53, -(2**53)]),
    *(("content", value, TypeError) for value in [5, ["x"], {}, b"x"]),
    *(("content", value, ValueError) for value in [None, "\udfff"]),
    *(("format", value, error) for value, error in [("html", ValueError), ("", ValueError), (5, TypeError)]),
    *(("literal", value, TypeError) for value in ["true", 1, 0, []]),
    *(
        (f"scope.{name}", value, TypeError)
        for name in ("applyTo", "modes", "tools", "files")
        for value in ["b", 5, {"b"}, {"b": 1}, [5], [None], [["b"]], (True,)]
    ),
    *(
        (f"scope.{name}", value, ValueError)
        for name in ("applyTo", "modes", "tools", "files")
        for value in [[""], ["b", " "], ("\n",)]
    ),
    *(
        ("conditions", value, TypeError)
        for value in ["x", 5, {"kind": "a"}, [("a", "{}")], ["a"], [{"kind": "a"}], [BlockCondition("a", {})]]
    ),
    ("conditions", [BlockCondition(5)], TypeError),
    *(
        ("conditions", [condition], ValueError)
        for condition in [BlockCondition(" "), BlockCondition("a", "{"), BlockCondition("a", "NaN")]
    ),
]


@pytest.mark.parametrize(("field", "value", "error"), WRONG_VALUES)
def test_a_wrong_value_of_a_field_raises_with_a_sentence(field, value, error):
    with pytest.raises(error, match=r"^‘.+[.?]$") as raised:
        edits.set_field(SOURCE, Syntax.YAML, (0,), field, value)
    assert str(raised.value).startswith(f"‘{field}")


@pytest.mark.parametrize("field", ["prioritty", "children", "scope", "scope.mode", ""])
def test_a_field_that_no_block_has_is_not_written(field):
    with pytest.raises(ValueError, match=r"^‘field’ is .+[.?]$"):
        edits.set_field(SOURCE, Syntax.YAML, (0,), field, 6)


@pytest.mark.parametrize("index", [-1, 2])
def test_a_block_that_is_not_there_is_not_edited(index):
    with pytest.raises(ValueError, match=rf"^‘index’ is {index}, .+\.$"):
        edits.edit_content(READING, index, Edit(Span(0, 3), "Do"))


def test_a_time_without_a_zone_is_not_written():
    with pytest.raises(ValueError, match=r"^‘now’ is .+ a datetime with a time zone"):
        edits.touch_updated(SOURCE, Syntax.YAML, datetime(2026, 1, 28))  # noqa: DTZ001


def test_what_was_probably_meant_is_suggested():
    with pytest.raises(ValueError, match="Did you mean ‘priority’"):
        edits.set_field(SOURCE, Syntax.YAML, (0,), "prioritty", 5)
    with pytest.raises(ValueError, match="Did you mean ‘mode’"):
        edits.set_field(SOURCE, Syntax.YAML, (0,), "type", "mod")


SAME = [
    ("scope.modes", ["b"], ("b",)),
    ("scope.modes", [" b", "b", "c "], ("b", "c")),
    ("scope.tools", ["t"], ("t",)),
    ("scope.modes", [], None),
    ("scope.modes", (), None),
    ("conditions", [BlockCondition("k", "1")], (BlockCondition("k", "1"),)),
    ("conditions", [], None),
]


@pytest.mark.parametrize(("field", "listed", "other"), SAME)
def test_lists_work_wherever_tuples_do_and_none_removes(field, listed, other):
    one = edits.set_field(SOURCE, Syntax.YAML, (0,), field, listed)
    assert one == edits.set_field(SOURCE, Syntax.YAML, (0,), field, other)
    assert one.ok
    (block, _) = read_system_message(apply_edits(SOURCE, one.edits), Syntax.YAML).blocks
    if field == "scope.modes":
        assert (block.body.scope.modes if block.body.scope else None) == other


def test_none_is_never_written_as_a_text():
    for field in ("format", "literal", "conditions", "scope.modes"):
        after = apply_edits(SOURCE, edits.set_field(SOURCE, Syntax.YAML, (0, 0), field, None).edits)
        assert "None" not in after
        assert "null" not in after


NOTHING = [
    lambda: edits.set_field(SOURCE, Syntax.YAML, (0,), "priority", 5),
    lambda: edits.set_field(SOURCE, Syntax.YAML, (0,), "scope.modes", ["orchestrator"]),
    lambda: edits.set_field(SOURCE, Syntax.YAML, (0,), "conditions", None),
    lambda: edits.set_field(SOURCE, Syntax.YAML, (0,), "literal", None),
    lambda: edits.set_content(SOURCE, Syntax.YAML, (0,), "Say it."),
    lambda: edits.move_block(SOURCE, Syntax.YAML, (0,), BlockPlace((), 0)),
    lambda: edits.edit_content(READING, 0, Edit(Span(0, 3), "Say")),
]


@pytest.mark.parametrize("at", range(len(NOTHING)))
def test_an_edit_that_does_nothing_says_that_it_is_so_already(at):
    made = NOTHING[at]()
    assert made.ok
    assert not made.edits
    assert made.unchanged.endswith("already.")


IMPOSSIBLE = [
    lambda: edits.set_field(SOURCE, Syntax.YAML, (7,), "priority", 5),
    lambda: edits.set_field(SOURCE, Syntax.YAML, (-1,), "priority", 5),
    lambda: edits.set_field(SOURCE, Syntax.YAML, (), "priority", 5),
    lambda: edits.set_field("a: [", Syntax.YAML, (0,), "priority", 5),
    lambda: edits.add_block(SOURCE, Syntax.YAML, BlockPlace((), 9), "mode"),
    lambda: edits.move_up(SOURCE, Syntax.YAML, (0,)),
    lambda: edits.delete_block("", Syntax.YAML, (0,)),
    lambda: edits.edit_content(READING, 0, Edit(Span(90, 95), "x")),
]


@pytest.mark.parametrize("at", range(len(IMPOSSIBLE)))
def test_what_is_impossible_in_a_text_is_refused_with_a_sentence(at):
    made = IMPOSSIBLE[at]()
    assert not made.ok
    assert not made.edits
    assert made.refused.endswith(".")


def test_a_value_of_an_anchor_is_asked_about_and_not_called_done():
    source = SOURCE.replace("content: Say it.", "content: &t Say it.") + "  - {id: c, content: *t}\n"
    made = edits.set_content(source, Syntax.YAML, (1,), "x")
    assert made.aliased
    assert not made.ok
    assert edits.set_content(source, Syntax.YAML, (1,), "x", through=Through.DETACH).ok
    assert edits.set_content(source, Syntax.YAML, (1,), "x", through=Through.ANCHOR).ok
