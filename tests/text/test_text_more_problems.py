"""Of very many problems the first are listed, and one sentence says how many more there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor_app.analysis.analysis import Analysis, analyse
from editor_app.cli import main
from editor_app.library.kinds import Kind
from editor_app.text import MOST_PROBLEMS, MoreProblems, Severity

HEAD = "---\nname: a\nversion: 1.0.0\ndescription: x\nmax_tokens: 500\nvariables: {}\n---\n\n"
ONE = "[{name: a, description: d, required: false}]"
# What stands once for each problem, in which kind of file, and with which code.
MANY = {
    "unclosed conditions": ("{{#if a}} x ", Kind.PROMPT, "unclosed-condition"),
    "unclosed conditions on lines": ("{{#if a}}\nx\n\n", Kind.PROMPT, "unclosed-condition"),
    "stray closers": ("{{/if}} ", Kind.PROMPT, "stray-close"),
    "unclosed comments": ("{{! x\n", Kind.DOCUMENT, "unclosed-comment"),
    "foreign tags": ("{% x %} ", Kind.PROMPT, "foreign-tag"),
    "three braces": ("{{{a}}} ", Kind.PROMPT, "foreign-tag"),
    "conditions decided already": (
        "{{#if a}}{{#if a}}x{{/if}}{{/if}} ",
        Kind.PROMPT,
        "always-same",
    ),
    "undeclared variables": ("{{b}} ", Kind.PROMPT, "undeclared-variable"),
    "unknown names": ("[git:x] ", Kind.TEMPLATE, "unknown-name"),
    "hidden characters": ("a\u200b ", Kind.DOCUMENT, "hidden-character"),
}


def read(name: str, count: int) -> Analysis:
    piece, kind, _ = MANY[name]
    head = HEAD.format(ONE) if kind is Kind.PROMPT else ""
    tail = "{{a}}\n" if kind is Kind.PROMPT else ""
    return analyse(head + piece * count + tail, kind, "a.md")


@pytest.mark.parametrize("name", MANY)
def test_the_first_are_listed_and_the_rest_is_counted(name: str):
    code = MANY[name][2]
    few = read(name, 10).diagnostics
    assert [one.code for one in few] == [code] * 10, "the control: each is one problem"
    assert len(read(name, MOST_PROBLEMS).diagnostics) == MOST_PROBLEMS
    *listed, last = read(name, MOST_PROBLEMS + 5).diagnostics
    assert [one.code for one in listed] == [code] * MOST_PROBLEMS
    assert isinstance(last, MoreProblems)
    assert last.counted == {(code, few[0].severity): 5}
    assert last.severity == few[0].severity
    assert last.span.start >= listed[-1].span.start
    word = {"error": "errors", "warning": "warnings", "information": "notes"}[few[0].severity]
    assert last.message == (f"5 more problems follow (5 {word}). Correct some of those listed to see them.")


@pytest.mark.parametrize(
    "name", ["unclosed conditions", "conditions decided already", "undeclared variables"]
)
def test_what_is_not_listed_is_not_made(name: str):
    """Ten times the text makes as many messages and fixes as the text that fills the list."""
    import editor_app.text.diagnostics as words

    made = []
    original = words.Diagnostic.__init__

    def count(self, *arguments, **fields):
        made[-1] += 1
        original(self, *arguments, **fields)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words.Diagnostic, "__init__", count)
        for times in (0.5, 1, 10):
            made.append(0)
            read(name, int(times * MOST_PROBLEMS))
    half, full, tenfold = made
    assert full > 1.8 * half, "the control: below the cap each problem is made"
    assert tenfold <= full + 20


def test_an_error_beyond_the_cap_still_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / ".git").mkdir()
    path = tmp_path / "notes.md"
    source = "{% x %} " * (MOST_PROBLEMS + 9)
    path.write_text(source)
    assert main(["check", str(path), "--strict"]) == 0
    capsys.readouterr()
    path.write_text(source + "{{! never closed\n")
    assert main(["check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == MOST_PROBLEMS + 1
    assert lines[-1].endswith(
        "error more-problems 10 more problems follow (1 error, 9 notes). "
        "Correct some of those listed to see them."
    )
    assert main(["check", str(path), "--json"]) == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert len(problems) == MOST_PROBLEMS + 1
    assert (problems[-1]["code"], problems[-1]["severity"]) == ("more-problems", "error")
    assert main(["check", str(path), "--sarif"]) == 1
    [run] = json.loads(capsys.readouterr().out)["runs"]
    assert run["results"][-1]["ruleId"] == "more-problems"
    assert run["results"][-1]["level"] == "error"


def test_what_another_part_of_the_file_finds_is_counted_together():
    source = HEAD.format(ONE) + "{{#if a}} x " * 1500 + "{{b}} " * 700 + "{{a}}\n"
    *listed, last = analyse(source, Kind.PROMPT, "a.md").diagnostics
    assert len(listed) == MOST_PROBLEMS
    assert isinstance(last, MoreProblems)
    assert last.counted == {
        ("unclosed-condition", Severity.ERROR): 500,
        ("undeclared-variable", Severity.WARNING): 700,
    }
    assert last.severity is Severity.ERROR
