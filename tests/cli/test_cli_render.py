"""`foreword render`: exactly the bytes the model gets, with values from everywhere."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind

VARIABLES = "[{name: who, required: true, description: d}, {name: how, required: false, description: d}]"
BODY = "Dear {{who}},{{#if how}}\nbe {{how}}.{{/if}}"


@pytest.fixture
def letter(library: Path, write_prompt) -> Path:
    return write_prompt(library, "letter", BODY, VARIABLES)


def test_the_exact_bytes_with_nothing_added(foreword, letter: Path):
    ran = foreword("render", "letter", "--set", "who=Ada 😀\n", "--set", "how=")
    assert ran == (0, "Dear Ada 😀\n,".encode(), "")


def test_the_same_bytes_as_everybody_gets(foreword, letter: Path):
    analysis = analyse(letter.read_text("utf-8"), Kind.PROMPT, "letter.md")
    result = render(analysis, Trial({"who": "$1 \\ {{how}}"}))
    assert result is not None
    assert foreword("render", letter, "--set", "who=$1 \\ {{how}}").out == result.text.encode()


def test_a_path_wins_over_a_name(foreword, letter: Path, here: Path):
    assert foreword("render", "letter", "--set", "who=x").text == "Dear x,"
    (here / "letter").write_text("A file called letter.")
    ran = foreword("render", "letter", "--kind", "document")
    assert ran.text == "A file called letter."


def test_a_prompt_in_a_folder(foreword, library: Path, write_prompt):
    write_prompt(library, "billing/refund", "Sorry")
    assert foreword("render", "billing/refund").text == "Sorry"


def test_newlines_become_lf(foreword, here: Path):
    (here / "notes.md").write_bytes(b"\xef\xbb\xbf# {{a}}\r\ntwo\r\n")
    assert foreword("render", "notes.md", "--set", "a=1").out == b"# 1\ntwo"


def test_a_document_shows_what_was_not_given(foreword, here: Path):
    (here / "notes.md").write_text("{{a}} and {{b}}")
    ran = foreword("render", "notes.md", "--set", "a=1")
    assert ran.out == b"1 and {{b}}"


def test_standard_input(foreword, here: Path):
    ran = foreword("render", "-", "--kind", "document", "--set", "a=1", stdin=b"{{a}}\r\n")
    assert ran.out == b"1"
    assert foreword("render", "-", "--kind", "template", stdin=b"[prompt:cwd]").text == str(here)
    ran = foreword("render", "-", "--kind", "document", "--case", "x", stdin=b"")
    assert (ran.code, ran.err[:33]) == (2, "foreword: Standard input has no c")


def test_what_is_sent_to_no_model(foreword, here: Path):
    (here / "a.cases.yaml").write_text("[]")
    ran = foreword("render", "a.cases.yaml")
    assert ran.code == 2
    assert ran.err == (
        "foreword: ‘a.cases.yaml’ is not sent to a model. "
        "Choose a file of kind document, instructions, message, prompt, system-message or template.\n"
    )


def test_an_invalid_prompt_without_default(foreword, library: Path, write_prompt):
    path = write_prompt(library, "broken", "{{#if a}}", version="1.0")
    for word in ("broken", path):
        ran = foreword("render", word)
        assert (ran.code, ran.out) == (1, b"")
        lines = ran.err.splitlines()
        assert lines[0].startswith("prompts/broken.md:3:10: error INVALID_FRONTMATTER ‘version’ is")
        assert lines[1].startswith("prompts/broken.md:9:1: error unclosed-condition ")
    document = json.loads(foreword("render", "broken", "--json").out)
    assert document["renderedContent"] is None
    assert [problem["type"] for problem in document["problems"]] == [
        "INVALID_FRONTMATTER",
        "TEMPLATE_SYNTAX_ERROR",
    ]


def test_private_notes_never_go_out(foreword, here: Path):
    (here / "notes.md").write_text("Public\n{{! not yet closed\n")
    ran = foreword("render", "notes.md")
    assert (ran.code, ran.out) == (1, b"")
    assert ran.err.startswith("notes.md:2:1: error unclosed-comment ")


def test_bytes_that_are_no_text(foreword, library: Path):
    (library / "bad.md").write_bytes(b"---\nname: bad\n\xe9")
    ran = foreword("render", "bad")
    assert ran.code == 1
    assert ran.err.startswith(
        "prompts/bad.md:3:1: error ENCODING_ERROR The file is not UTF-8: byte 15 is 0xe9"
    )


def test_a_missing_required_value(foreword, letter: Path):
    ran = foreword("render", "letter", "--set", "hwo=x")
    assert (ran.code, ran.out) == (1, b"")
    assert ran.err.splitlines() == [
        "foreword: warning: The value given for ‘hwo’ is not used. Did you mean ‘who’?",
        "prompts/letter.md: error MISSING_REQUIRED_VARIABLE ‘who’ is not set, and the prompt requires it.",
    ]
    (problem,) = json.loads(foreword("render", "letter", "--json").out)["problems"]
    assert problem["type"] == problem["code"] == "MISSING_REQUIRED_VARIABLE"
    assert problem["field"] == "who"
    assert foreword("render", "letter", "--set", "who=").code == 0


def test_json(foreword, letter: Path):
    ran = foreword("render", "letter", "--set", "who=Ada", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert next(iter(document)) == "format"
    assert document["renderedContent"] == "Dear Ada,"
    assert document["source"] == {"type": "user", "filePath": str(letter), "isFallback": False}
    assert document["substitutedVariables"] == ["who"]
    assert document["maxTokens"] == 100
    value = next(piece for piece in document["sourceMap"] if piece["why"] == "value")
    source = letter.read_text()
    assert source[slice(*value["source"])] == "{{who}}"
    assert document["renderedContent"][slice(*value["output"])] == "Ada"
    assert {part["why"] for part in document["leftOut"]} == {"condition"}
    assert document["leftOut"][0]["conditions"] == ["how"]


class TestValues:
    def write(self, here: Path, name: str, text: str) -> Path:
        path = here / name
        path.write_text(text)
        return path

    def test_later_ones_win(self, foreword, letter: Path, here: Path):
        cases = "cases:\n- {name: c, values: {who: case, how: case}}\n"
        (letter.parent / "letter.cases.yaml").write_text(cases)
        values = self.write(here, "v.yaml", "who: file\n")
        assert foreword("render", "letter", "--case", "c").text == "Dear case,\nbe case."
        assert foreword("render", letter, "--case", "c", "--values", values).text == "Dear file,\nbe case."
        ran = foreword(
            "render", "letter", "--case", "c", "--values", values, "--set", "who=a", "--set", "who=b=c"
        )
        assert ran.text == "Dear b=c,\nbe case."

    @pytest.mark.parametrize(
        ("name", "text", "shown"),
        [
            ("v.yaml", "who: 1.10\nhow: ~\n", "Dear 1.10,"),
            ("v.yaml", "who: |\n  two\n  lines\nhow: 'yes'\n", "Dear two\nlines\n,\nbe yes."),
            ("v.json", '{"who": 1.10, "how": null}', "Dear 1.10,"),
            ("v.json", '\ufeff{"who": true,\n\t"how": "\\u0041"}', "Dear true,\nbe A."),
            ("v.yaml", '{"who": false, "other": null}', "Dear false,"),
        ],
    )
    def test_from_a_file(self, foreword, letter: Path, here: Path, name: str, text: str, shown: str):
        assert foreword("render", "letter", "--values", self.write(here, name, text)).text == shown

    @pytest.mark.parametrize("text", ["", "# nothing\n", "~"])
    def test_an_empty_file_gives_nothing(self, foreword, here: Path, text: str):
        (here / "n.md").write_text("{{a}}")
        assert foreword("render", "n.md", "--values", self.write(here, "v.yaml", text)).text == "{{a}}"

    @pytest.mark.parametrize(
        ("name", "text", "sentence"),
        [
            ("v.yaml", "who: [1]\n", "‘v.yaml’, line 1, can’t be used. The value of ‘who’ must be text."),
            ("v.yaml", "\n- 1\n", "‘v.yaml’, line 2, can’t be used. It must hold names and their values."),
            ("v.yaml", "a: 1\nb: {", "‘v.yaml’, line "),
            ("v.json", "{", "‘v.json’, line 1, can’t be used. What ‘{’ opens here is never closed."),
            ("v.json", "[]", "‘v.json’, line 1, can’t be used. It must hold names and their values."),
            ("v.json", '{"who": []}', "‘v.json’, line 1, can’t be used. The value of ‘who’ must be text."),
            ("v.json", '{"who": 1, "who": 2}', "‘v.json’, line 1, can’t be used. ‘who’ is here twice."),
            (
                "v.json",
                '{"who": NaN}',
                "‘v.json’, line 1, can’t be used. JSON has no ‘NaN’.",
            ),
            (
                "v.json",
                "[" * 100_000,
                "‘v.json’, line 1, can’t be used. This is nested more than 64 levels deep",
            ),
            (
                "v.json",
                '{"who": "\\ud800"}',
                "‘v.json’, line 1, can’t be used. ‘\\ud800’ is half of a character",
            ),
        ],
    )
    def test_a_file_that_cannot_be_used(self, foreword, letter, here, name: str, text: str, sentence: str):
        ran = foreword("render", "letter", "--values", self.write(here, name, text))
        assert (ran.code, ran.out) == (2, b"")
        assert ran.err.startswith(f"foreword: The values in {sentence}")

    def test_a_large_json_file_is_read(self, foreword, letter: Path, here: Path):
        values = self.write(here, "v.json", json.dumps({"who": "x" * 3_000_000}))
        assert len(foreword("render", "letter", "--values", values).out) > 3_000_000

    def test_no_such_file(self, foreword, letter: Path):
        ran = foreword("render", "letter", "--values", "gone.yaml")
        assert ran.code == 2
        assert "‘gone.yaml’ could not be read" in ran.err

    @pytest.mark.parametrize("setting", ["who", "=x", ""])
    def test_a_setting_without_name_or_value(self, foreword, letter: Path, setting: str):
        ran = foreword("render", "letter", "--set", setting)
        assert ran.err == f"foreword: ‘{setting}’ is not a value. Write ‘--set NAME=VALUE’.\n"
        assert ran.code == 2

    def test_a_setting_that_is_not_unicode(self, foreword, letter: Path):
        assert foreword("render", "letter", "--set", "who=\udcff").code == 2

    def test_a_case_of_a_broken_prompt_gives_the_prompts_problems(self, foreword, letter: Path):
        letter.with_name("letter.cases.yaml").write_text("- {name: full, values: {who: Ada}}\n")
        letter.write_text(letter.read_text().replace("name: letter", "name: other"))
        ran = foreword("render", "letter", "--case", "full")
        assert ran.code == 1
        assert "INVALID_FRONTMATTER" in ran.err

    def test_a_case_that_is_not_there(self, foreword, letter: Path):
        ran = foreword("render", "letter", "--case", "c")
        assert ran.err == "foreword: There is no cases file ‘prompts/letter.cases.yaml’.\n"
        cases = letter.parent / "letter.cases.yaml"
        cases.write_text("cases: [{name: checkout, values: {}}]\n")
        ran = foreword("render", "letter", "--case", "chekout")
        assert (
            ran.err == "foreword: No case ‘chekout’ in prompts/letter.cases.yaml. Did you mean ‘checkout’?\n"
        )
        cases.write_text("cases: 3\n")
        ran = foreword("render", "letter", "--case", "c")
        assert ran.err == (
            "foreword: No case ‘c’ in prompts/letter.cases.yaml. It has none. "
            "It has problems; ‘foreword check’ lists them.\n"
        )

    def test_the_user_s_cases_count_for_a_default(self, foreword, library: Path, write_prompt):
        default = write_prompt(
            library / "defaults", "d", "{{a}}", "[{name: a, required: true, description: d}]"
        )
        for word in ("d", default):
            (library / "defaults" / "d.cases.yaml").write_text("[{name: c, values: {a: default}}]")
            assert foreword("render", word, "--case", "c").text == "default"
            (library / "d.cases.yaml").write_text("[{name: c, values: {a: mine}}]")
            assert foreword("render", word, "--case", "c").text == "mine"
            (library / "d.cases.yaml").unlink()


class TestTemplates:
    @pytest.fixture
    def template(self, library: Path) -> Path:
        path = library / "system-prompt.tmpl"
        path.write_text(
            "[system:date] [prompt:model] [prompt:conversation_id] [file:a.md]|[if git:branch]git[endif]"
        )
        return path

    def test_values_are_resolved(self, foreword, template: Path, here: Path):
        (here / "a.md").write_text("rules")
        today = datetime.now(UTC).date()
        ran = foreword("render", template, "--trust", "--model", "m", "--conversation", "c")
        assert ran.text in {f"{day:%Y-%m-%d} m c rules|" for day in (today, datetime.now(UTC).date())}

    def test_somewhere_else(self, foreword, template: Path, tmp_path: Path):
        other = tmp_path / "other"
        other.mkdir()
        (other / "a.md").write_text("other")
        assert " other|" in foreword("render", template, "--trust", "--cwd", other).text
        ran = foreword("render", template, "--cwd", "nowhere")
        assert (ran.code, ran.err) == (
            2,
            "foreword: ‘nowhere’ is not a folder. Name the one variables should look in.\n",
        )

    def test_git_is_asked(self, foreword, template: Path, tmp_path: Path):
        repository = tmp_path / "repo"
        repository.mkdir()
        for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
            name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
            subprocess.run(["git", *name, *command], cwd=repository, check=True)
        assert foreword("render", template, "--trust", "--cwd", repository).text.endswith("|git")

    def test_given_values_lie_over_them(self, foreword, template: Path):
        ran = foreword(
            "render", template, "--set", "system:date=today", "--set", "git:branch=x", "--set", "file:a.md=f"
        )
        assert ran.text == "today   f|git"

    def test_a_case_freezes_the_clock(self, foreword, template: Path, here: Path):
        (here / "sub").mkdir()
        (here / "sub" / "a.md").write_text("sub")
        case = "{name: c, clock: 2024-06-15T12:30:00Z, cwd: sub, model: m}"
        (template.parent / "system-prompt.cases.yaml").write_text(f"[{case}]")
        assert foreword("render", template, "--trust", "--case", "c").text == "2024-06-15 m  sub|"
        assert (
            foreword("render", template, "--trust", "--case", "c", "--model", "n").text
            == "2024-06-15 n  sub|"
        )

    def test_files_outside_need_to_be_allowed(self, foreword, library: Path, here: Path):
        path = library / "system-prompt.tmpl"
        path.write_text("[file:../outside.txt]|[file:.env]")
        (here.parent / "outside.txt").write_text("outside")
        (here / ".env").write_text("KEY=1")
        assert foreword("render", path, "--trust").text == "|"
        ran = foreword("render", path, "--trust", "--allow-file", "../outside.txt", "--allow-file", ".env")
        assert ran.text == "outside|KEY=1"

    def test_what_is_kept_without_knowing_is_told(self, foreword, library: Path, here: Path):
        path = library / "system-prompt.tmpl"
        path.write_text(
            "[if !file:.env]You have[if !file:gone.md] no[endif] key.[endif]\n"
            "[file:.env][if !file:.env]Again.[endif]\n[if file:../x]in[else]out[endif]\n"
            "[if !file:../y][endif]"
        )
        (here / ".env").write_text("KEY=1")
        ran = foreword("render", path, "--trust")
        assert ran.text.startswith("You have no key.\nAgain.\nout\n")
        shown = "prompts/system-prompt.tmpl"
        lines = [line.removeprefix(f"foreword: warning: {shown}:") for line in ran.err.splitlines()]
        assert [line.partition("]")[0] for line in lines] == [
            "1:1: kept [if !file:.env",
            "2:1: blank [file:.env",
            "3:1: left out [if file:../x",
        ]

    def test_what_is_blank_for_a_reason_is_told(self, foreword, library: Path, here: Path):
        path = library / "system-prompt.tmpl"
        path.write_text(
            "[file:../outside.txt]\n[if file:.env]secret[endif][if file:gone.md]gone[endif][prompt:model]"
            "[file:gone.md][git:branch][file:a.md]"
        )
        (here / ".env").write_text("KEY=1")
        (here / "a.md").write_text("")
        ran = foreword("render", path, "--trust")
        shown = "prompts/system-prompt.tmpl"
        told = [
            (
                f"{shown}:1:1: blank [file:../outside.txt]: ‘../outside.txt’ lies outside {here}; it is read "
                f"when you allow it. ‘--allow-file {here.parent / 'outside.txt'}’ allows it."
            ),
            (
                f"{shown}:2:1: left out [if file:.env]: ‘.env’ may hold secrets; it is read when you allow "
                "it. ‘--allow-file .env’ allows it."
            ),
            f"{shown}:2:70: blank [file:gone.md]: There is no file ‘gone.md’ in {here}.",
        ]
        lines = [line.removeprefix("foreword: warning: ") for line in ran.err.splitlines()]
        assert (ran.code, ran.out) == (0, b"\n")
        assert lines[:3] == told
        assert lines[3].startswith(f"{shown}:2:84: blank [git:branch]: git failed in {here}: ")
        assert len(lines) == 4
        ran = foreword("render", path, "--trust", "--json")
        assert (ran.err, json.loads(ran.out)["warnings"]) == ("", lines)
        explained = foreword("explain", path, "--trust")
        assert explained.err == ""
        assert f"{shown}:1:1: blank [file:../outside.txt]: ‘../outside.txt’ lies outside" in explained.text
        allowed = [
            "--trust",
            "--allow-file",
            ".env",
            "--allow-file",
            "../outside.txt",
            "--set",
            "git:branch=b",
        ]
        (here.parent / "outside.txt").write_text("outside")
        (here / "gone.md").write_text("here")
        assert foreword("render", path, *allowed) == (0, b"outside\nsecretgonehereb", "")

    def test_what_is_blank_in_a_message_or_an_export_is_told(self, foreword, library: Path, here: Path):
        (library / "system-prompt.tmpl").write_text("[file:../a]")
        ran = foreword(
            "export", library / "system-prompt.tmpl", "--out", "o", "--format", "text", "--trust", "--json"
        )
        (warning,) = json.loads(ran.out)["warnings"]
        assert warning.startswith("prompts/system-prompt.tmpl:1:1: blank [file:../a]: ")
        message = library / "system-messages" / "m.yaml"
        message.parent.mkdir()
        message.write_text(
            'id: m\nversion: "1"\nrole: system\ncreatedAt: 2026-01-28T09:00:00Z\n'
            "updatedAt: 2026-01-28T09:00:00Z\nblocks:\n"
            '- {id: a, type: safety, priority: 1, content: "[file:../a]"}\n'
        )
        (warning,) = json.loads(foreword("assemble", message, "--trust", "--json").out)["warnings"]
        assert warning.startswith("prompts/system-messages/m.yaml:7:48: blank [file:../a]: ")

    def test_the_product_s_own_variables(self, foreword, library: Path):
        path = library / "system-prompt.tmpl"
        path.write_text("[todo:list]")
        assert foreword("check", path, "--strict").code == 1
        declared = "{type: todo, name: list, description: d, volatility: turn}"
        (library / "variables.yaml").write_text(f"variables: [{declared}]")
        assert foreword("check", path, "--strict").code == 0
        assert foreword("render", path, "--set", "todo:list=1. [x]").text == "1. [x]"

    def test_outside_any_library(self, foreword, here: Path):
        (here / "x.tmpl").write_text("[prompt:cwd]")
        assert foreword("render", "x.tmpl").text == str(here)

    def test_unsaved_json_has_no_max_tokens(self, foreword, template: Path):
        document = json.loads(foreword("render", template, "--json").out)
        assert document["maxTokens"] is None
        assert document["missingOptionalVariables"] == ["prompt:model", "prompt:conversation_id", "file:a.md"]


def test_the_library_of_the_environment(
    foreword, here: Path, library: Path, write_prompt, monkeypatch, tmp_path: Path
):
    other = tmp_path / "other"
    write_prompt(other / "defaults", "only-there", "There")
    monkeypatch.setenv("FOREWORD_LIBRARY", str(other))
    assert foreword("render", "only-there").text == "There"
    assert foreword("render", other / "defaults" / "only-there.md").text == "There"
    assert foreword("render", "only-there", "--library", library).code == 2
    (here / "x.tmpl").write_text("[prompt:cwd]")
    assert foreword("render", "x.tmpl").text == str(here)


def test_a_pipe_a_folder_and_a_strange_name(foreword, here: Path):
    os.mkfifo(here / "pipe.md")
    (here / "folder").mkdir()
    for name, words in {"pipe.md": "a named pipe", "folder": "a folder"}.items():
        ran = foreword("render", name)
        assert (ran.code, ran.out) == (2, b"")
        assert words in ran.err
    (here / "caf\udce9.md").write_text("x")
    for command in ("render", "check", "explain"):
        ran = foreword(command, "caf\udce9.md")
        assert ran.code == 2
        assert "caf\\xe9.md’ is not UTF-8. Rename it to open it." in ran.err
        assert json.loads(foreword(command, "caf\udce9.md", "--json").out)["error"]["code"] == "file"
    assert foreword("render", "a\0b").code == 2
