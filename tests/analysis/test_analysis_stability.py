"""How much of a template or a prompt stays the same is found out by really rendering it again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.analysis.analysis import Analysis, analyse
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.variables.catalog import CatalogEntry, Volatility
from editor_app.variables.stability import Rebuilt, Stability

TURN = ("git:branch", "git:status", "file:AGENTS.md")
OTHER = ("system:date", "prompt:cwd")
CONSTANT = ("system:os", "nowhere:x")
DECLARED = ("a", "b", "c")
HEAD = """---
name: test
version: 1.0.0
description: d
variables:
  - {name: a, required: true, description: d}
  - {name: b, required: false, description: d}
  - {name: c, required: false, description: d, default: C}
---
"""
TEXTS = st.sampled_from(["Text", ".", " ", "  ", "\n", "\n\n", " \n"])
VALUES = st.sampled_from(["", " ", "\n", "x", "two\nlines"])


def bodies(inserted, opened, otherwise, closed):
    """Return strategies for texts with tags of all names, conditions nested and not."""
    tags = st.sampled_from([*inserted, *opened, otherwise, closed, closed])
    return st.lists(TEXTS | tags, max_size=14).map("".join)


TEMPLATES = bodies(
    [f"[{name}]" for name in (*TURN, *OTHER, *CONSTANT)],
    [f"[if {negated}{name}]" for name in (*TURN, *OTHER, *CONSTANT) for negated in ("", "!")],
    "[else]",
    "[endif]",
)
PROMPTS = bodies(
    [f"{{{{{name}}}}}" for name in (*DECLARED, "unknown")],
    [f"{{{{#if {name}}}}}" for name in DECLARED],
    "{{else}}",
    "{{/if}}",
)


def template(text: str) -> Analysis:
    return analyse(text, Kind.TEMPLATE, "system-prompt.tmpl")


def prompt(body: str) -> Analysis:
    return analyse(HEAD + body, Kind.PROMPT, "test.md")


def rendered(analysis: Analysis, values) -> ModelText:
    found = render(analysis, Trial(values))
    assert found is not None
    return found


def how_stable(analysis: Analysis, values) -> dict[Rebuilt, Stability]:
    return {found.rebuilt: found for found in rendered(analysis, values).stability}


def check(found: Stability, text: str, again: str) -> None:
    assert 0 <= found.characters <= len(text)
    assert again.startswith(text[: found.characters])
    assert again == text or found.broken_by is not None


def some_of(names, values=VALUES):
    return st.dictionaries(st.sampled_from(names), values)


@examples(50)
@given(TEMPLATES, some_of((*TURN, *OTHER, "system:os")), some_of(TURN, VALUES | st.none()))
def test_next_turn_a_template_is_the_same_as_far_as_is_said(text, values, changed):
    analysis = template(text)
    before, again = rendered(analysis, values), rendered(analysis, {**values, **changed})
    every_turn, once, _ = before.stability
    check(every_turn, before.text, again.text)
    assert (once.characters, once.broken_by) == (len(before.text), None)


@examples(50)
@given(TEMPLATES, some_of((*TURN, *OTHER, "system:os")), some_of((*TURN, *OTHER), VALUES | st.none()))
def test_conversations_share_as_much_of_a_template_as_is_said(text, values, changed):
    analysis = template(text)
    before, again = rendered(analysis, values), rendered(analysis, {**values, **changed})
    check(before.stability[2], before.text, again.text)


@examples(50)
@given(PROMPTS, some_of(DECLARED), some_of(DECLARED, VALUES | st.none()))
def test_next_turn_a_prompt_is_the_same_as_far_as_is_said(body, values, changed):
    analysis = prompt(body)
    before, again = rendered(analysis, values), rendered(analysis, {**values, **changed})
    for found in (before.stability[0], before.stability[2]):
        check(found, before.text, again.text)


@pytest.mark.parametrize(
    ("text", "values", "every_turn", "shared"),
    [
        ("Fixed on [system:os].", {}, None, None),
        ("In [prompt:cwd] on [git:branch].", {"prompt:cwd": "/a"}, ("[git:branch]", 9), ("[prompt:cwd]", 3)),
        ("Fixed.\n\n[git:branch]", {}, ("[git:branch]", 8), ("[git:branch]", 8)),
        ("A\n[if file:a]\n[file:a]\n[else]\nNone.\n[endif]", {}, ("[if file:a]", 2), ("[if file:a]", 2)),
        ("A[if !git:branch]B[endif]", {"git:branch": "x"}, ("[if !git:branch]", 1), ("[if !git:branch]", 1)),
        ("[if system:os][git:branch][endif]Fixed.", {}, None, None),
        ("A[literal:git:branch]", {}, None, None),
        ("On [app:plan].", {}, None, None),
        ("On [app:plan].", {"app:plan": "pro"}, ("[app:plan]", 3), ("[app:plan]", 3)),
    ],
)
def test_what_breaks_a_template_is_named(text, values, every_turn, shared):
    analysis = template(text)
    length, found = len(rendered(analysis, values).text), how_stable(analysis, values)
    for rebuilt, said in ((Rebuilt.EVERY_TURN, every_turn), (Rebuilt.SHARED, shared)):
        tag, characters = said or (None, length)
        assert (found[rebuilt].broken_by, found[rebuilt].characters) == (tag, characters)
        source = found[rebuilt].source
        assert source is None if tag is None else source.of(text) == tag


@pytest.mark.parametrize(
    ("body", "values", "broken_by", "characters"),
    [
        ("Fixed.", {"a": "x"}, None, 6),
        ("For {{a}}.", {"a": "x"}, "{{a}}", 4),
        ("For{{#if b}} {{b}}{{/if}}.", {"a": "x"}, "{{#if b}}", 3),
        ("For{{#unless b}} all{{/unless}}.", {"a": "x"}, "{{#unless b}}", 3),
        ("{{unknown}} {{c}}", {"a": "x"}, "{{c}}", 12),
        ("Fixed.\n\n{{b}}", {"b": "x"}, "{{b}}", 6),  # without b the blank lines are cut off
        ("Fixed.\n\n{{b}}\nEnd.", {"b": "x"}, "{{b}}", 8),
        ("  {{b}}\nEnd.", {"b": "x"}, "{{b}}", 0),
    ],
)
def test_declared_variables_of_a_prompt_can_change_each_turn(body, values, broken_by, characters):
    for rebuilt in (Rebuilt.EVERY_TURN, Rebuilt.SHARED):
        found = how_stable(prompt(body), values)[rebuilt]
        assert (found.broken_by, found.characters) == (broken_by, characters)


def test_the_library_says_how_long_its_own_values_last():
    entries = [("plan", Volatility.CONVERSATION), ("mood", Volatility.TURN), ("name", Volatility.CONSTANT)]
    catalog = tuple(CatalogEntry("app", name, "d", volatility) for name, volatility in entries)
    text = "[app:name] has [app:plan] and [app:mood]."
    analysis = analyse(text, Kind.TEMPLATE, "system-prompt.tmpl", catalog=catalog)
    found = how_stable(analysis, {"app:name": "A", "app:plan": "B", "app:mood": "C"})
    assert [one.broken_by for one in found.values()] == ["[app:mood]", None, "[app:plan]"]


def test_sentences_say_who_renders_it_again():
    found = how_stable(template("On [system:date] in [prompt:cwd] at [git:branch]."), {"system:date": "1"})
    assert [one.sentence for one in found.values()] == [
        "Built every turn: the same up to [git:branch], but for [system:date], which changes once a day.",
        "Built once: all of it stays the same until compaction.",
        "Shared between conversations: the same up to [system:date].",
    ]


def test_what_is_no_system_prompt_has_no_stable_prefix():
    assert rendered(analyse("Shorten it.", Kind.INSTRUCTIONS, "compaction.md"), {}).stability == ()
