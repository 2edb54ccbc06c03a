"""The request of a step as rows, as the end of its text and as a change, made from what is new alone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import cache, partial

import pytest
from counted_work import assert_work_is_bounded
from hypothesis import given
from property_runs import examples
from random_scenarios import HISTORY, TRIGGERS, scenarios

from editor_app.requests.body_text import request_text
from editor_app.requests.comparing import compare_request
from editor_app.requests.explaining.body_end import EndReasons
from editor_app.requests.explaining.body_reasons import BodyReasons
from editor_app.requests.parts import Finding, Provider
from editor_app.requests.provider_rules import RULES
from editor_app.requests.structure import PartGroup, PartRow
from editor_app.runs.counting import arguments_text
from editor_app.runs.loop.results import RunResult, play_scenario
from editor_app.runs.model.scenario import (
    Ramp,
    RunSettings,
    Scenario,
    ScenarioStep,
    StepLimit,
    Steps,
    ToolCall,
    TriggerEntry,
)
from editor_app.runs.model.session import PROVIDERS, Deliver, Signal
from editor_app.runs.sent.placement import ModelRole, delivered_text
from editor_app.runs.sent.request_log import tokens_by_role
from editor_app.runs.sent.request_structure import request_end, request_structure, step_change
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.text import Severity
from editor_app.text.tokens import estimated_tokens

CALL = (ToolCall("read_file", {"path": "a.py"}, "é line\n"), ToolCall("grep", {}, error="no such file"))
OFTEN = TriggerEntry("often", signal=Signal.STEPS, at=Decimal(1), every=50, text="Go on.")


@cache
def _played(steps: int, *, deliver: Deliver = Deliver.USER, history: int = 0) -> RunResult:
    """Play some steps, a compaction, and half as many steps again."""
    items = (
        Ramp(steps, 0, 700, CALL, "Begin."),
        ScenarioStep(text="I look", tools=CALL, compact="It is half done."),
        Ramp(steps // 2, 0, 700, CALL),
        ScenarioStep(text="Done."),
    )
    settings = RunSettings(deliver=deliver, context_limit=1000, max_steps=StepLimit(100_000))
    chat = [(("user", "assistant")[at % 2], f"Message {at}") for at in range(history)]
    return play_scenario(
        Scenario(Steps(items), settings), trigger_set([OFTEN]), system="Be kind.\n", chat=chat
    )


def _opened(made: RunResult, step: int, provider, findings=()):
    """Return the rows with all groups open, and the groups as they were before each was opened."""
    opened, groups = set(), []
    while True:
        found = request_structure(made.requests, step, provider, findings, opened)
        closed = [row for row in found.rows if isinstance(row, PartGroup) and not row.is_open]
        if not closed:
            return found, groups
        groups += closed
        opened |= {row.key for row in closed}


@pytest.mark.parametrize("deliver", Deliver)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_groups_open_to_all_parts_of_the_request(provider, deliver):
    made = _played(130, deliver=deliver, history=40)
    for step in (0, 1, 2, 120, 130, 131, 132, 190):
        parts = made.requests.request_at(step, provider).parts
        found, groups = _opened(made, step, provider)
        assert tuple(row.part for row in found.parts) == parts
        assert [row.number for row in found.parts] == list(range(len(parts)))
        closed = request_structure(made.requests, step, provider)
        assert closed.count == found.count == len(parts)
        assert sum(row.parts if isinstance(row, PartGroup) else 1 for row in closed.shares) == len(parts)
        assert len(closed.rows) < 25
        assert closed.tokens == found.tokens
        assert closed.cached == found.cached <= found.tokens.count
        assert (groups == []) == (step in {130, 131, 132})


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_group_says_its_steps_and_before_which_of_them_triggers_added_messages(provider):
    made = _played(130)
    (group,) = (
        row for row in request_structure(made.requests, 120, provider).rows if isinstance(row, PartGroup)
    )
    assert (group.first, group.last, group.depth) == (0, 118, 0)
    fired = [step.number for step in made.steps[1:120] if step.fired]
    assert (list(group.inserted), group.insertions) == (fired[:6], len(fired))
    _, groups = _opened(made, 120, provider)
    inside = groups[1:]
    assert [(one.first, one.last, one.depth) for one in inside] == [(0, 99, 1), (100, 118, 1)]
    assert sum(one.parts for one in inside) == group.parts
    assert sum(one.tokens.count for one in inside) == group.tokens.count


@given(scenarios(), TRIGGERS, HISTORY)
@examples(10)
def test_rows_and_sums_are_those_of_the_request(scenario, entries, history):
    made = play_scenario(scenario, trigger_set(entries), system="Be kind.", chat=history)
    for step in made.steps:
        assert tokens_by_role(made.requests, step.number) == _tokens(made, step.number)
        for provider in PROVIDERS:
            request = made.requests.request_at(step.number, provider)
            places = {part.place for part in request.parts}
            said = [
                Finding("x", Severity.WARNING, place, f"At {place}.") for place in sorted(places, key=str)
            ]
            found, _ = _opened(made, step.number, provider, said)
            assert tuple(row.part for row in found.parts) == request.parts
            assert sorted(one.finding.message for one in found.all_findings) == sorted(
                one.message for one in said
            )
            closed = request_structure(made.requests, step.number, provider, said)
            assert len(closed.all_findings) == len(said)


def _tokens(made: RunResult, step: int) -> dict[str, int]:
    """Count the tokens of a request message by message."""
    found = {"system": estimated_tokens(made.requests.system.text)}
    for message in made.requests.messages_at(step):
        for call in message.calls:
            if message.role is ModelRole.TOOL:
                answer = call.error if call.error is not None else call.result or ""
                found["tool"] = found.get("tool", 0) + estimated_tokens(answer)
            else:
                words = estimated_tokens(call.name + arguments_text(call.arguments))
                found["assistant"] = found.get("assistant", 0) + words
        if message.role is not ModelRole.TOOL:
            role = message.role.value
            text = message.text
            if message.role is ModelRole.TRIGGER:
                text = delivered_text([message], Provider.OPENAI, made.requests.deliver)
            found[role] = found.get(role, 0) + estimated_tokens(text)
    return {origin: count for origin, count in found.items() if count}


@pytest.mark.parametrize("deliver", Deliver)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_end_of_the_text_is_that_of_the_whole_and_says_of_each_character_why_it_is_there(
    provider, deliver
):
    made = _played(60, deliver=deliver)
    ends = 0
    for step in (0, 1, 50, 51, 60, 80):
        request = made.requests.request_at(step, provider)
        whole = request_text(request.body)
        end = request_end(made.requests, step, provider, 500)
        if end is None:
            continue
        ends += 1
        assert whole.endswith(end.text)
        assert len(end.text) < len(whole)
        before, reasons, all_reasons = (
            len(whole) - len(end.text),
            EndReasons(end),
            BodyReasons(request, whole),
        )
        for offset in range(len(end.text)):
            ours, theirs = reasons.at(offset), all_reasons.at(before + offset)
            assert (ours.sentence, ours.place, ours.part, ours.within) == (
                theirs.sentence,
                theirs.place,
                theirs.part,
                theirs.within,
            )
            if ours.part is not None:
                assert ours.span.start + before == theirs.span.start
        assert reasons.at(len(end.text)) is None
        last = request.parts[-1]
        span = reasons.span_of(last)
        assert all_reasons.span_of(last).start == span.start + before
        assert reasons.span_of(request.parts[0]) is None
    assert ends == 3  # of the steps behind a few others


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_change_from_the_step_before_is_what_is_new(provider):
    made = _played(60)
    log = made.requests
    assert step_change(log, 0, provider) is None
    for step in (1, 2, 40, 62):
        found = step_change(log, step, provider)
        whole = request_text(log.request_at(step, provider).body)
        assert found.after.startswith(found.before)
        assert found.after.rstrip(",\n") in whole
        now, before = (
            log.request_at(one, provider).body[RULES[provider].conversation] for one in (step, step - 1)
        )
        added = request_text({"x": now[len(before) :]})
        assert (
            found.after[len(found.before) :].rstrip(",\n") == added[len('{\n  "x": [\n') : -len("\n  ]\n}\n")]
        )
        compared = compare_request(log.request_at(step, provider), log.request_at(step - 1, provider).body)
        assert compared.place[:2] == found.difference.place
        assert (compared.old, compared.offset) == (None, 0)
    compacted = step_change(log, 61 - 1, provider)
    assert made.steps[60].is_compacted
    assert compacted.before != compacted.after
    assert compacted.difference == compare_request(
        log.request_at(60, provider), log.request_at(59, provider).body
    )


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "shown",
    [
        request_structure,
        lambda log, step, provider: request_end(log, step, provider, 2_000),
        step_change,
        lambda log, step, _provider: tokens_by_role(log, step),
    ],
    ids=["rows", "end", "change", "tokens"],
)
def test_what_a_step_is_shown_with_costs_no_more_in_a_longer_run(provider, shown):
    def prepared(steps: int):
        requests = _played(steps).requests
        return lambda: shown(requests, steps - 1, provider)

    assert_work_is_bounded(prepared, 150, 4)


def test_the_whole_request_costs_more_in_a_longer_run():
    """The control of the one above: it sees what is made in whole."""
    with pytest.raises(AssertionError):
        assert_work_is_bounded(lambda steps: partial(_played(steps).requests.request_at, steps - 1), 150, 4)


def test_rows_of_a_log_are_those_of_its_own_way_of_delivery():
    user, inside = (_played(20, deliver=way) for way in (Deliver.USER, Deliver.TOOL_RESULT))
    counts = [request_structure(made.requests, 15, PROVIDERS[0]).count for made in (user, inside)]
    assert counts[0] > counts[1]
    assert replace(user.requests, sums=()).chunks == user.requests.chunks


def test_new_messages_of_triggers_get_the_mark(tmp_path):
    made = _played(60)
    step = next(step.number for step in made.steps[1:] if step.fired)
    for shown, marked in ((step, 1), (step + 1, 0)):
        found = request_structure(made.requests, shown, PROVIDERS[1], mark=tmp_path)
        rows = [row for row in found.rows if isinstance(row, PartRow) and row.part.origin == tmp_path]
        assert len(rows) == marked
        assert all("<system_message" in row.words for row in rows)


@pytest.mark.parametrize("deliver", Deliver)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_row_says_which_triggers_added_what_in_it(provider, deliver):
    made = _played(60, deliver=deliver)
    seen = []
    for step in made.steps:
        names = [one.trigger for one in step.fired]
        rows = request_structure(made.requests, step.number, provider, triggers=names).parts
        added = [(row, row.inserted) for row in rows if row.inserted is not None]
        assert [name for _, one in added for name in one.triggers] == names
        texts = "".join(row.part.text[one.span.start : one.span.end] for row, one in added)
        assert all(fired.text.strip() in texts for fired in step.fired)
        seen += names
    assert {"often", "after-compact"} <= set(seen)  # else the loop showed nothing


def test_without_names_a_row_says_the_tags():
    made = _played(60)
    assert [one.trigger for one in made.steps[0].fired] == ["session-start-todos"]
    for names in ((), ("one", "too many")):
        rows = request_structure(made.requests, 0, triggers=names).parts
        assert [row.inserted.triggers for row in rows if row.inserted] == [("session-start-reminder",)]
