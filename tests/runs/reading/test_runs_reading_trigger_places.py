"""The trigger in whose lines a place is, and the texts of triggers files that are made and changed."""

from __future__ import annotations

from decimal import Decimal

import pytest

from editor_app.runs.reading.changes import new_triggers_text, set_trigger_key, why_left_out
from editor_app.runs.reading.triggers_file import read_triggers, trigger_at
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG
from editor_app.structured.nodes import Syntax
from editor_app.text import apply_edits

SOURCE = """\
format: 1
triggers:
  # about one
  - id: one
    signal: steps
    at: 3
    text: |
      First.

      Second.

  - {id: two, signal: steps, at: 4, text: x}

  - id: broken
    sgnal: steps
  - id: context-warning-80
    at: 70
"""
# The text behind which the caret stands, and the trigger that is there.
PLACES = (
    ("format", None),
    ("triggers:", None),
    ("# about", None),
    ("- id", "one"),
    ("First.", "one"),
    ("Second.", "one"),
    ("  - {", "two"),
    ("text: x}", "two"),
    ("sgnal", None),
    ("    at: 70", "context-warning-80"),
)


def at(source: str, offset: int, syntax: Syntax = Syntax.YAML) -> str | None:
    return trigger_at(read_triggers(source, syntax, RUN_CATALOG, BUILT_IN), source, offset)


@pytest.mark.parametrize(("words", "trigger"), PLACES)
def test_the_trigger_is_found_from_anywhere_in_its_lines(words, trigger):
    assert at(SOURCE, SOURCE.index(words) + len(words)) == trigger


def test_of_several_on_one_line_it_is_the_one_around_the_place():
    entries = [f'{{"id": "{id_}", "signal": "steps", "at": 3, "text": "x"}}' for id_ in ("a", "b")]
    source = f'{{"format": 1, "triggers": [{", ".join(entries)}]}}'
    found = [at(source, offset, Syntax.JSON) for offset in range(len(source) + 1)]
    assert list(dict.fromkeys(found)) == ["a", "b"]
    assert found[source.index('"b"')] == "b"
    assert found[0] == found[-1] == "a"


def test_every_place_of_every_beginning_has_an_answer():
    for end in range(len(SOURCE) + 1):
        reading = read_triggers(SOURCE[:end], Syntax.YAML, RUN_CATALOG, BUILT_IN)
        found = {trigger_at(reading, SOURCE[:end], offset) for offset in range(0, end + 1, 7)}
        assert found <= {None, *(entry.id for entry in reading.entries)}


@pytest.mark.parametrize(
    ("key", "value", "wanted"), [("at", Decimal(45), "at: 45"), ("enabled", False, "enabled: false")]
)
def test_a_new_file_changes_one_key_of_one_trigger(key, value, wanted):
    text = new_triggers_text("context-warning-80", key, value)
    assert text == f"format: 1\ntriggers:\n  - id: context-warning-80\n    {wanted}\n"
    reading = read_triggers(text, Syntax.YAML, RUN_CATALOG, BUILT_IN)
    assert reading.diagnostics == ()
    again = set_trigger_key(text, Syntax.YAML, "context-warning-80", key, value)
    assert apply_edits(text, again) == text


@pytest.mark.parametrize(
    ("trigger", "said"),
    [
        ("one", ""),
        ("context-warning-80", ""),
        ("broken", "sgnal"),
    ],
)
def test_a_trigger_that_is_left_out_says_its_error(trigger, said):
    why = why_left_out(SOURCE, Syntax.YAML, RUN_CATALOG, trigger)
    assert (said in why) if said else why == ""


def test_a_trigger_that_is_not_there_is_said_not_to_be():
    why = why_left_out("format: 1\ntriggers: []\n", Syntax.YAML, RUN_CATALOG, "nowhere")
    assert why == "It has no trigger ‘nowhere’."


def test_a_limit_out_of_range_is_said_as_the_error_of_that_trigger():
    text = new_triggers_text("context-warning-80", "at", Decimal(800))
    assert "100" in why_left_out(text, Syntax.YAML, RUN_CATALOG, "context-warning-80")
