"""Messages of triggers stand where each provider takes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from sent_messages import placed_messages

from editor_app.requests.building import assemble_request, message_entries
from editor_app.requests.parts import Provider
from editor_app.runs.model.session import PROVIDERS, Deliver, Level, ToolPart
from editor_app.runs.sent.placement import ModelMessage, ModelRole, message_forms, wrapped

CASES = yaml.load(
    (Path(__file__).parents[1] / "cases" / "runs" / "placement.yaml").read_text("utf-8"), yaml.CSafeLoader
)
OURS = {
    "one": ModelMessage(ModelRole.TRIGGER, "T1", tag="t"),
    "two": ModelMessage(ModelRole.TRIGGER, "T2", tag="t"),
}
ROWS = [(case, way, provider) for case in CASES for way in Deliver if way in case for provider in PROVIDERS]


@pytest.mark.parametrize(("case", "way", "provider"), ROWS, ids=[f"{c['new']} {w} {p}" for c, w, p in ROWS])
def test_what_a_provider_takes_at_each_place(case, way, provider):
    new = [_message(one) for one in case["new"]]
    entries = [
        entry
        for message in placed_messages(new, provider, way)
        for entry in message_entries(provider, message)
    ]
    shown = json.dumps(entries)
    for number in "12":
        shown = shown.replace(json.dumps(wrapped("t", f"T{number}"))[1:-1], f"W{number}")
    assert json.loads(shown) == case[way][provider]


def test_the_first_request_after_an_empty_step_keeps_the_one_before():
    """What is new is placed among itself: a message that was sent already is not changed."""
    before = ModelMessage(ModelRole.USER, "U", request=0)
    ours = OURS["one"]._replace(request=1)
    placed = list(placed_messages([before, ours], Provider.OPENAI, Deliver.USER))
    assert [one.content for one in placed] == ["U", wrapped("t", "T1")]
    together = list(placed_messages([before, ours._replace(request=0)], Provider.OPENAI, Deliver.USER))
    assert [(one.content, len(one.further)) for one in together] == [("U", 1)]


@pytest.mark.parametrize("provider", list(Provider))
def test_the_parts_of_a_request_name_every_text_at_its_place(provider):
    new = [_message(one) for one in ("user", "one", {"assistant": [0]}, {"tool": [0]}, "two")]
    messages = [("system", "Be brief."), *placed_messages(new, provider, Deliver.USER)]
    made = assemble_request(provider, messages, system="Be kind.")
    texts = [part.text for part in made.parts]
    assert texts[:2] == ["Be kind.", "Be brief."]
    assert [text.replace("\n\n", "") for text in texts[2:]] == [
        "U", wrapped("t", "T1"), "A", "R0", wrapped("t", "T2"),
    ]  # fmt: skip
    for part in made.parts:
        found = made.body
        for step in part.place:
            found = found[step]
        assert found == part.text


def test_the_form_of_one_message_is_shown_for_each_provider():
    after_user = message_forms("t", "T1", Level.MESSAGE)
    assert after_user[Provider.GOOGLE] == [
        {"role": "user", "parts": [{"text": "…"}, {"text": "\n\n" + wrapped("t", "T1")}]}
    ]
    between = message_forms("t", "T1", Level.STEP, Deliver.SYSTEM)
    assert between[Provider.OPENAI][-1] == {"role": "system", "content": "T1"}
    assert set(between) == set(PROVIDERS)


def _message(one):
    if isinstance(one, str) and one in OURS:
        return OURS[one]
    if one == "user":
        return ModelMessage(ModelRole.USER, "U")
    ((role, numbers),) = one.items()
    calls = tuple(_call(number, role) for number in numbers)
    if role == "assistant":
        return ModelMessage(ModelRole.ASSISTANT, "A", calls)
    return ModelMessage(ModelRole.TOOL, calls=calls)


def _call(number, role):
    answer = (
        {"error": f"R{number}"} if role == "failed" else {"result": "" if role == "empty" else f"R{number}"}
    )
    return ToolPart(f"c{number}", "f", {"n": number}, **answer)
