"""What the panels of a chat show, from the files of messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.chats.chat import Message, read_message
from editor_app.chats.checks import problems_of
from editor_app.chats.header_table import FIELDS
from editor_app.chats.reading import read_text
from editor_app.text import Severity
from editor_app.text.tokens import TokenCount
from editor_app.window.kinds.chat import message_rows as chat_rows
from editor_app.window.kinds.chat.message_rows import (
    MOST_WORDS,
    MessageRow,
    first_words,
    tokens_of,
)
from editor_app.window.kinds.chat.panels.header.fields import HeaderField, header_view
from editor_app.window.kit.words.counts import Counts

CASES = Path(__file__).parents[3] / "cases/chats/message_files.json"
ALL_FIELDS = {
    "Block-UUID": "11111111-1111-4111-8111-111111111111",
    "Component": "UserMessage",
    "Version": "1.0.0",
    "Description": "d",
    "Language": "markdown",
    "Created-at": "2026-03-04T13:51:07Z",
    "Authors": "A (v1.0.0)",
}


def source(fields: dict[str, str], role: str = "user", content: str = "x") -> str:
    lines = [f"; {key}: {value}" for key, value in fields.items()]
    return "\n".join([*lines, ";", f"; role: {role}"]) + f"\n\n\n{content}"


def view_of(text: str, *, is_writable: bool = True):
    read = read_text(text)
    return header_view(read, problems_of(read), is_writable)


def test_rows_say_what_the_files_say() -> None:
    first = read_message(b"; role: user\n\n\n\n\n  Open it. \nMore.\n")
    second = read_text("; role: assisant\n\n\n")
    tokens = TokenCount(4, is_estimate=True)
    one, two = (
        MessageRow(Path("chats/a/1.md"), first, first.diagnostics, is_unsaved=True, tokens=tokens),
        MessageRow(Path("chats/a/012.md"), second, problems_of(second)),
    )
    assert (one.number, one.role, one.words, one.tokens_in_words, one.counts) == (
        "1",
        "user",
        "Open it.",
        "≈ 4",
        Counts(0, 0, 1),
    )
    assert (one.is_unsaved, one.text) == (True, first.content)
    assert (two.number, two.role, two.words) == ("12", "assisant", "")
    assert (two.is_unsaved, two.counts) == (False, Counts(1, 0, 1))
    assert two.tooltip.splitlines()[2].startswith("The role ‘assisant’ is unknown")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", ""),
        (" \n\t\n", ""),
        ("one\ntwo", "one"),
        ("\n\n  one  \ntwo", "one"),
        ("x" * MOST_WORDS, "x" * MOST_WORDS),
        ("x" * (MOST_WORDS + 1), "x" * (MOST_WORDS - 1) + "…"),
        ("x" * MOST_WORDS + "\ny", "x" * MOST_WORDS),
        ("a" + " " * 1000 + "b", "a"),
    ],
)
def test_first_words_are_the_first_line_that_is_not_blank(content: str, words: str) -> None:
    assert first_words(content) == words


@given(st.text(alphabet="ab \n\t", max_size=400))
def test_first_words_are_one_short_line_of_the_text(content: str) -> None:
    words = first_words(content)
    assert len(words) <= MOST_WORDS
    assert "\n" not in words
    assert words.removesuffix("…") in content
    assert bool(words) == bool(content.strip())


@pytest.mark.parametrize(
    ("number", "is_estimate", "shown"),
    [(268, True, "≈ 268"), (268, False, "268"), (1909, True, "≈ 1,909"), (0, True, "0")],
)
def test_tokens_are_shown_as_in_the_preview(monkeypatch, number: int, is_estimate: bool, shown: str) -> None:
    asked = []

    def count(text: str, model: str | None) -> TokenCount:
        asked.append((text, model))
        return TokenCount(number, is_estimate)

    monkeypatch.setattr(chat_rows, "count_or_estimate", count)
    message = Message("user", "\nHello \n\n")
    row = MessageRow(Path("1.md"), message, tokens=tokens_of(message, "gpt-4o"))
    assert row.tokens_in_words == shown
    assert asked == [("Hello ", "gpt-4o")], "the text that is sent"


def test_fields_stand_in_their_usual_order_and_unknown_ones_last() -> None:
    fields = {"Mood": "calm", **dict(reversed(ALL_FIELDS.items()))}
    view = view_of(source(fields))
    assert tuple(field.key for field in view.fields) == (*FIELDS, "Mood")
    assert view.missing == ()
    assert all(field.problem == "" for field in view.fields)
    assert view.in_line() == (
        "A (v1.0.0)",
        "version 1.0.0",
        "2026-03-04 13:51",
        "markdown",
        "d",
        "Mood: calm",
    )


@pytest.mark.parametrize(
    ("changes", "key", "sentence"),
    [
        ({"Version": "1.0"}, "Version", "‘Version’ is not"),
        ({"Version": ""}, "Version", "‘Version’ has no value."),
        ({"Created-at": "yesterday"}, "Created-at", "‘Created-at’ is not"),
        ({"version": "2.0.0"}, "Version", "‘version’ is given twice; the first counts."),
    ],
)
def test_a_problem_stands_at_its_field(changes: dict[str, str], key: str, sentence: str) -> None:
    found = {field.key: field for field in view_of(source({**ALL_FIELDS, **changes})).fields if field.problem}
    assert list(found) == [key]
    assert found[key].problem.startswith(sentence)
    assert found[key].severity is Severity.WARNING


@pytest.mark.parametrize(
    ("text", "role", "keys", "missing", "severity"),
    [
        ("; role: user\n\n\nx", "user", [], 7, Severity.INFORMATION),
        ("; Version: 1.0.0\n; role: User\n\n\nx", "User", ["Version"], 6, Severity.WARNING),
        ("; Version: 1.0.0\n\n\nx", None, ["Version"], 6, Severity.WARNING),
        ("just words", None, [], 0, None),
        ("", None, [], 0, None),
    ],
)
def test_what_is_missing_is_told(text, role, keys, missing, severity) -> None:
    view = view_of(text, is_writable=False)
    assert (view.role, [field.key for field in view.fields], len(view.missing)) == (role, keys, missing)
    assert not view.is_writable
    assert bool(view.missing_in_words()) == (severity is Severity.WARNING), "a role alone is usual"
    told = next((one for one in problems_of(read_text(text)) if one.code == "missing-metadata"), None)
    assert (told is None) == (missing == 0)
    assert told is None or told.severity is severity


def test_how_many_are_missing_is_told_in_fewer_and_fewer_words() -> None:
    words = view_of(source({"Version": "1.0.0"})).missing_in_words()
    assert words == ("6 fields missing", "6 missing", "6")
    one = {key: value for key, value in ALL_FIELDS.items() if key != "Language"}
    assert view_of(source(one)).missing_in_words() == ("1 field missing", "1 missing", "1")
    assert view_of(source(ALL_FIELDS)).missing_in_words() == ()


@pytest.mark.parametrize("case", json.loads(CASES.read_text("utf-8")), ids=lambda case: case["id"])
def test_every_case_of_the_format_can_be_shown(case: dict[str, object]) -> None:
    given = case["input"]
    text = (
        given["file"] if isinstance(given, dict) and isinstance(given.get("file"), str) else json.dumps(given)
    )
    read = read_text(text)
    problems = problems_of(read)
    row = MessageRow(Path("1.md"), read, problems)
    assert row.counts.total == len(problems)
    view = header_view(read, problems, is_writable=True)
    assert {field.key for field in view.fields if field.value} <= {*read.metadata}
    assert {field.key: field.value for field in view.fields if field.value}.items() <= read.metadata.items()
    assert all(isinstance(field, HeaderField) for field in view.fields)
