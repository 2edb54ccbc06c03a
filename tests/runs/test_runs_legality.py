"""What providers refuse between the messages of a run is said at its place, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from editor_app.requests.parts import Provider, shown_place
from editor_app.runs.legality import check_run_request
from editor_app.runs.model.session import PROVIDERS

CASES = yaml.load(
    (Path(__file__).parents[1] / "cases" / "runs" / "legality.yaml").read_text("utf-8"), yaml.CSafeLoader
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['provider']} {case['rule']}")
def test_each_rule_is_told_where_it_is_broken_and_only_there(case):
    found = _of_rule(case, case["has"])
    assert [shown_place(one.place) for one in found] == [case["at"]]
    assert found[0].severity.value == case.get("severity", "error")
    assert found[0].message.endswith(".")
    assert _of_rule(case, case["not"]) == []


def test_every_rule_of_every_provider_has_a_case():
    named = {(case["provider"], case["rule"]) for case in CASES}
    assert named == {
        *((provider, "tool-results") for provider in ("openai", "anthropic", "google")),
        *((provider, "system-placement") for provider in ("openai", "anthropic")),
        *((provider, "final-assistant") for provider in ("anthropic", "google")),
        *((provider, "blank-content") for provider in ("anthropic", "google")),
        *((provider, "first-not-user") for provider in ("anthropic", "google")),
        *((provider, "system-not-first") for provider in ("anthropic", "google")),
        ("google", "tool-calls"),
    }


U, A = {"role": "user", "content": "U"}, {"role": "assistant", "content": "A"}
S = {"role": "system", "content": "S"}
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "a"}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}
ENDS_WITH_MODEL = [{"role": "user", "parts": [{"text": "U"}]}, {"role": "model", "parts": [{"text": "A"}]}]


@pytest.mark.parametrize(
    ("provider", "model", "entries"),
    [
        ("openai", None, [A, U, A]),
        ("openai", None, [U, U, {"role": "user", "content": ""}, {"role": "assistant", "content": ""}]),
        ("openai", None, [S, S, U, S, U]),
        ("openai", None, [U, A, {"role": "assistant", "tool_calls": [{"id": "a"}]},
                          {"role": "tool", "tool_call_id": "a", "content": ""}]),
        ("anthropic", "claude-sonnet-4-5", [U, U, A]),
        ("anthropic", "claude-opus-4-8", [U, A, CALL, RESULT, S]),
        ("google", "gemini-2.5-pro", ENDS_WITH_MODEL),
        ("google", "gemini-3.5-pro", [*ENDS_WITH_MODEL, *ENDS_WITH_MODEL[:1] * 2]),
    ],
)  # fmt: skip
def test_what_the_table_leaves_free_is_taken(provider, model, entries):
    key = "contents" if provider == "google" else "messages"
    assert check_run_request(Provider(provider), {key: entries}, model) == ()


def test_a_blank_system_text_is_refused_by_anthropic_alone():
    body = {"system": [{"type": "text", "text": " "}], "messages": [{"role": "user", "content": "U"}]}
    assert [one.code for one in check_run_request(Provider.ANTHROPIC, body)] == ["blank-content"]
    assert check_run_request(Provider.OPENAI, body) == ()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_bodies_of_any_shape_give_findings_and_no_exception(provider):
    key = "contents" if provider is Provider.GOOGLE else "messages"
    for entries in (
        None,
        3,
        [{}],
        [{"role": 3, "content": 3, "parts": 3}],
        [{"tool_calls": [{}], "content": [3]}],
    ):
        assert isinstance(check_run_request(provider, {key: entries}), tuple)


def _of_rule(case, entries):
    provider = Provider(case["provider"])
    key = "contents" if provider is Provider.GOOGLE else "messages"
    found = check_run_request(provider, {key: entries}, case.get("model"))
    return [one for one in found if one.code == case["rule"]]
