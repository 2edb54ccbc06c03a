"""`foreword test`: cases against what they expect, and what they expect brought up to date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

VARIABLES = "[{name: who, required: true, description: d}]"


@pytest.fixture
def letter(library: Path, write_prompt) -> Path:
    return write_prompt(library, "letter", "Dear {{who}},\nhello.", VARIABLES)


def write_cases(folder: Path, text: str, name: str = "letter") -> Path:
    path = folder / f"{name}.cases.yaml"
    path.write_bytes(text.encode())
    return path


ONE_OF_EACH = """\
format: 1
cases:
  - {name: good, values: {who: Ada}, expect: "Dear Ada,\\nhello."}
  - name: bad
    values: {who: Bob}
    expect: |
      Dear Ada,
      hello.
  - {name: lists, values: {who: Cy}, expect: [contains: Cy, not_contains: hello, matches: "^Dea?r"]}
  - {name: only values, values: {who: Di}}
"""


def test_what_fails_is_shown_and_counted(foreword, letter: Path):
    write_cases(letter.parent, ONE_OF_EACH)
    ran = foreword("test")
    assert ran.code == 1
    assert ran.text.splitlines() == [
        "FAILED prompts/letter.cases.yaml ‘bad’",
        "  Expected ‘Dear Ada,’, got ‘Dear Bob,’ on line 1.",
        "  --- expected",
        "  +++ rendered",
        "  @@ -1,2 +1,2 @@",
        "  -Dear Ada,",
        "  +Dear Bob,",
        "   hello.",
        "FAILED prompts/letter.cases.yaml ‘lists’",
        "  ‘hello’ is in the text, on line 2.",
        "1 passed, 2 failed",
    ]


def test_json(foreword, letter: Path):
    path = write_cases(letter.parent, ONE_OF_EACH)
    document = json.loads(foreword("test", "--json").out)
    assert list(document) == ["format", "results", "passed", "failed", "warnings"]
    assert (document["passed"], document["failed"]) == (1, 2)
    assert document["results"][0] == {"path": str(path), "case": "good", "passed": True, "difference": None}
    assert "+Dear Bob," in document["results"][1]["difference"]


@pytest.mark.parametrize("word", ["prompts/letter.md", "prompts/letter.cases.yaml", "prompts", "."])
def test_some_cases_only(foreword, letter: Path, write_prompt, word: str):
    write_cases(letter.parent, '[{name: a, values: {who: x}, expect: "Dear x,\\nhello."}]')
    assert foreword("test", word).text == "1 passed, 0 failed\n"


def test_no_cases(foreword, letter: Path, here: Path):
    assert foreword("test") == (0, b"0 passed, 0 failed\n", "")
    ran = foreword("test", letter)
    assert ran.code == 2
    assert ran.err.endswith("has no cases: there is no ‘prompts/letter.cases.yaml’.\n")
    assert foreword("test", "gone.md").err == "foreword: There is no file ‘gone.md’.\n"
    assert foreword("test", "-").code == 2


def test_cases_with_problems_fail(foreword, letter: Path):
    good = '- {name: good, values: {who: x}, expect: "Dear x,\\nhello."}\n'
    bad = "- {name: a, values: [], clock: soon, expect: x}\n- 3\n- {values: 1}\n- {name: a, expect: y}\n"
    write_cases(letter.parent, f"cases:\n{good}{bad}format: 0\n")
    ran = foreword("test")
    assert ran.code == 1
    assert [line for line in ran.text.splitlines() if not line.startswith("  ")] == [
        *("FAILED prompts/letter.cases.yaml ‘a’", *["FAILED prompts/letter.cases.yaml"] * 4),
        "1 passed, 5 failed",
    ]
    assert "  prompts/letter.cases.yaml:3:21: error invalid-case ‘values’ is a list" in ran.text
    assert "  prompts/letter.cases.yaml:3:32: error invalid-case ‘clock’ is ‘soon’" in ran.text
    assert "MISSING_REQUIRED_VARIABLE" not in ran.text


def test_a_case_whose_folder_cannot_be_used_fails_and_the_others_run(foreword, library: Path, here: Path):
    (library / "system-prompt.tmpl").write_text("[prompt:model]")
    (here / "sub").mkdir()
    cases = [
        "- {name: outside, cwd: ../.., model: m, expect: m}",
        "- {name: nowhere, cwd: gone, model: m, expect: m}",
        "- {name: inside, cwd: sub, model: m, expect: m}",
    ]
    write_cases(library, "\n".join(cases), "system-prompt")
    write_cases(here, "[{name: a, values: {a: 1}, expect: 1!}]", "AGENTS")
    (here / "AGENTS.md").write_text("{{a}}!")
    ran = foreword("test", "prompts", "AGENTS.md")
    assert (ran.code, ran.err) == (1, "")
    assert ran.text.splitlines() == [
        "FAILED prompts/system-prompt.cases.yaml ‘outside’",
        (
            f"  The case ‘outside’ looks in ‘../..’, which lies outside {here}. Name a folder in {here}; "
            "‘render’ and ‘explain’ take another with ‘--cwd’."
        ),
        "FAILED prompts/system-prompt.cases.yaml ‘nowhere’",
        "  ‘gone’ is not a folder. Name the one variables should look in.",
        "2 passed, 2 failed",
    ]
    ran = foreword("render", library / "system-prompt.tmpl", "--case", "outside")
    assert (ran.code, ran.out) == (2, b"")


def test_cases_without_text(foreword, library: Path, here: Path):
    write_cases(library, "[{name: a, expect: x}]", "nobody")
    write_cases(here, "[{name: a, expect: x}]", "outside")
    for word in ("prompts", "outside.cases.yaml"):
        ran = foreword("test", word)
        assert "  There is no text beside the cases to try them on.\n" in ran.text
        assert ran.code == 1


def test_documents_and_templates_have_cases_too(foreword, library: Path, here: Path):
    (library / "sub").mkdir()
    (library / "sub" / "AGENTS.md").write_text("{{a}}!")
    write_cases(library / "sub", "[{name: a, values: {a: 1}, expect: 1!}]", "AGENTS")
    (library / "system-prompt.tmpl").write_text("[system:date] [prompt:model]")
    case = "{name: a, clock: 2024-06-15T12:00:00Z, model: m, expect: 2024-06-15 m}"
    write_cases(library, f"[{case}]", "system-prompt")
    assert foreword("test").text == "2 passed, 0 failed\n"
    (here / "AGENTS.md").write_text("{{a}}!")
    write_cases(here, "[{name: a, values: {a: 1}, expect: 1!}]", "AGENTS")
    assert foreword("test", "AGENTS.md").text == "1 passed, 0 failed\n"


def test_a_prompt_outside_any_library(foreword, here: Path, write_prompt):
    write_prompt(here, "letter", "Dear {{who}}", VARIABLES)
    write_cases(here, "[{name: a, values: {who: x}, expect: Dear x}]")
    assert foreword("test", "letter.md").text == "1 passed, 0 failed\n"


def test_the_user_s_cases_are_the_ones_of_a_shadowed_prompt(foreword, library: Path, write_prompt):
    default = write_prompt(library / "defaults", "letter", "Default {{who}}", VARIABLES)
    write_cases(library / "defaults", "[{name: a, values: {who: x}, expect: Default x}]")
    assert foreword("test").text == "1 passed, 0 failed\n"
    write_prompt(library, "letter", "Mine {{who}}", VARIABLES)
    assert foreword("test").code == 1
    write_cases(library, "[{name: a, values: {who: x}, expect: Mine x}]")
    assert foreword("test").text == "1 passed, 0 failed\n"
    assert foreword("test", default).text == "1 passed, 0 failed\n"


def test_a_fallback_is_tried_with_a_warning(foreword, library: Path, write_prompt):
    write_prompt(library / "defaults", "letter", "Default {{who}}", VARIABLES)
    write_prompt(library, "letter", "Mine {{who}}", VARIABLES, version="1")
    write_cases(library, "[{name: a, values: {who: x}, expect: Default x}]")
    ran = foreword("test")
    assert (ran.code, ran.text) == (0, "1 passed, 0 failed\n")
    assert "so default 1.0.0 is" in ran.err


def test_an_invalid_prompt_fails_its_cases(foreword, library: Path, write_prompt):
    write_prompt(library, "letter", "Mine {{who}}", VARIABLES, version="1")
    write_cases(library, "[{name: a, values: {who: x}, expect: Mine x}]")
    ran = foreword("test")
    assert ran.code == 1
    assert "  prompts/letter.md:3:10: error INVALID_FRONTMATTER ‘version’" in ran.text


class TestUpdate:
    def test_the_difference_is_shown_before_it_is_written(self, foreword, letter: Path, monkeypatch):
        from editor_app.cli import streams

        path = write_cases(letter.parent, ONE_OF_EACH)
        seen = []
        write = streams.Streams.write

        def watch(self: streams.Streams, data: bytes) -> None:
            seen.append((data, path.read_text()))
            write(self, data)

        monkeypatch.setattr(streams.Streams, "write", watch)
        ran = foreword("test", "--update")
        difference = next(text for data, text in seen if b"+Dear Bob," in data)
        assert difference == ONE_OF_EACH
        assert "  → what it expects is updated" in ran.text
        assert "  → not updated: only one plain expected text can be" in ran.text
        assert ran.text.endswith("2 passed, 1 failed\n")
        assert ran.code == 1

    def test_only_that_text_changes(self, foreword, letter: Path):
        path = write_cases(letter.parent, ONE_OF_EACH)
        foreword("test", "--update")
        assert path.read_text() == ONE_OF_EACH.replace(
            "    expect: |\n      Dear Ada,\n", "    expect: |\n      Dear Bob,\n"
        )

    @pytest.mark.parametrize(
        "text",
        [
            "# kept\n- name: a\n  values:\n    who: x\n  expect: old # also kept\n# the end",
            "cases: [{name: a, values: {who: x}, expect: old}]\n",
            "cases:\n  -   name: a\n      values: {who: x}\n      expect: ''\n      # end\n",
            "cases:\n- expect: >-\n    old\n    text\n\n  name: a\n  values: {who: x}\n",
            '- "name": a\n  values: {who: x}\n  "expect": old\n- {name: b, values: {who: b}}',
        ],
    )
    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    def test_any_way_of_writing_it(self, foreword, letter: Path, text: str, newline: str):
        path = write_cases(letter.parent, "\ufeff" + text.replace("\n", newline))
        assert foreword("test", "--update").code == 0
        data = path.read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(newline.encode())
        for comment in ("# kept", "# also kept", "# the end", "# end"):
            assert comment.encode() in data or comment not in text
        assert foreword("test").code == 0

    def test_what_another_case_repeats_is_not_touched(self, foreword, letter: Path):
        text = "- {name: a, values: {who: x}, expect: &e old}\n- {name: b, values: {who: y}, expect: *e}\n"
        path = write_cases(letter.parent, text)
        assert foreword("test", "--update").text.endswith("1 passed, 1 failed\n")
        assert path.read_text() == text.replace("*e", '"Dear y,\\nhello."')

    def test_what_cannot_be_rendered_is_not_written(self, foreword, letter: Path):
        text = "- {name: a, values: {}, expect: old}\n"
        path = write_cases(letter.parent, text)
        assert foreword("test", "--update").code == 1
        assert path.read_text() == text

    def test_json_says_so(self, foreword, letter: Path):
        write_cases(letter.parent, "- {name: a, values: {who: x}, expect: old}\n")
        ran = foreword("test", "--update", "--json")
        (result,) = json.loads(ran.out)["results"]
        assert result["passed"]
        assert result["difference"]
        assert ran.code == 0
        assert foreword("test").text == "1 passed, 0 failed\n"

    def test_a_file_that_changed_meanwhile_is_left_alone(self, foreword, letter: Path, monkeypatch):
        from editor_app.cli.commands import test as command

        path = write_cases(letter.parent, "- {name: a, values: {who: x}, expect: old}\n")
        save = command.save_updates

        def someone_else_first(*arguments: object) -> None:
            path.write_text("mine\n")
            save(*arguments)

        monkeypatch.setattr(command, "save_updates", someone_else_first)
        ran = foreword("test", "--update")
        assert ran.code == 2
        assert path.read_text() == "mine\n"
