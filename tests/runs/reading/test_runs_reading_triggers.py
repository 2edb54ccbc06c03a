"""Triggers files are read with every problem; a trigger with an error is left out, the others stay."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.runs.model.scenario import Recovery, TriggerEntry
from editor_app.runs.reading.triggers_file import TriggersReading, read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, TRIGGER_CATALOG
from editor_app.structured.nodes import Syntax
from editor_app.text import Severity, apply_edits, decode

CASES = Path(__file__).parents[2] / "cases" / "runs" / "triggers_files.yaml"


def read(source: str, syntax: Syntax = Syntax.YAML) -> TriggersReading:
    return read_triggers(source, syntax, TRIGGER_CATALOG, BUILT_IN)


def shown(entry: TriggerEntry) -> dict[str, object]:
    """Return what an entry says; figures by their spelling, a recovery as a list."""
    found: dict[str, object] = {}
    for name in TriggerEntry.__slots__:
        value = getattr(entry, name)
        if value is None or name == "origin":
            continue
        if isinstance(value, Recovery):
            below = None if value.below is None else str(value.below)
            found[name] = [value.id, below, value.tag, value.text]
        else:
            found[name] = format(value, "f") if isinstance(value, Decimal) else value
    return found


@pytest.mark.parametrize("case", yaml.safe_load(CASES.read_text("utf-8")), ids=lambda case: case["name"])
def test_reading(case: dict[str, object]) -> None:
    source, syntax = str(case["source"]), Syntax(str(case.get("syntax", "yaml")))
    found = read(source, syntax)
    lines = [
        f"{source.count(chr(10), 0, one.span.start) + 1}: {one.severity} {one.code} {one.message}"
        for one in found.diagnostics
    ]
    assert lines == case.get("problems", [])
    assert [shown(one) for one in found.entries] == case.get("triggers", [])
    for one in found.diagnostics:
        for fix in one.fixes:
            after = read(apply_edits(source, fix.edits), syntax).diagnostics
            is_there = any((other.code, other.args) == (one.code, one.args) for other in after)
            assert not is_there or len(after) < len(found.diagnostics), fix.title


def test_every_problem_says_where_it_is() -> None:
    for case in yaml.safe_load(CASES.read_text("utf-8")):
        for one in read(case["source"]).diagnostics:
            assert one.span.length or one.span.start == 0
            assert "field" in one.args or one.code.startswith(("yaml", "json", "duplicate-key"))


def test_the_ids_are_found_also_in_triggers_that_are_left_out() -> None:
    source = "triggers:\n- {id: a, signal: x}\n- {id: b, recovery: {id: c}}\n"
    ids = read(source).ids
    assert [(one.id, one.span.of(source), one.is_recovery) for one in ids] == [
        ("a", "a", False),
        ("b", "b", False),
        ("c", "c", True),
    ]


def test_very_many_triggers_are_not_all_read() -> None:
    source = "triggers:\n" + "".join(f"- {{id: t{n}, signal: steps, at: 1, text: x}}\n" for n in range(1001))
    found = read(source)
    assert len(found.entries) == 1000
    assert [one.code for one in found.diagnostics] == ["too-many"]
    fewer = source.replace("- {id: t1000, signal: steps, at: 1, text: x}\n", "")
    assert not read(fewer).diagnostics


PARTS = st.sampled_from(
    [
        *("triggers:", "- ", "id: a", "signal: ", "context", "steps", "at: ", "0.8", "'", '"', "{", "}", "["),
        *(
            "]",
            "\n",
            "  ",
            "recovery: ",
            "once: ",
            "every: 3",
            "text: |",
            "[todo:list]",
            "&a ",
            "*a",
            "<<: *a",
        ),
        *("!!int x", "? ", ": ", "null", ".inf", "9" * 5000, "\u2028", "\ufeff", "\0"),
    ]
)


@given(
    st.lists(PARTS, max_size=30).map("".join) | st.text() | st.binary().map(lambda data: decode(data).text)
)
def test_any_text_gives_a_reading(source: str) -> None:
    for syntax in Syntax:
        found = read(source, syntax)
        assert found.entries or found.is_newer or found.diagnostics or "triggers" in source
        for one in found.diagnostics:
            assert 0 <= one.span.start <= one.span.end <= len(source)


@given(st.sets(st.sampled_from(["sgnal: cpu", "at: 0", "text: [x]", "level: all", "every: 0"]), min_size=1))
def test_a_wrong_trigger_takes_no_other_with_it(wrong: set[str]) -> None:
    good = "- {id: good, signal: steps, at: 3, text: x}\n"
    keys = "".join(f"\n  {line}" for line in sorted(wrong))
    source = f"triggers:\n{good}- id: bad{keys}\n{good.replace('good', 'good-too')}"
    found = read(source)
    assert [one.id for one in found.entries] == ["good", "good-too"]
    assert any(one.severity is Severity.ERROR for one in found.diagnostics)
