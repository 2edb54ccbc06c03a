"""`foreword check`, as lines, as JSON and as SARIF; and `foreword list`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from editor_app.text import Edit, LineIndex, Span, apply_edits
from editor_app.text.sentences.language import spoken


def test_a_clean_library_says_nothing(foreword, library: Path, write_prompt):
    write_prompt(library, "a", "Hello")
    assert foreword("check") == (0, b"", "")


def test_problems_are_said_in_the_language_that_is_chosen(
    foreword, library: Path, write_prompt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "prompts.ftl").write_text("undeclared = ‘{$name}’ ist unbekannt.\n", "utf-8")
    write_prompt(library, "a", "{{who}} {{#if}}")
    monkeypatch.setenv("FOREWORD_LANGUAGE", str(tmp_path / "own"))
    spoken.cache_clear()
    try:
        ran, document = foreword("check"), json.loads(foreword("check", "--json").out)
    finally:
        monkeypatch.undo()
        spoken.cache_clear()
    assert "prompts/a.md:9:3: warning undeclared-variable ‘who’ ist unbekannt." in ran.text
    assert "stays as text" in ran.text  # what is not translated is English
    assert "‘who’ ist unbekannt." not in str(document), "programs get English"
    assert "‘who’ is not declared" in str(document)


def test_warnings_count_only_when_strict(foreword, library: Path, write_prompt):
    write_prompt(library, "a", "{{who}}")
    ran = foreword("check")
    assert ran.code == 0
    assert ran.text.startswith("prompts/a.md:9:3: warning undeclared-variable ")
    assert ran.text.count("\n") == 1
    assert foreword("check", "--strict").code == 1


def test_notes_never_count(foreword, here: Path):
    (here / "n.md").write_text("{{#each x}}")
    ran = foreword("check", "n.md", "--strict")
    assert ran.text.startswith("n.md:1:1: information foreign-tag ")
    assert ran.code == 0


def test_a_file_elsewhere_is_named_in_full(foreword, library: Path, write_prompt, tmp_path: Path):
    path = write_prompt(tmp_path, "a", "{{who}}")
    assert foreword("check", path).text.startswith(f"{path}:9:3: warning ")


def test_everything_in_a_library_is_looked_at(foreword, library: Path, write_prompt, here: Path):
    write_prompt(library, "a", "{{#if x}}")
    (library / "a.cases.yaml").write_text("cases: 3\n")
    (library / "system-prompt.tmpl").write_text("[sytem:time]")
    (library / "variables.yaml").write_text("variables: 3\n")
    (library / "foreword.toml").write_text("[kinds]\n'*.txt' = \"documnt\"\n")
    (library / "notes.txt").write_bytes(b"\xff not looked at")
    os.mkfifo(library / "pipe.md")
    ran = foreword("check", "--json")
    document = json.loads(ran.out)
    found = {(Path(problem["filePath"]).name, problem["code"]) for problem in document["problems"]}
    assert {
        ("a.cases.yaml", "invalid-case"),
        ("a.md", "unclosed-condition"),
        ("foreword.toml", "config-unknown-kind"),
        ("pipe.md", "unreadable-file"),
        ("system-prompt.tmpl", "unknown-type"),
        ("variables.yaml", "invalid-variables"),
    } <= found
    assert document["files"] == 6
    assert ran.code == 1
    pipe = next(problem for problem in document["problems"] if problem["code"] == "unreadable-file")
    assert "line" not in pipe
    assert "prompts/pipe.md: error unreadable-file ‘pipe.md’ is a named pipe" in foreword("check").text


def test_one_settings_file(foreword, library: Path):
    (library / "foreword.toml").write_text("workspce = '..'\n")
    ran = foreword("check", "prompts/foreword.toml")
    assert ran.text.startswith("prompts/foreword.toml:1:1: warning config-unknown-key ")
    (library / "variables.yaml").write_text("variables: []\nformt: 1 # \u202e\n")
    ran = foreword("check", "prompts/variables.yaml")
    assert [line.split()[2] for line in ran.text.splitlines()] == ["unknown-key", "hidden-character"]


def test_settings_that_cannot_be_read(foreword, library: Path):
    os.mkfifo(library / "foreword.toml")
    ran = foreword("check", "prompts")
    assert "prompts/foreword.toml:1:1: error config-unreadable" in ran.text
    assert "is a named pipe" in foreword("list").err


def test_a_file_that_cannot_be_read_after_all(foreword, library: Path, write_prompt, monkeypatch):
    from editor_app.analysis.library_facts import check as library_check
    from editor_app.library.files.reading import FileError

    def vanish(path: Path, **_named: object) -> None:
        raise FileError("‘a.md’ could not be read: it is gone.", path)

    write_prompt(library, "a", "Hello")
    monkeypatch.setattr(library_check, "read_file", vanish)
    assert (
        foreword("check").text
        == "prompts/a.md: error unreadable-file ‘a.md’ could not be read: it is gone.\n"
    )


def test_part_of_a_library(foreword, library: Path, write_prompt):
    write_prompt(library, "a", "{{#if x}}")
    write_prompt(library / "billing", "b", "{{#if x}}")
    ran = foreword("check", "prompts/billing")
    assert [line.partition(":")[0] for line in ran.text.splitlines()] == ["prompts/billing/b.md"] * 2


def test_a_folder_that_is_no_library(foreword, here: Path):
    (here / "docs").mkdir()
    (here / "docs" / "a.md").write_text("{{! open")
    assert foreword("check", "docs").text.startswith("docs/a.md:1:1: error unclosed-comment ")


def test_no_such_file(foreword, library: Path, write_prompt):
    write_prompt(library, "refund", "x")
    ran = foreword("check", "prompts/refnd.md")
    assert ran == (
        2,
        b"",
        "foreword: There is no file ‘prompts/refnd.md’. Did you mean ‘prompts/refund.md’?\n",
    )
    assert foreword("check", "nowhere/at/all.md").err == "foreword: There is no file ‘nowhere/at/all.md’.\n"


def test_standard_input(foreword, here: Path):
    ran = foreword("check", "-", "--kind", "prompt", stdin=b"no frontmatter")
    assert ran.text.startswith("-:1:1: error INVALID_FRONTMATTER The frontmatter is missing")
    assert ran.code == 1
    document = json.loads(foreword("check", "-", "--kind", "template", "--json", stdin=b"[a:b]").out)
    assert document["problems"][0]["filePath"] == "-"
    sarif = json.loads(foreword("check", "-", "--kind", "template", "--sarif", stdin=b"[a:b]").out)
    place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "-"}


def test_kind_overrides_the_name(foreword, here: Path):
    (here / "x.txt").write_text("[a:b]")
    assert foreword("check", "x.txt").text == ""
    assert "unknown-type" in foreword("check", "x.txt", "--kind", "template").text


def test_lines_hold_nothing_that_steers_a_terminal(foreword, here: Path):
    (here / "x.tmpl").write_text("[git:\x1b[31mred]")
    ran = foreword("check", "x.tmpl")
    assert "\x1b" not in ran.text
    assert "\\x1b[31mred" in ran.text


def test_problem_fields(foreword, library: Path, write_prompt):
    path = write_prompt(library, "a", "😀{{#if x}}\n{{y}}", version="1.1")
    problems = json.loads(foreword("check", path, "--json").out)["problems"]
    by_code = {problem["code"]: problem for problem in problems}
    assert by_code["INVALID_FRONTMATTER"]["type"] == "INVALID_FRONTMATTER"
    assert by_code["INVALID_FRONTMATTER"]["field"] == "version"
    unclosed = by_code["unclosed-condition"]
    assert unclosed["type"] == "TEMPLATE_SYNTAX_ERROR"
    assert (unclosed["line"], unclosed["column"], unclosed["endLine"], unclosed["endColumn"]) == (9, 2, 9, 11)
    assert unclosed["suggestions"]
    assert "type" not in by_code["undeclared-variable"]
    assert all(problem["filePath"] == str(path) for problem in problems)


class TestSarif:
    @pytest.fixture
    def log(self, foreword, library: Path, write_prompt, tmp_path: Path) -> dict:
        write_prompt(library, "a", "{{#if x}}\n{{y}}", version="1.1")
        write_prompt(library / "sub folder", "b", "{{y}}")
        outside = write_prompt(tmp_path, "ü", "{{y}}")
        ran = foreword("check", "--sarif", "prompts", outside)
        assert ran.code == 1
        assert not ran.err
        return json.loads(ran.out)

    def test_structure(self, log: dict, here: Path):
        assert log["version"] == "2.1.0"
        assert log["$schema"].endswith("sarif-2.1.0.json")
        (run,) = log["runs"]
        driver = run["tool"]["driver"]
        assert driver["name"] == "Foreword"
        assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
        assert run["columnKind"] == "unicodeCodePoints"
        base = run["originalUriBaseIds"]["ROOT"]["uri"]
        assert base == f"{here.as_uri()}/"
        for result in run["results"]:
            assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in {"error", "warning", "note"}
            assert result["message"]["text"]
            (location,) = result["locations"]
            region = location["physicalLocation"]["region"]
            assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
            assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
            assert min(region.values()) >= 1

    def test_files_are_named_by_uri(self, log: dict, tmp_path: Path):
        places = [
            result["locations"][0]["physicalLocation"]["artifactLocation"]
            for result in log["runs"][0]["results"]
        ]
        assert {"uri": "prompts/a.md", "uriBaseId": "ROOT"} in places
        assert {"uri": "prompts/sub%20folder/b.md", "uriBaseId": "ROOT"} in places
        assert {"uri": (tmp_path / "ü.md").as_uri()} in places

    def test_fixes_can_be_applied(self, log: dict, library: Path):
        results = [result for result in log["runs"][0]["results"] if result["ruleId"] == "unclosed-condition"]
        (change,) = results[0]["fixes"][0]["artifactChanges"]
        source = (library / "a.md").read_text("utf-8")
        lines = LineIndex(source)
        edits = []
        for replacement in change["replacements"]:
            region = replacement["deletedRegion"]
            start = lines.offset(region["startLine"], region["startColumn"])
            end = lines.offset(region["endLine"], region["endColumn"])
            edits.append(Edit(Span(start, end), replacement["insertedContent"]["text"]))
        assert apply_edits(source, edits).count("{{/if}}") == 1

    def test_schema(self, log: dict):
        """The parts of the published schema that are used here."""
        import jsonschema

        text = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
        artifact = {
            "type": "object",
            "required": ["uri"],
            "additionalProperties": False,
            "properties": {
                "uri": {"type": "string", "format": "uri-reference"},
                "uriBaseId": {"type": "string"},
            },
        }
        line = {"type": "integer", "minimum": 1}
        region = {
            "type": "object",
            "properties": dict.fromkeys(["startLine", "startColumn", "endLine", "endColumn"], line),
        }
        fix = {
            "type": "object",
            "required": ["artifactChanges"],
            "properties": {
                "description": text,
                "artifactChanges": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "required": ["artifactLocation", "replacements"],
                        "properties": {
                            "artifactLocation": artifact,
                            "replacements": {
                                "type": "array",
                                "minItems": 1,
                                "items": {
                                    "required": ["deletedRegion"],
                                    "properties": {"deletedRegion": region, "insertedContent": text},
                                },
                            },
                        },
                    },
                },
            },
        }
        result = {
            "type": "object",
            "required": ["message"],
            "properties": {
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": text,
                "fixes": {"type": "array", "items": fix},
            },
        }
        jsonschema.validate(log["runs"][0]["results"], {"type": "array", "items": result})


def test_nothing_is_resolved_and_nothing_started(library: Path, write_prompt, here: Path):
    """In a process of its own: no Qt, no processes, no threads, no sockets are even imported."""
    (library / "system-prompt.tmpl").write_text("[git:branch][file:a.md]")
    write_prompt(library, "a", "x")
    program = (
        "import sys\nfrom editor_app.cli import main\ncode = main(['check'])\n"
        "heavy = {'PySide6', 'subprocess', 'concurrent.futures', 'socket', 'jsonschema', 'pygments'}\n"
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "0 []\n"


class TestList:
    def test_an_empty_library(self, foreword, library: Path):
        assert foreword("list") == (
            0,
            b"instructions  compaction.md  built in\ntemplate      system-prompt.tmpl  built in\n",
            "",
        )
        document = json.loads(foreword("list", "--json").out)
        assert document["prompts"] == []
        assert [file["path"] for file in document["files"]] == ["compaction.md", "system-prompt.tmpl"]

    def test_status_version_and_problems(self, foreword, library: Path, write_prompt):
        write_prompt(library / "defaults", "a", "x", version="2.0.0")
        write_prompt(library / "defaults", "b", "x")
        write_prompt(library, "b", "{{y}}", version="1.5")
        write_prompt(library, "c", "{{y}}")
        write_prompt(library, "d", "{{#if x}}")
        (library / "system-prompt.tmpl").write_text("x")
        assert foreword("list").text.splitlines() == [
            "a  default   2.0.0",
            "b  fallback  1.0.0     2 problems",
            "c  user      1.0.0     1 problem",
            "d  invalid   -         2 problems",
            "",
            "instructions  compaction.md  built in",
            "template      system-prompt.tmpl  user",
        ]
        document = json.loads(foreword("list", "--json").out)
        assert document["prompts"][3] == {
            "name": "d",
            "status": "invalid",
            "version": None,
            "filePath": str(library / "d.md"),
            "problems": 2,
        }

    def test_a_prompt_that_cannot_be_read(self, foreword, library: Path):
        os.mkfifo(library / "pipe.md")
        assert foreword("list").text.startswith("pipe  invalid   -         1 problem\n\n")
