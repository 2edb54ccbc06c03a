"""A request as rows: fields, parts with tokens and findings, and where its cached prefix ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from counted_work import assert_work_in_proportion

from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled
from editor_app.requests.parts import Provider, RequestMessage, SystemText
from editor_app.requests.structure import PrefixEnd, StructureHead, structure_of

RULES = SystemText("Rules.\n[branch main]", 7, "[git:branch]", is_rebuilt=True, origin=Path("s.yaml"))
CHAT = [
    RequestMessage("user", "Hi there", Path("1.md")),
    RequestMessage("assistant", "", Path("2.md")),
    RequestMessage("user", "Bye", Path("3.md")),
]


def brief(row):
    if isinstance(row, StructureHead):
        return row.name
    return row.words if isinstance(row, PrefixEnd) else (row.role, row.words)


CHANGES = "can change next turn from here: [git:branch]"
SYSTEM = [("system", "Rules.\n"), CHANGES, ("system", "[branch main]")]
SHAPES = {
    "openai": ["messages", *SYSTEM, ("user", "Hi there"), ("assistant", ""), ("user", "Bye")],
    "openai-responses": [
        "instructions",
        *SYSTEM,
        "input",
        ("user", "Hi there"),
        ("assistant", ""),
        ("user", "Bye"),
    ],
    "anthropic": ["system", *SYSTEM, "messages", ("user", "Hi there"), ("assistant", ""), ("user", "Bye")],
    "google": [
        "systemInstruction",
        *SYSTEM,
        "contents",
        ("user", "Hi there"),
        ("model", ""),
        ("user", "Bye"),
    ],
}


@pytest.mark.parametrize("provider", SHAPES)
def test_the_rows_are_those_of_the_body_by_its_own_names(provider):
    made = structure_of(assemble_request(provider, CHAT, system=RULES, model="m"))
    assert [brief(row) for row in made.rows] == SHAPES[provider]
    assert [row.number for row in made.parts] == list(range(5))
    assert made.tokens.count == sum(row.tokens.count for row in made.parts) > 0
    assert sum(row.share for row in made.parts) == pytest.approx(1)
    assert made.cached == made.parts[0].tokens.count
    assert [row.is_cached for row in made.parts] == [True, False, False, False, False]
    assert [row.is_marked for row in made.parts] == [provider == "anthropic", *[False] * 4]


def ends(provider, system, **more):
    rows = structure_of(assemble_request(provider, CHAT, system=system, model="m", **more)).rows
    return [(at, row.words) for at, row in enumerate(rows) if isinstance(row, PrefixEnd)]


def test_what_ends_the_cached_prefix_is_said_where_it_ends():
    up_to_here = "cached up to here: no cache mark follows"
    differs = "another conversation can differ from here: [prompt:cwd]"
    assert ends("anthropic", "Stored.") == [(2, up_to_here)]
    assert ends("anthropic", "Stored.", cache="off") == []
    assert ends("openai", "Stored.") == []
    built_once = SystemText("You work in /a.\nBe kind.", 12, "[prompt:cwd]")
    assert ends("anthropic", built_once) == [(2, differs), (4, up_to_here)]
    assert ends("google", built_once) == [(2, differs)]
    assert ends("google", SystemText("\n12:00", 1, "[system:time]", is_rebuilt=True)) == [
        (1, "can change next turn from here: [system:time]")
    ]
    assert ends("google", SystemText("12:00\n", 5, "[system:time]", is_rebuilt=True)) == [
        (2, "can change next turn from here: [system:time]")
    ]


@pytest.mark.parametrize("provider", list(Provider))
def test_each_finding_stands_at_its_part_or_at_none(provider):
    request = assemble_request(provider, CHAT, system=RULES)
    findings = check_assembled(request)
    made = structure_of(request, findings)
    codes = {row.words: [one.finding.code for one in row.findings] for row in made.parts}
    assert "blank-content" in codes[""]
    assert codes["[branch main]"] == ["cache-broken"]
    assert "cache-too-short" in codes["Rules.\n"]
    assert codes["Hi there"] == []
    others = [one.finding.code for one in made.findings]
    assert others == ["missing-field"]
    assert len(made.all_findings) == len(findings)


def test_nothing_is_cached_where_a_finding_says_that_the_prefix_is_too_short():
    short, long = (("user", "Hi"),), (("user", "word " * 5_000),)
    for provider in Provider:
        for chat, is_cached in ((short, False), (long, provider is not Provider.ANTHROPIC)):
            request = assemble_request(provider, chat, system=RULES, model="m")
            made = structure_of(request, check_assembled(request))
            assert any(row.is_cached for row in made.parts) is (made.cached > 0) is is_cached
            kept = [row for row in made.rows if isinstance(row, PrefixEnd) and not row.tag]
            assert kept == []


def test_the_title_of_a_fix_is_the_repairs_unless_somebody_knows_better():
    request = assemble_request("google", [*CHAT, ("system", "Late")], model="m")
    findings = check_assembled(request)
    late = structure_of(request, findings).parts[-1].findings
    assert [one.fix for one in late if one.finding.code == "system-not-first"] == ["Make it a user message"]
    assert {one.fix for one in structure_of(request, findings, lambda _one: "Mend").all_findings} == {"Mend"}


def test_many_parts_and_findings_take_work_in_proportion():
    def prepared(size):
        chat = [("user", f"word {number}") for number in range(size)]
        request = assemble_request("anthropic", chat, system=RULES, model="m")
        findings = check_assembled(request)
        assert len(findings) >= size - 1
        return lambda: structure_of(request, findings)

    assert_work_in_proportion(prepared, 100)


def test_very_long_requests_are_estimated():
    made = structure_of(assemble_request("openai", [("user", "a" * 200_001)], model="gpt-4o"))
    assert made.tokens.is_estimate
    assert made.tokens.count == 50_001
