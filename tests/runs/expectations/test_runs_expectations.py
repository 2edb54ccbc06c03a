"""Expectations hold or say what happened instead; one that cannot be checked never passes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from random_scenarios import TRIGGERS, scenarios

from editor_app.runs.expectations.checking import check_expectations, trigger_coverage
from editor_app.runs.expectations.forms import UnreadableExpectation, read_expectation
from editor_app.runs.loop.results import RunResult, play_scenario
from editor_app.runs.model.scenario import ExpectedText, Scenario, TriggerEntry, TriggerSet
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, TRIGGER_CATALOG, trigger_set
from editor_app.structured.nodes import Syntax

CASES = yaml.safe_load(
    (Path(__file__).parents[2] / "cases" / "runs" / "expectations.yaml").read_text("utf-8")
)


def played(case: Mapping[str, str]) -> tuple[RunResult, TriggerSet]:
    reading = read_scenario(case["scenario"], Syntax.YAML)
    assert reading.can_play, reading.diagnostics
    entries = read_triggers(
        case.get("triggers", "triggers: []"), Syntax.YAML, TRIGGER_CATALOG, BUILT_IN
    ).entries
    triggers = trigger_set(entries)
    return play_scenario(reading.scenario, triggers), triggers


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_is_expected(case: dict[str, object]) -> None:
    result, triggers = played(case)  # type: ignore[arg-type]
    expected = [next(iter(one.items())) for one in case["expect"]]  # type: ignore[attr-defined]
    checked = check_expectations([ExpectedText(text) for text, _ in expected], result, triggers)
    for (text, wanted), one in zip(expected, checked, strict=True):
        said = "holds" if one.held else f"error: {one.message}" if one.is_error else one.message
        assert said == wanted or (wanted.endswith(": ") and said.startswith(wanted)), text
        assert one.held == (not one.message)
        if one.step is not None:
            assert one.step < len(result.steps)


FORMS = (
    "fires ID",
    "fires ID before step N",
    "fires ID at step N",
    "fires ID after step N",
    "never ID",
    "ID at most K times",
    "ID at most K times in M steps",
    "present after compaction: ID",
    'request at step N contains "…"',
    'request at step N does not contain "…"',
    "legal for PROVIDER",
    "prefix kept",
    "stops with END",
)


@pytest.mark.parametrize("form", FORMS)
def test_each_form_that_is_shown_can_be_read(form: str) -> None:
    text = form
    values = {"PROVIDER": "google", "END": "policy", "ID": "a", " N": " 3", " K": " 2", " M": " 5"}
    for word, meant in values.items():
        text = text.replace(word, meant)
    assert not isinstance(read_expectation(text), UnreadableExpectation)
    assert isinstance(read_expectation(text + " more"), UnreadableExpectation)
    assert isinstance(read_expectation(text[1:]), UnreadableExpectation)


WORDS = st.sampled_from(
    [
        *("fires", "never", "at", "most", "times", "in", "steps", "step", "before", "after", "present"),
        *("compaction:", "request", "contains", "does", "not", "contain", '"x"', "legal", "for", "openai"),
        *("prefix", "kept", "stops", "with", "finished", "a", "0", "3", "-1", "9" * 30, "٣", "\u2028"),
    ]
)


@given(st.lists(WORDS, max_size=9).map(" ".join) | st.text())
def test_any_text_is_an_expectation_or_said_to_be_none(text: str) -> None:
    found = read_expectation(text)
    if isinstance(found, UnreadableExpectation):
        assert found.message
        assert 0 <= found.span.start <= found.span.end <= len(text)
        if found.better is not None:
            better = text[: found.span.start] + found.better + text[found.span.end :]
            assert read_expectation(better) != found


def test_coverage_says_which_triggers_no_scenario_fires() -> None:
    runs = [(case["name"][:6], *reversed(played(case))) for case in CASES[:2]]
    found = {one.trigger: one.scenarios for one in trigger_coverage(runs)}
    assert found["context-warning-80"] == ("figure",)
    assert found["often"] == ("again ",)
    assert found["context-warning-90"] == ()
    assert "off" not in found
    assert set(found) == {trigger.id for trigger in BUILT_IN} | {"often"}


def test_what_cannot_be_read_as_an_expectation_is_checked_and_never_holds() -> None:
    listed = ["prefix kept", "nonsense", "[prefix kept]", "~", "present after compaction: a\n    b: c"]
    source = "steps:\n  - user: a\n    text: b\nexpect:\n" + "".join(f"  - {one}\n" for one in listed)
    reading = read_scenario(source, Syntax.YAML)
    assert len(reading.diagnostics) == len(listed) - 1
    assert [one.text for one in reading.expected] == ["prefix kept"]
    result = play_scenario(reading.scenario, TriggerSet())
    checked = check_expectations(reading.scenario.expect, result, TriggerSet())
    assert [(one.held, one.is_error) for one in checked] == [(True, False), *[(False, True)] * 4]
    assert all(one.span is not None and one.span.of(source) for one in checked)


@given(scenarios(), TRIGGERS)
def test_where_a_text_is_in_a_request_first_is_said(scenario: Scenario, entries: list[TriggerEntry]) -> None:
    triggers = trigger_set(entries)
    result = play_scenario(scenario, triggers, system="You help.")
    texts = [result.requests.texts_at(step) for step in range(len(result.steps))]
    wanted = {part.strip() for part in chain(*texts)} | {"</system_message>", "nowhere"}
    readable = [text for text in wanted if text and not any(end in text for end in '\n"')]
    for text in readable:
        first = next((at for at, found in enumerate(texts) if any(text in one for one in found)), None)
        absent = [at for at, found in enumerate(texts) if not any(text in one for one in found)]
        expected = [ExpectedText(f'request at step {at} contains "{text}"') for at in absent]
        instead = "No request does." if first is None else f"The first is that of step {first}."
        for checked in check_expectations(expected, result, triggers):
            assert not checked.held
            assert checked.message.endswith(instead)
