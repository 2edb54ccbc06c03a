"""How much YAML and TOML is read, up to each limit and one beyond it."""

from __future__ import annotations

import tomllib

import pytest

from editor_app.structured.budget import (
    MOST_CHARACTERS,
    MOST_CHARACTERS_IN_PYTHON,
    MOST_DEPTH,
    TooMuch,
    check_length,
)
from editor_app.structured.reading import read_yaml
from editor_app.structured.toml_reader import read_toml
from editor_app.text import Span

LIMITS = {"characters": 1_000_000, "characters in Python": 100_000, "depth": 64}


def problem_of(text: str, offset: int = 0, most: int = MOST_CHARACTERS):
    with pytest.raises(TooMuch) as refused:
        check_length(text, offset, most)
    return refused.value.diagnostic


def test_the_limits_are_those_that_the_sentences_say():
    found = {
        "characters": MOST_CHARACTERS,
        "characters in Python": MOST_CHARACTERS_IN_PYTHON,
        "depth": MOST_DEPTH,
    }
    assert found == LIMITS


def test_a_text_is_read_up_to_its_most_characters_and_refused_on_its_first_line():
    line = "a: b\n"
    check_length(line * 20, 0, 100)
    problem = problem_of(line * 20 + "c", 7, 100)
    assert (problem.code, problem.span) == ("yaml-limit", Span(7, 11))
    assert problem.message == "This is longer than 100 characters, the most that is read as YAML. Shorten it."
    whole = "# " + "x" * (MOST_CHARACTERS - 2)
    assert not read_yaml(whole)[1]
    [refused] = read_yaml(whole + "x")[1]
    assert (
        refused.message
        == "This is longer than 1,000,000 characters, the most that is read as YAML. Shorten it."
    )


@pytest.mark.parametrize(
    "character",
    ["\0", "\x08", "\x0b", "\x1f", "\x7f", "\x84", "\x86", "\x9f", "\udfff", "\ufffe", "\uffff"],
    ids=ascii,
)
def test_a_character_that_yaml_has_no_place_for_is_refused_where_it_is(character):
    problem = problem_of(f"a: {character}b{character}", 10)
    assert (problem.code, problem.span) == ("yaml-syntax", Span(13, 14))
    assert problem.args == {"character": f"U+{ord(character):04X}"}
    assert problem.message == (
        f"The character U+{ord(character):04X} can’t be in YAML. Remove it or write it as an escape."
    )


def test_characters_beside_those_are_read():
    beside = "\t\n\r\x20\x7e\x85\xa0\ud7ff\ue000\ufffd\U00010000\U0010ffff\ufeff"
    check_length(f"a{beside}", 0, 100)
    assert problem_of("\ufeffa: b").span == Span(0, 1)  # only in front it is a mark


def toml(text: str, before: str = ""):
    source = before + text
    return read_toml(source, Span(len(before), len(source)), tomllib.loads)


TOO_DEEP = "This is nested more than 64 levels deep. Use fewer levels."


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 64 + "]" * 64,
        "a = " + "[" * 64 + "]" * 64 + "\nb = " + "[" * 64 + "]" * 64,
        "a = [" + "[]," * 100 + "]",
        ".".join("a" * 65) + " = 1",
        ".".join("a" * 65) + " = 1\n" + ".".join("b" * 65) + " = 1",
        "a = [" + "1.5, " * 100 + "]",
        'a = "' + "[" * 100 + '"',
        'a = "\\"' + "[" * 100 + '"',
        "a = '" + "[" * 100 + "'",
        'a = """' + "[\n" * 100 + '"""',
        'a = """"' + "[" * 100 + '"""',
        "a = '''" + "'[\n" * 100 + "'''",
        "# " + "[" * 100,
        "a = 1 # " + "." * 100 + "\nb = 1",
    ],
)
def test_toml_up_to_its_limits_is_read(text):
    assert toml(text) == (tomllib.loads(text), ())


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("a = " + "[" * 65 + "]" * 65, 4 + 64),
        ("a = " + "[{" * 33, 4 + 64),
        (".".join("a" * 66) + " = 1", 65 * 2 - 1),
        ("a = 1\n" + "]" * 9 + "[" * 65, 6 + 9 + 64),
        ('a = "x"' + "[" * 65, 7 + 64),
        ('a = "' + "x\n" + "[" * 65, 7 + 64),  # an unclosed string ends with its line
        ("a = 'x'" + "[" * 65, 7 + 64),
        ("# x\n" + "[" * 65, 4 + 64),
    ],
)
def test_toml_that_is_nested_too_deep_is_refused_where_it_is(text, at):
    values, [problem] = toml(text, "+++\n")
    assert values == {}
    assert (problem.code, problem.span, problem.message) == ("toml-limit", Span(at + 4, at + 5), TOO_DEEP)
    assert problem.args == {"most": "64"}


def test_toml_is_read_up_to_its_most_characters():
    text = "a = 1\n# " + "x" * (MOST_CHARACTERS_IN_PYTHON - 8)
    assert toml(text) == ({"a": 1}, ())
    values, [problem] = toml(text + "x", "+++\n")
    assert (values, problem.code, problem.span) == ({}, "toml-limit", Span(4, 9))
    assert "longer than 100,000 characters, the most that is read as TOML" in problem.message


@pytest.mark.parametrize(
    ("text", "words", "span", "reason"),
    [
        ("a = 1\nb = x\nc = 2\n", "Wrong (at line 2, column 5)", (10, 11), "Wrong"),
        ("a = 1\nb = xyz\nc = 2\n", "Wrong (at line 2, column 5)", (10, 13), "Wrong"),
        ("a = 1\nb = xyz\n", "Wrong (at line 1, column 1)", (0, 5), "Wrong"),
        ("a = 1\nb =\nc = 2\n", "Wrong (at line 2, column 4)", (9, 10), "Wrong"),
        ("a = 1\nb = [1,\n\n", "Wrong (at end of document)", (12, 13), "Wrong"),
        ("a = 1\nb = [1,\n\n", "Wrong (at line 4, column 1)", (12, 13), "Wrong"),
        ("a = 1\nb = 22", "Wrong (at line 2, column 7)", (11, 12), "Wrong"),
        ("a = 1", "Wrong (at line 1, column 5)", (4, 5), "Wrong"),
        ("", "Wrong (at end of document)", (0, 0), "Wrong"),
        ("a = 1\nb = 22", "4300 digits at most", (0, 5), "a number here has too many digits"),
        ("abc", "x" * 300 + " (at line 1, column 2)", (1, 3), "x" * 200),
    ],
)
def test_toml_that_cannot_be_read_is_told_at_its_place(text, words, span, reason):
    def loads(_text: str) -> object:
        raise ValueError(words)

    values, [problem] = read_toml(f"+++\n{text}\n+++", Span(4, 4 + len(text)), loads)
    assert (values, problem.code) == ({}, "toml-syntax")
    assert problem.message == f"This can’t be read as TOML: {reason}. Correct this line, or remove it."
    assert (problem.span.start - 4, problem.span.end - 4) == span


def test_what_is_no_table_of_toml_gives_nothing():
    assert read_toml("abc", Span(0, 3), lambda _text: ["a"]) == ({}, ())
