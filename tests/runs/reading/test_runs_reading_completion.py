"""What is offered while a scenario or triggers file is typed, and what renaming a trigger changes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis import analyse
from editor_app.library import kind_named
from editor_app.runs import BUILT_IN, TRIGGER_CATALOG
from editor_app.runs.reading import read_scenario, read_triggers
from editor_app.runs.reading.renaming import Refused, TriggerRename, rename_trigger
from editor_app.structured import Syntax
from editor_app.text import apply_edits

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "runs" / "completions.yaml").read_text("utf-8"))


def offered(kind_name: str, source: str, ids: tuple[str, ...] = ()):
    offset = source.rindex("|")
    text = source[:offset] + source[offset + 1 :]
    kind = kind_named(kind_name)
    assert kind is not None
    analysis = analyse(text, kind, "a.yaml")
    return text, offset, analysis.row.completions(analysis, offset, ids)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["source"].replace("\n", "⏎"))
def test_what_is_offered(case: dict[str, str]) -> None:
    text, offset, found = offered(case["kind"], case["source"], tuple(case.get("ids", ())))
    assert [one.text for one in found] == case["offers"]
    for one in found:
        assert one.span.end == offset
        assert one.text.lower().startswith(one.span.of(text).lower())


@given(st.text(st.sampled_from("steps:\n -{}[]ab'\"|>expect tools,#\t"), max_size=60), st.integers(0, 60))
def test_any_place_of_any_text_can_be_asked_about(source: str, offset: int) -> None:
    for name in ("scenario", "triggers"):
        kind = kind_named(name)
        assert kind is not None
        analysis = analyse(source, kind, "a.yaml")
        for one in analysis.row.completions(analysis, min(offset, len(source)), ("id",)):
            assert 0 <= one.span.start <= one.span.end <= len(source)


TRIGGERS = """\
triggers:
  - id: "reread"   # the id
    signal: steps
    at: 3
    text: Read the file reread again.
  - {id: memory, signal: memory, at: 80, text: x, flag: reread, recovery: {id: fine, tag: a, text: b}}
"""
SCENARIO = """\
start: {flags: [reread, other]}
steps: [{user: reread}]
expect:
  - fires reread at step 3
  - 'reread at most 1 time'
  - "never fine"
  - present after compaction: reread
  - request at step 0 contains "reread"
"""


def renamed(old: str, new: str, triggers: str = TRIGGERS) -> TriggerRename:
    reading = read_triggers(triggers, Syntax.YAML, TRIGGER_CATALOG, BUILT_IN)
    scenarios = {"a.yaml": (SCENARIO, Syntax.YAML, read_scenario(SCENARIO, Syntax.YAML))}
    return rename_trigger(triggers, reading, old, new, scenarios)


def test_a_trigger_is_renamed_where_it_is_named_and_nowhere_else() -> None:
    found = renamed("reread", "read-again")
    assert apply_edits(TRIGGERS, found.triggers) == TRIGGERS.replace('"reread"', '"read-again"')
    expected = SCENARIO.replace("[reread,", "[read-again,")
    for before in ("fires ", "'", "compaction: "):
        expected = expected.replace(f"{before}reread", f"{before}read-again")
    assert apply_edits(SCENARIO, found.scenarios["a.yaml"]) == expected


def test_a_recovery_is_renamed_and_a_flag_of_another_name_stays() -> None:
    found = renamed("fine", "back")
    assert apply_edits(TRIGGERS, found.triggers) == TRIGGERS.replace("id: fine", "id: back")
    assert apply_edits(SCENARIO, found.scenarios["a.yaml"]) == SCENARIO.replace("never fine", "never back")
    with_flag = TRIGGERS.replace("    at: 3\n", "    at: 3\n    flag: reread\n")
    assert "flags: [reread" in apply_edits(SCENARIO, renamed("reread", "x", with_flag).scenarios["a.yaml"])


def test_an_id_that_reads_as_something_else_is_quoted() -> None:
    found = renamed("memory", "null")
    after = read_triggers(apply_edits(TRIGGERS, found.triggers), Syntax.YAML, TRIGGER_CATALOG, BUILT_IN)
    assert [one.id for one in after.entries] == ["reread", "null"]
    assert not found.scenarios


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "reread",
            "two words",
            "‘two words’ is no id; it is 1 to 64 letters, digits, ‘-’ and ‘_’, nothing else.",
        ),
        ("reread", "memory", "There is a trigger ‘memory’ already; choose another id."),
        ("reread", "after-compact", "There is a trigger ‘after-compact’ already; choose another id."),
        ("after-compact", "x", "‘after-compact’ is a built-in trigger, and keeps its id."),
        ("nothing", "x", "There is no trigger ‘nothing’ in the file."),
    ],
)
def test_what_cannot_be_renamed_is_said(old: str, new: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        renamed(old, new)
    assert str(refused.value) == sentence
