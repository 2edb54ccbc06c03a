"""What providers refuse is said at its place, and mended where an edit can."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml

from editor_app.requests.body_text import read_body, request_text
from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled, check_request, check_text
from editor_app.requests.checks import fields
from editor_app.requests.parts import Provider, SystemText, model_table
from editor_app.text import Severity, apply_edits

CASES = yaml.load(
    (Path(__file__).parents[1] / "cases" / "requests" / "legality.yaml").read_text("utf-8"), yaml.CSafeLoader
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['provider']} {case['code']}")
def test_each_rule_is_told_where_it_is_broken_and_only_there(case):
    found = _of_code(case, case["has"])
    assert [one.severity.value for one in found[:1]] == [case["severity"]]
    assert case.get("says", "") in found[0].message
    assert _of_code(case, case["not"]) == []
    text = request_text(case["has"])
    if "fix" not in case:
        assert not any(one.fixes for one in found)
        return
    assert [fix.title for fix in found[0].fixes] == [case["fix"]]
    mended = json.loads(apply_edits(text, found[0].fixes[0].edits))
    left = Counter(one.message for one in _of_code(case, mended))
    assert left[found[0].message] < Counter(one.message for one in found)[found[0].message]


def _of_code(case, body):
    found = check_request(case["provider"], body, case.get("model"))
    return [one for one in found if one.code == case["code"]]


def test_a_problem_stands_at_its_place_in_the_text_that_is_shown():
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}, {"role": "usr", "content": "é"}]}
    (problem,) = (one for one in check_request("openai", body) if one.code == "unknown-role")
    assert problem.span.of(request_text(body)) == '"usr"'
    assert problem.args["place"] == "messages[1].role"
    source = '{"messages": [{"role":"usr", "content": "Hi"}],\n "model": "m"}'
    (same,) = (
        one for one in check_text("openai", read_body(source)[0], source) if one.code == "unknown-role"
    )
    assert same.span.of(source) == '"usr"'
    assert apply_edits(source, same.fixes[0].edits) == source.replace("usr", "user")


@pytest.mark.usefixtures("estimated_tokens")
def test_a_prefix_that_is_too_short_is_told_by_the_models_own_minimum():
    def found(provider, model, characters, **more):
        system = "a" * characters
        made = assemble_request(provider, [("user", "Hi")], system=system, model=model, **more)
        return [one.message for one in check_assembled(made) if one.code == "cache-too-short"]

    assert found("anthropic", "claude-opus-5", 2044) != found("anthropic", "claude-opus-5", 2048) == []
    assert found("anthropic", "claude-opus-4-6", 2048) != found("anthropic", "claude-opus-4-6", 16384) == []
    assert found("anthropic", "claude-opus-4-6", 2048, cache="off") == []
    assert "and models need" in found("anthropic", None, 2048)[0]
    assert found("openai", "gpt-5", 4000) != found("openai", "gpt-5", 4096) == []
    assert found("google", "gemini-2.5-pro", 8000) != found("google", "gemini-2.5-pro", 8192) == []
    assert found("google", "gemini-3-pro", 8192) != []


def test_a_value_of_each_turn_before_the_end_of_the_system_text_breaks_the_cache():
    text = "Rules.\n12:00\nMore rules."
    every_turn = SystemText(text, 7, "[system:time]", is_rebuilt=True)
    made = assemble_request("anthropic", [("user", "Hi")], system=every_turn)
    (broken,) = (one for one in check_assembled(made) if one.code == "cache-broken")
    assert broken.severity is Severity.WARNING
    assert "[system:time]" in broken.message
    assert broken.place == ("system", 1, "text")
    for same in (SystemText(text, 7, "[system:time]"), SystemText(text, None, is_rebuilt=True)):
        found = check_assembled(assemble_request("anthropic", [("user", "Hi")], system=same))
        assert not [one for one in found if one.code == "cache-broken"]


def test_a_model_that_is_not_named_yet_is_only_a_note_in_a_body_made_here():
    made = assemble_request("anthropic", [("user", "Hi")])
    found = [(one.code, one.severity) for one in check_assembled(made)]
    assert found == [("missing-field", Severity.INFORMATION)]
    google = check_assembled(assemble_request("google", [("user", "Hi")]))
    assert [one.message for one in google if one.is_of_no_model] == [
        "‘model’ is missing; the URL of Google’s API needs it."
    ]
    for provider in Provider:
        named = check_assembled(assemble_request(provider, [("user", "Hi")], model="m"))
        assert not any(one.is_of_no_model for one in named)


def test_a_body_of_another_shape_is_not_said_to_have_no_message():
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
    for provider in ("google", "openai-responses"):
        assert [one.code for one in check_request(provider, body)] == ["other-shape"]
        assert "no-messages" in [one.code for one in check_request(provider, {"model": "m"})]
    assert check_request("openai", body, "m") == check_request("openai", body)


def test_half_a_character_is_told_in_any_text_and_key():
    body = {"model": "m\ud83d", "messages": [{"role": "user", "content": "ok \ude00"}], "x\ud800": 1}
    found = [one for one in check_request("openai", body) if one.code == "not-unicode"]
    assert sorted(one.args["place"] for one in found) == ["The body", "messages[0].content", "model"]
    assert all(one.severity is Severity.ERROR for one in found)
    whole = {"model": "m", "messages": [{"role": "user", "content": "ok 😀"}]}
    assert not [one for one in check_request("openai", whole) if one.code == "not-unicode"]
    (content,) = (one for one in found if one.args["place"] == "messages[0].content")
    assert (
        json.loads(apply_edits(request_text(body), content.fixes[0].edits))["messages"][0]["content"] == "ok "
    )


@pytest.mark.parametrize("provider", list(Provider))
def test_bodies_from_elsewhere_give_sentences_and_no_exception(provider):
    for body in (None, [], 3, "text", {"messages": 3}, {"contents": [None]}, {"input": [[]]}, {"system": 1}):
        found = check_request(provider, body)
        assert found
        assert all(one.message.endswith(".") for one in found)
    deep: object = "x"
    for _ in range(2_000):
        deep = [deep]
    assert check_request(provider, {"messages": [{"role": "user", "content": deep}], "contents": deep})


def test_very_many_messages_and_texts_that_are_no_body_give_sentences(monkeypatch):
    assert fields._MOST_MESSAGES == 100_000, "as the provider says"
    monkeypatch.setattr(fields, "_MOST_MESSAGES", 1_000)
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hi"}] * 500
    many = {
        "model": "claude-opus-4-8",
        "max_tokens": 9,
        "messages": [*messages, {"role": "user", "content": "Hi"}],
    }
    assert [one.code for one in check_request("anthropic", many)] == ["too-many-messages"]
    del many["messages"][-2:]
    assert [one.code for one in check_request("anthropic", many)] == []
    monkeypatch.undo()
    blank = {"messages": [{"role": "usr", "content": ""}] * 3_000}
    found = check_request("anthropic", blank)
    assert len(found) == 1_001
    assert "8,001 more problems follow" in found[-1].message
    for source in ("", "{", "Hello", "[" * 10_000, '{"a": NaN}', "9" * 5_000, '{"a": 1} b'):
        body, problems = read_body(source)
        assert (body, [one.severity for one in problems][:1]) == (None, [Severity.ERROR])
        assert problems[0].message.endswith(".")


def test_the_facts_about_models_are_no_more_than_a_year_older_than_the_day_they_are_used_on():
    """The day is given, so that this does not fail by itself one day: who uses the facts gives theirs."""
    table = model_table()
    assert not table.is_outdated(table.as_of)
    a_year_later = table.as_of.replace(year=table.as_of.year + 1)
    assert not table.is_outdated(a_year_later)
    assert table.is_outdated(a_year_later + timedelta(days=1))
    assert table.as_of >= date(2026, 1, 1)
