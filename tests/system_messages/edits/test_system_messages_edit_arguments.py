"""What edits are asked for: wrong arguments raise with a sentence, and an edit that does nothing says so."""

from __future__ import annotations

import inspect
from datetime import UTC, date, datetime

import pytest
from edit_functions import edits
from named_cases import in_case

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
# Every argument of every function, right; then the wrong ones, by argument.
RIGHT = {
    "add_block": {
        "source": SOURCE,
        "syntax": "yaml",
        "place": BlockPlace((), 0),
        "type": "mode",
        "today": date(2026, 1, 28),
    },
    "can_move": {"source": SOURCE, "syntax": "yaml", "path": (0, 0), "place": BlockPlace((), 0)},
    "delete_block": {"source": SOURCE, "syntax": "yaml", "path": (0,)},
    "duplicate_block": {"source": SOURCE, "syntax": "yaml", "path": (0,)},
    "edit_content": {"reading": READING, "index": 0, "edit": Edit(Span(0, 3), "Do"), "through": "ask"},
    "move_block": {"source": SOURCE, "syntax": "yaml", "path": (0, 0), "place": BlockPlace((), 0)},
    "move_down": {"source": SOURCE, "syntax": "yaml", "path": (0,)},
    "move_up": {"source": SOURCE, "syntax": "yaml", "path": (0,)},
    "nest_block": {"source": SOURCE, "syntax": "yaml", "path": (0,)},
    "prepare": {"source": SOURCE, "syntax": "yaml"},
    "set_content": {"source": SOURCE, "syntax": "yaml", "path": (0,), "text": "x", "through": "ask"},
    "set_field": {
        "source": SOURCE,
        "syntax": "yaml",
        "path": (0,),
        "field": "priority",
        "value": 6,
        "through": "ask",
    },
    "set_message_field": {
        "source": SOURCE,
        "syntax": "yaml",
        "field": "version",
        "value": "2",
        "through": "ask",
    },
    "touch_updated": {"source": SOURCE, "syntax": "yaml", "now": datetime(2026, 1, 28, tzinfo=UTC)},
    "unnest_block": {"source": SOURCE, "syntax": "yaml", "path": (0, 0)},
    "wrap_block": {"source": SOURCE, "syntax": "yaml", "path": (0,)},
}
WRONG = {
    "source": [(None, TypeError), (5, TypeError), (b"x", TypeError)],
    "syntax": [("toml", ValueError), ("YAML", ValueError), (None, TypeError)],
    "path": [("0", TypeError), (0, TypeError), (("0",), TypeError), ((True,), TypeError), (None, TypeError)],
    "place": [
        ((), TypeError),
        (None, TypeError),
        (BlockPlace("0", 0), TypeError),
        (BlockPlace((), "0"), TypeError),
    ],
    "type": [("modes", ValueError), ("", ValueError), (None, TypeError), (["mode"], TypeError)],
    "reading": [(SOURCE, TypeError), (None, TypeError)],
    "index": [("0", TypeError), (True, TypeError), (-1, ValueError), (2, ValueError)],
    "edit": [("x", TypeError), ((Span(0, 0), "x"), TypeError), (Edit(Span(0, 0), None), TypeError)],
    "through": [("there", ValueError), (None, TypeError)],
    "text": [(None, ValueError), (5, TypeError), (["x"], TypeError), ("\ud800", ValueError)],
    "field": [("prioritty", ValueError), ("children", ValueError), ("", ValueError), (None, TypeError)],
    "today": [("2026-01-28", TypeError), (datetime(2026, 1, 28, tzinfo=UTC), TypeError), (0, TypeError)],
    "now": [("2026-01-28", TypeError), (datetime(2026, 1, 28), ValueError), (None, TypeError)],  # noqa: DTZ001
}


def test_the_table_has_every_edit_and_every_argument():
    assert vars(edits).keys() == RIGHT.keys()
    for name, arguments in RIGHT.items():
        assert [*arguments] == [*inspect.signature(getattr(edits, name)).parameters]
        assert all(argument in WRONG for argument in arguments if argument != "value")


@pytest.mark.parametrize("name", RIGHT)
def test_right_arguments_give_an_edit_that_says_what_it_does(name):
    made = getattr(edits, name)(**RIGHT[name])
    if name == "can_move":
        assert made == ""
    elif name == "prepare":
        assert made is None
    else:
        assert made.edits or made.refused
        assert made.ok is not bool(made.refused)


@pytest.mark.parametrize("name", RIGHT)
def test_a_wrong_argument_raises_with_a_sentence(name):
    for argument in RIGHT[name]:
        named = "content" if argument == "text" else argument
        for value, error in WRONG.get(argument, ()):
            with in_case((argument, value)):
                with pytest.raises(error, match=r"^‘.+[.?]$") as raised:
                    getattr(edits, name)(**{**RIGHT[name], argument: value})
                assert str(raised.value).startswith(f"‘{named}")


