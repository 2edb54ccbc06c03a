"""`foreword explain`: why a character is there, and why another is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

VARIABLES = """
  - {name: who, required: true, description: d}
  - {name: how, required: false, description: d, default: kind}"""
NEITHER = "‘nobody’ is neither declared nor set."
BODY = "Dear {{who}},\n{{#if how}}be {{how}}{{/if}}{{#if who}}!{{else}}?{{/if}} {{nobody}}"


@pytest.fixture
def letter(library: Path, write_prompt) -> Path:
    return write_prompt(library, "letter", BODY, VARIABLES)


@pytest.mark.parametrize(
    ("at", "lines"),
    [
        (0, ["prompts/letter.md:11:1: Text from line 11."]),
        (5, ["prompts/letter.md:11:6: The value of ‘who’ (--set), inserted on line 11."]),
        (
            13,
            [
                "prompts/letter.md:12:15: The value of ‘how’ (its default), inserted on line 12.",
                "  because how has a value (condition on line 12)",
            ],
        ),
        (
            17,
            [
                "prompts/letter.md:12:40: Text from line 12.",
                "  because who has a value (condition on line 12)",
            ],
        ),
        (
            19,
            [f"prompts/letter.md:12:58: The tag on line 12 stays as written: {NEITHER}"],
        ),
    ],
)
def test_why_a_character_is_there(foreword, letter: Path, at: int, lines: list[str]):
    ran = foreword("explain", "letter", "--set", "who=Ada", "--at", at)
    assert (ran.code, ran.err) == (0, "")
    assert ran.text.splitlines() == lines


def test_where_a_value_comes_from(foreword, letter: Path, here: Path):
    (here / "v.yaml").write_text("how: file\n")
    (letter.parent / "letter.cases.yaml").write_text("[{name: c, values: {who: Ada}}]")
    given = ["explain", "letter", "--case", "c", "--values", "v.yaml", "--json", "--at"]
    assert json.loads(foreword(*given, 5).out)["at"]["valueFrom"] == "the case ‘c’"
    assert json.loads(foreword(*given, 13).out)["at"]["valueFrom"] == "v.yaml"


@pytest.mark.parametrize("at", [-1, 29, 10**12])
def test_past_the_end(foreword, letter: Path, at: int):
    ran = foreword("explain", "letter", "--set", "who=Ada", f"--at={at}")
    assert ran.err == f"foreword: There is no character {at:,} in the text: it has 29, counted from 0.\n"
    assert ran.code == 2


def test_everything_blank_or_left_out_in_order(foreword, letter: Path):
    ran = foreword("explain", "letter")
    assert ran.code == 0
    assert ran.text.splitlines() == [
        "prompts/letter.md:11:6: blank {{who}}: ‘who’ is required and not set.",
        "prompts/letter.md:12:40: left out: who is not set",
        "prompts/letter.md:12:58: blank {{nobody}}: ‘nobody’ is not declared, so its tag stays as written.",
    ]
    document = json.loads(foreword("explain", "letter", "--json").out)
    assert list(document) == ["format", "at", "blank", "leftOut"]
    assert document["at"] is None
    assert [blank["cause"] for blank in document["blank"]] == ["not-given", "not-declared"]
    assert document["blank"][0]["line"] == 11
    assert document["leftOut"][0]["reason"] == "who is not set"


def test_nothing_blank_says_nothing(foreword, here: Path):
    (here / "n.md").write_text("Hello")
    assert foreword("explain", "n.md") == (0, b"", "")


def test_causes_of_a_template(foreword, here: Path):
    (here / "x.tmpl").write_text("[file:a.md][file:../b][prompt:model][git:brnch][ab:c][git:branch][file:e]")
    (here / "e").write_text("")
    blank = json.loads(foreword("explain", "x.tmpl", "--trust", "--json").out)["blank"]
    assert {row["name"]: row["cause"] for row in blank} == {
        "file:a.md": "no-such-file",
        "file:../b": "needs-grant",
        "prompt:model": "not-given",
        "git:brnch": "unknown-name",
        "ab:c": "unknown-type",
        "git:branch": "git-failed",
        "file:e": "empty",
    }
    assert next(row for row in blank if row["name"] == "git:brnch")["suggestions"] == ["Use ‘git:branch’"]


def test_a_text_that_cannot_be_used(foreword, library: Path, write_prompt):
    write_prompt(library, "broken", "x", version="1")
    ran = foreword("explain", "broken")
    assert ran.code == 1
    assert ran.err.startswith("prompts/broken.md:3:10: error INVALID_FRONTMATTER")
    document = json.loads(foreword("explain", "broken", "--json").out)
    assert document["problems"][0]["field"] == "version"


def test_a_default_that_is_fallen_back_to(foreword, library: Path, write_prompt):
    write_prompt(library, "a", "x", version="1")
    write_prompt(library / "defaults", "a", "Default")
    ran = foreword("explain", "a", "--at", "0")
    assert ran.code == 0
    assert ran.text == "prompts/defaults/a.md:9:1: Text from line 9.\n"
    assert "a.md can’t be used, so default 1.0.0 is used. Line 3:" in ran.err


def test_a_time_of_day_in_the_toml_of_a_prompt_file(foreword, library: Path):
    (library / "timed.md").write_text("+++\nname = 'timed'\nat = 07:32:00\n+++\nHi\n", encoding="utf-8")
    for words in (("explain", "timed"), ("render", "timed"), ("check", "prompts/timed.md")):
        ran = foreword(*words)
        assert ran.code == 1
        assert "timed.md:1:1: error INVALID_FRONTMATTER" in ran.err + ran.text


def test_a_number_of_thousands_of_digits_in_the_metadata(foreword, here: Path):
    (here / "n.md").write_text(f"---\nx: 0x{'F' * 6000}\n---\nHi\n", encoding="utf-8")
    ran = foreword("explain", "n.md", "--json")
    assert json.loads(ran.out)["metadata"]["x"].startswith("0xffff")
