"""What is offered while a scenario or triggers file is typed, and what renaming a trigger changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import FilesAround, analyse
from editor_app.analysis.editing.completion import complete_at
from editor_app.library.kinds import kind_named
from editor_app.runs.reading.changes import Refused, TriggerRename, rename_trigger
from editor_app.runs.reading.completion import WORD_NOTES
from editor_app.runs.reading.scenario_file import SCENARIO as SCENARIO_FILE
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.triggers_file import FILE as TRIGGERS_FILE
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, TRIGGER_CATALOG
from editor_app.structured.nodes import Syntax
from editor_app.text import Edit, Severity, apply_edits
from editor_app.variables.access import FileAccess

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "runs" / "completions.yaml").read_text("utf-8"))
RUNS = Path(__file__).parents[3] / "prompts" / "runs"
ACCESS = FileAccess(RUNS.parent, RUNS.parent)


def analysed(kind_name: str, text: str, name: str = "a.yaml"):
    kind = kind_named(kind_name)
    assert kind is not None
    return analyse(text, kind, name)


def offered(kind_name: str, source: str, files: Mapping[str, str] = MappingProxyType({})):
    """Return a text without its caret, the place of that, and what is offered there beside these files."""
    offset = source.rindex("|")
    text = source[:offset] + source[offset + 1 :]
    around = FilesAround(RUNS / "a.yaml", ACCESS, lambda path: files.get(path.name))
    return text, offset, complete_at(analysed(kind_name, text), offset, around)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["source"].replace("\n", "⏎"))
def test_what_is_offered(case: dict[str, str]) -> None:
    text, offset, found = offered(case["kind"], case["source"], case.get("files", {}))
    assert [one.text for one in found] == case["offers"]
    for one in found:
        typed = text[one.span.start : offset]
        assert one.span.end >= offset
        assert one.text.lower().lstrip('"').startswith(typed.lower())


@given(st.text(st.sampled_from("steps:\n -{}[]ab'\"|>expect tools,#\t"), max_size=60), st.integers(0, 60))
def test_any_place_of_any_text_can_be_asked_about(source: str, offset: int) -> None:
    for name in ("scenario", "triggers", "steps", "prompt"):
        for one in complete_at(analysed(name, source), offset):
            assert 0 <= one.span.start <= one.span.end <= len(source)


SAMPLES = {name: (RUNS / name).read_text("utf-8") for name in ("quick-question.yaml", "triggers.yaml")}
NOT_YET = {"invalid-expectation", "missing-key", "unknown-trigger", "empty-field", "wrong-type", "blank-text"}
"""What is said of a place that nobody has written to its end."""


def codes(kind_name: str, text: str) -> set[str]:
    return {one.code for one in analysed(kind_name, text).diagnostics if one.severity is Severity.ERROR}


@pytest.mark.parametrize("name", SAMPLES)
def test_each_place_of_the_samples_can_be_asked_about_and_what_is_taken_is_no_mistake(name: str) -> None:
    source, kind = SAMPLES[name], "triggers" if name.startswith("triggers") else "scenario"
    around = FilesAround(RUNS / name, ACCESS, lambda path: SAMPLES.get(path.name))
    whole, taken = analysed(kind, source), set()
    for offset in range(len(source) + 1):
        complete_at(whole, offset, around, source=source[:offset])
        for one in complete_at(whole, offset, around):
            after = apply_edits(source, [Edit(one.span, one.text)])
            if one.text in taken or not source[offset : offset + 1].isspace():
                continue
            taken.add(one.text)
            assert codes(kind, after) <= NOT_YET, (offset, one)
    assert len(taken) > 10


def test_each_key_and_each_word_has_its_note() -> None:
    for file in (SCENARIO_FILE, TRIGGERS_FILE):
        for path, table in file.within():
            assert all(table.notes.values()), path
    for words, notes in WORD_NOTES.items():
        assert [*notes] == [str(word) for word in words]
        assert all(notes.values())


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
            "‘two words’ can’t be an id. Use 1 to 64 letters, digits, ‘-’ and ‘_’.",
        ),
        ("reread", "memory", "There is a trigger ‘memory’ already. Choose another id."),
        ("reread", "after-compact", "There is a trigger ‘after-compact’ already. Choose another id."),
        ("after-compact", "x", "‘after-compact’ is a built-in trigger, and keeps its id."),
        ("nothing", "x", "There is no trigger ‘nothing’ in the file."),
    ],
)
def test_what_cannot_be_renamed_is_said(old: str, new: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        renamed(old, new)
    assert str(refused.value) == sentence
