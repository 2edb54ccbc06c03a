"""How much of a message stays the same is found out by really making it again."""

from __future__ import annotations

import pytest
from assembled_messages import MESSAGES, VALUES, VALUES_OR_NOT, assembled, reading_of
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.system_messages.assembly.assembly import Assembly, AssemblyOptions
from editor_app.system_messages.assembly.cache_stability import Rebuilt, Stability, stability
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.situations.situation import Situation
from editor_app.variables.catalog import TEMPLATE_CATALOG

EVERY_TURN = ("git:branch", "git:status", "file:AGENTS.md")
DAILY = ("system:date",)
OF_ONE_CONVERSATION = ("prompt:cwd",)
OPTIONS = st.builds(AssemblyOptions, st.sampled_from(Order), st.sampled_from(SystemMessageStyle))


def how_stable(assembly: Assembly) -> dict[Rebuilt, Stability]:
    return {found.rebuilt: found for found in stability(assembly, TEMPLATE_CATALOG)}


def same(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@examples(25)
@given(MESSAGES, VALUES_OR_NOT, st.dictionaries(st.sampled_from(EVERY_TURN), VALUES | st.none()), OPTIONS)
def test_next_turn_the_message_is_the_same_as_far_as_is_said(reading, values, changed, options):
    assembly = assembled(reading, values, options, Situation())
    found = how_stable(assembly)[Rebuilt.EVERY_TURN]
    again = assembled(reading, {**values, **changed}, options, Situation()).text
    check(found, assembly, again)


@examples(25)
@given(
    MESSAGES,
    VALUES_OR_NOT,
    st.dictionaries(st.sampled_from([*EVERY_TURN, *DAILY, *OF_ONE_CONVERSATION]), VALUES | st.none()),
    OPTIONS,
)
def test_conversations_share_as_much_as_is_said(reading, values, changed, options):
    assembly = assembled(reading, values, options, Situation())
    found = how_stable(assembly)[Rebuilt.SHARED]
    again = assembled(reading, {**values, **changed}, options, Situation()).text
    check(found, assembly, again)


def check(found: Stability, assembly: Assembly, again: str) -> None:
    assert 0 <= found.characters <= len(assembly.text)
    if found.broken_by is None:
        assert again == assembly.text
        assert found.block is None
    else:
        assert same(assembly.text, again) >= found.characters
        assert found.broken_by.strip("[]").removeprefix("if ").lstrip("!") in {
            name for block in assembly.blocks if block.body.template for name in block.body.template.names
        }


def block(name: str, content: str) -> dict[str, object]:
    return {"id": name, "type": "project", "priority": 1, "content": content}


@pytest.mark.parametrize(
    ("contents", "values", "every_turn", "shared"),
    [
        (["Fixed.", "On [system:os]."], {}, (None, None), (None, None)),
        (
            ["In [prompt:cwd].", "On [git:branch]."],
            {"prompt:cwd": "/a"},
            ("[git:branch]", 11),
            ("[prompt:cwd]", 3),
        ),
        (["Fixed.", "[git:branch]"], {"git:branch": "x"}, ("[git:branch]", 6), ("[git:branch]", 6)),
        (["Fixed.", "[git:branch]"], {}, ("[git:branch]", 6), ("[git:branch]", 6)),
        (["Fixed.", "[git:branch] it is."], {"git:branch": "x"}, ("[git:branch]", 8), ("[git:branch]", 8)),
        (
            ["Fixed.\n[if file:AGENTS.md]\n[file:AGENTS.md]\n[endif]", "More."],
            {},
            ("[if file:AGENTS.md]", 6),
            ("[if file:AGENTS.md]", 6),
        ),
        (["[if !file:a]Long[else]Short[endif] one."], {}, ("[if !file:a]", 0), ("[if !file:a]", 0)),
        (["[if system:os][git:branch][endif]Fixed."], {}, (None, None), (None, None)),
        (["[nowhere:x] is text."], {}, (None, None), (None, None)),
    ],
)
def test_what_breaks_it_is_named(contents, values, every_turn, shared):
    reading = reading_of([block(f"b{index}", content) for index, content in enumerate(contents)])
    assembly = assembled(reading, values, AssemblyOptions(), Situation())
    found = how_stable(assembly)
    for rebuilt, (tag, characters) in ((Rebuilt.EVERY_TURN, every_turn), (Rebuilt.SHARED, shared)):
        assert found[rebuilt].broken_by == tag
        assert found[rebuilt].characters == (len(assembly.text) if characters is None else characters)
    once = found[Rebuilt.ONCE]
    assert (once.characters, once.broken_by) == (len(assembly.text), None)


def test_sentences_say_who_makes_it_again():
    reading = reading_of([block("a", "On [system:date] in [prompt:cwd] at [git:branch].")])
    values = {"system:date": "2026-01-28", "prompt:cwd": "/a", "git:branch": "main"}
    found = stability(assembled(reading, values, AssemblyOptions(), Situation()), TEMPLATE_CATALOG)
    assert [one.sentence for one in found] == [
        "Built every turn: the same up to [git:branch], but for [system:date], which changes once a day.",
        "Built once: all of it stays the same until compaction.",
        "Shared between conversations: the same up to [system:date].",
    ]
    assert [one.block for one in found] == [0, None, 0]
    assert found[0].changes_daily == "[system:date]"
    fixed = stability(assembled(reading_of([block("a", "Fixed.")]), {}, AssemblyOptions(), Situation()), ())
    assert fixed[0].sentence == "Built every turn: all of it stays the same."
