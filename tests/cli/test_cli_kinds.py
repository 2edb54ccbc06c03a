"""Commands take files of a kind that was just added as those of any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_kind.adding import add_verses


@pytest.fixture(autouse=True)
def verses(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    add_verses(monkeypatch)
    (here / "roses.verse").write_text("Roses are {{colour}},\n" + "x" * 31)


def test_a_kind_that_was_added_is_listed_and_checked(foreword):
    assert "toy-verse     roses.verse\n" in foreword("list").text
    done = foreword("check", "--strict")
    assert (done.code, done.text) == (
        1,
        "roses.verse:2:1: warning long-line A line of a verse has at most 30 characters.\n",
    )
    assert foreword("check", "roses.verse").text == done.text


def test_a_kind_that_was_added_is_rendered_and_explained(foreword):
    assert foreword("render", "roses.verse", "--set", "colour=red").text.startswith("Roses are red,\n")
    assert b"of {{x}}" in foreword("render", "-", "--kind", "toy-verse", stdin=b"of {{x}}").out
    said = foreword("explain", "roses.verse", "--set", "colour=red", "--at", "11").text
    assert said == "roses.verse:1:11: The value of ‘colour’ (--set), inserted on line 1.\n"
    assert foreword("explain", "roses.verse").text.startswith("roses.verse:1:11: blank {{colour}}: ")
    refused = foreword("render", "roses.verse", "--mode", "x")
    assert (refused.code, "is of kind toy-verse" in refused.err) == (2, True)
    refused = foreword("assemble", "roses.verse")
    assert (refused.code, "is of kind toy-verse, not a system message" in refused.err) == (2, True)


def test_a_kind_that_was_added_is_among_the_kinds(foreword, here: Path):
    assert "Did you mean ‘toy-verse’?" in foreword("render", "-", "--kind", "verse", stdin=b"").err
    (here / "a.cases.yaml").write_text("cases: []")
    assert (
        "of kind document, instructions, message, prompt, system-message, template or toy-verse."
        in foreword("render", "./a.cases.yaml").err
    )