@pytest.mark.parametrize(
    ("name", "wrong", "wanted"),
    [
        ("move_block", {"place": (0, 0)}, BlockPlace),
        ("set_field", {"field": "conditions", "value": ["x"]}, BlockCondition),
    ],
)
def test_a_sentence_names_the_class_that_scripts_import(name, wrong, wanted):
    with pytest.raises(TypeError, match=rf"it must be a {wanted.__name__}\b"):
        getattr(edits, name)(**{**RIGHT[name], **wrong})


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
        for condition in [BlockCondition(" "), BlockCondition("a", "{")]
    ),
    ("conditions", [BlockCondition("a", "NaN")], ValueError),
]


@pytest.mark.parametrize(("field", "value", "error"), WRONG_VALUES)
def test_a_wrong_value_of_a_field_raises_with_a_sentence(field, value, error):
    with pytest.raises(error, match=r"^‘.+[.?]$") as raised:
        edits.set_field(SOURCE, "yaml", (0,), field, value)
    assert str(raised.value).startswith(f"‘{field}")


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("id", None, ValueError),
        ("id", "", ValueError),
        ("version", 1.0, TypeError),
        ("createdAt", "yesterday", ValueError),
        ("updatedAt", None, ValueError),
        ("priorityModel", "safety", TypeError),
        ("priorityModel", ["safty"], ValueError),
        ("priorityModel", [5], TypeError),
    ],
)
def test_a_wrong_value_of_a_field_of_the_message_raises_with_a_sentence(field, value, error):
    with pytest.raises(error, match=r"^‘.+[.?]$") as raised:
        edits.set_message_field(SOURCE, "yaml", field, value)
    assert str(raised.value).startswith(f"‘{field}")


def test_what_was_probably_meant_is_suggested():
    with pytest.raises(ValueError, match="Did you mean ‘priority’"):
        edits.set_field(SOURCE, "yaml", (0,), "prioritty", 5)
    with pytest.raises(ValueError, match="Did you mean ‘mode’"):
        edits.set_field(SOURCE, "yaml", (0,), "type", "mod")


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
    one = edits.set_field(SOURCE, "yaml", [0], field, listed)
    assert one == edits.set_field(SOURCE, Syntax.YAML, (0,), field, other)
    assert one.ok
    (block, _) = read_system_message(apply_edits(SOURCE, one.edits), Syntax.YAML).blocks
    if field == "scope.modes":
        assert (block.body.scope.modes if block.body.scope else None) == other
    place = edits.move_block(SOURCE, "yaml", [0, 0], BlockPlace([], 0))
    assert place == edits.move_block(SOURCE, Syntax.YAML, (0, 0), BlockPlace((), 0))
    assert edits.set_message_field(SOURCE, "yaml", "priorityModel", ["mode"]).edits


def test_none_is_never_written_as_a_text():
    for field in ("format", "literal", "conditions", "scope.modes"):
        after = apply_edits(SOURCE, edits.set_field(SOURCE, "yaml", (0, 0), field, None).edits)
        assert "None" not in after
        assert "null" not in after


NOTHING = [
    lambda: edits.set_field(SOURCE, "yaml", (0,), "priority", 5),
    lambda: edits.set_field(SOURCE, "yaml", (0,), "scope.modes", ["orchestrator"]),
    lambda: edits.set_field(SOURCE, "yaml", (0,), "conditions", None),
    lambda: edits.set_field(SOURCE, "yaml", (0,), "literal", None),
    lambda: edits.set_content(SOURCE, "yaml", (0,), "Say it."),
    lambda: edits.set_message_field(SOURCE, "yaml", "version", "1.0.0"),
    lambda: edits.move_block(SOURCE, "yaml", (0,), BlockPlace((), 0)),
    lambda: edits.edit_content(READING, 0, Edit(Span(0, 3), "Say")),
]


@pytest.mark.parametrize("at", range(len(NOTHING)))
def test_an_edit_that_does_nothing_says_that_it_is_so_already(at):
    made = NOTHING[at]()
    assert made.ok
    assert not made.edits
    assert made.unchanged.endswith("already.")


IMPOSSIBLE = [
    lambda: edits.set_field(SOURCE, "yaml", (7,), "priority", 5),
    lambda: edits.set_field(SOURCE, "yaml", (-1,), "priority", 5),
    lambda: edits.set_field(SOURCE, "yaml", (), "priority", 5),
    lambda: edits.set_field("a: [", "yaml", (0,), "priority", 5),
    lambda: edits.add_block(SOURCE, "yaml", BlockPlace((), 9), "mode"),
    lambda: edits.move_up(SOURCE, "yaml", (0,)),
    lambda: edits.delete_block("", "yaml", (0,)),
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
    made = edits.set_content(source, "yaml", (1,), "x")
    assert made.aliased
    assert not made.ok
    assert edits.set_content(source, "yaml", (1,), "x", through="detach").ok
    assert edits.set_content(source, "yaml", (1,), "x", through=Through.ANCHOR).ok


def test_the_syntax_may_be_its_name():
    source = '{"blocks": [{"id": "a", "priority": 1}]}'
    made = edits.set_field(source, "json", (0,), "priority", 2)
    assert apply_edits(source, made.edits) == source.replace("1", "2")
    assert made == edits.set_field(source, Syntax.JSON, (0,), "priority", 2)
