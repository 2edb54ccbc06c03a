"""What holds of every run, whatever its scenario, triggers and strategy."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count, pairwise

from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case
from property_runs import examples
from random_scenarios import ALL_FORMS, HISTORY, TRIGGERS, scenarios
from sent_messages import build_model_messages, placed_messages

from editor_app.requests.building import assemble_request
from editor_app.requests.parts import Provider
from editor_app.runs.legality import check_run_request
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import collected, plan_of, play_scenario, recorded
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.session import PROVIDERS, Counting, Deliver
from editor_app.runs.sent.placement import wrapped
from editor_app.runs.sent.request_log import insertions
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.text import Severity
from editor_app.wire.sessions import session_document


def each_request_is_the_one_before_with_more_at_its_end(made, scenario, entries, history):
    """In every provider's form, and however messages are delivered; only a compaction breaks it."""
    for provider, deliver in ALL_FORMS:
        bodies = [made.requests.request_at(step.number, provider, deliver).body for step in made.steps]
        key = "contents" if "contents" in bodies[0] else "messages"
        for step, (before, after) in zip(made.steps[1:], pairwise(bodies), strict=True):
            if not step.prefix_kept:
                continue
            assert _bytes({**before, key: []}) == _bytes({**after, key: []})
            assert _bytes(after[key]).startswith(_bytes(before[key])[:-1])


def the_ways_of_counting_give_the_same_firings_and_requests(made, scenario, entries, history):
    runs = []
    for counting in Counting:
        counted = replace(scenario, settings=replace(scenario.settings, count=counting))
        played = _played(counted, entries, history)
        fired = [
            (step.fired, step.flag_updates, step.notes, step.hints, step.figures.is_counted)
            for step in played.steps
        ]
        runs.append((fired, played.requests, played.session, played.end, played.message))
    assert runs[0] == runs[1] == runs[2]


def two_plays_give_the_same_bytes(made, scenario, entries, history):
    again = _played(scenario, entries, history)
    assert _bytes(session_document(made.session)) == _bytes(session_document(again.session))
    assert repr(made) == repr(again)


def what_is_sent_is_made_from_the_session_alone(made, scenario, entries, history):
    """The requests that grow step by step are those that the session gives at the end."""
    messages = build_model_messages(made.session)
    last = made.steps[-1].number
    assert made.requests.messages_at(last) == tuple(one for one in messages if one.request <= last)
    for provider, deliver in ALL_FORMS:
        placed = placed_messages([one for one in messages if one.request <= last], provider, deliver)
        whole = assemble_request(provider, placed, system=made.requests.system)
        assert whole.body == made.requests.request_at(last, provider, deliver).body


def what_is_refused_is_found_when_it_comes_and_is_what_the_whole_body_has(made, scenario, entries, history):
    for provider in PROVIDERS:
        standing: set[tuple[str, object]] = set()
        for step in made.steps:
            if step.is_compacted:
                standing.clear()
            new = {(one.rule, one.place) for one in step.findings if one.provider is provider}
            body = made.requests.request_at(step.number, provider).body
            whole = {(one.code, one.place) for one in check_run_request(provider, body)}
            assert new <= whole <= standing | new
            standing |= {one for one in new if one[0] != "final-assistant"}
            assert standing <= whole | new


def the_messages_of_triggers_are_found_in_each_request(made, scenario, entries, history):
    last = made.steps[-1].number
    start = made.requests.start_of(last)
    fired = [(one.tag, one.text) for step in made.steps[start:] for one in step.fired]
    for provider, deliver in ALL_FORMS:
        request = made.requests.request_at(last, provider, deliver)
        found = list(insertions(made.requests, last, request, deliver))
        assert [(one.tag, one.text) for each in found for one in each.messages] == fired
        is_plain = deliver is Deliver.SYSTEM and provider is not Provider.GOOGLE
        for each in found:
            shown = each.span.of(request.parts[each.part].text)
            texts = [one.text if is_plain else wrapped(one.tag, one.text) for one in each.messages]
            assert shown == "\n\n".join(texts)
            before = [part for step in made.steps[start : each.step] for part in step.fired]
            assert len(before) == sum(len(one.messages) for one in found if one.step < each.step)


def a_recorded_run_plays_again_to_the_same_requests(made, scenario, entries, history):
    again = _played(recorded(scenario, made), entries, history)
    assert again.requests == made.requests
    assert [step.fired for step in again.steps] == [step.fired for step in made.steps]
    assert [step.figures for step in again.steps] == [step.figures for step in made.steps]
    assert again.session.messages == made.session.messages


HOLDS_OF_EVERY_RUN = (
    each_request_is_the_one_before_with_more_at_its_end,
    the_ways_of_counting_give_the_same_firings_and_requests,
    two_plays_give_the_same_bytes,
    what_is_sent_is_made_from_the_session_alone,
    what_is_refused_is_found_when_it_comes_and_is_what_the_whole_body_has,
    the_messages_of_triggers_are_found_in_each_request,
    a_recorded_run_plays_again_to_the_same_requests,
)


@given(scenarios(), TRIGGERS, HISTORY)
@examples(14)
def test_what_holds_of_every_run(scenario, entries, history):
    made = _played(scenario, entries, history)
    for holds in HOLDS_OF_EVERY_RUN:
        with in_case(holds.__name__):
            holds(made, scenario, entries, history)


@given(scenarios(), TRIGGERS, st.data())
def test_after_a_cancel_between_any_two_things_every_provider_takes_the_session_again(
    scenario, entries, data
):
    scenario = replace(scenario, settings=replace(scenario.settings, deliver=Deliver.USER))
    plan, model = plan_of(scenario, trigger_set(entries), system="Be kind.")
    total = sum(1 for _ in play(model, RunState(plan)))
    stop = data.draw(st.integers(0, total))
    asked = count()
    state = RunState(plan)
    made = collected(play(model, state, lambda: next(asked) == stop), state)
    assert (made.end.value == "cancelled") == (stop < total)
    assert not any(call.error is None and call.result is None for call in _calls(made.session))
    assert [one.status.value for one in made.steps[:-1]] == ["completed"] * len(made.steps[:-1])
    fired = {one.trigger for one in made.session.messages if one.trigger is not None}
    assert {one.id for one in state.enabled if one.once and one.id in fired} <= _with_flags(state, made)
    state.add_user("Go on")
    messages = build_model_messages(state.session())
    for provider in PROVIDERS:
        body = assemble_request(provider, placed_messages(messages, provider, Deliver.USER)).body
        found = check_run_request(provider, body)
        assert [one.message for one in found if one.severity is Severity.ERROR] == []


def _with_flags(state, made):
    """Return the ids whose flags are set, or were cleared again by a compaction."""
    compacted = any(one.is_summary for one in made.session.messages)
    return {one.id for one in state.enabled if compacted or made.session.flags.get(one.flag)}


def _calls(session):
    return (call for message in session.messages for step in message.steps for call in step.calls)


def _played(scenario, entries, history):
    return play_scenario(scenario, trigger_set(entries), system="Be kind.", chat=history)


def _bytes(value):
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
