"""Engine values as JSON: names, shapes, and what no text can break."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.explanation import explain_at
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.folders import Origin
from editor_app.library.kinds import Kind
from editor_app.prompts.entities import PromptError, PromptErrorType, PromptSource
from editor_app.prompts.loading import read_prompt
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.text import Diagnostic, Edit, Fix, LineIndex, Rename, Severity, Span
from editor_app.wire.documents import (
    CaseResult,
    ListedChat,
    ListedFile,
    ListedPrompt,
    assemble_document,
    checked_files_document,
    error_document,
    explanation_document,
    export_document,
    list_document,
    render_document,
    results_document,
)
from editor_app.wire.problems import failed_document, problem_of_error, problems_of, to_json
from editor_app.wire.sarif import sarif_log

SOURCE = PromptSource(Origin.USER, "/prompts/a.md")


def rendered(source: str, values: dict[str, str | None] | None = None, kind: Kind = Kind.DOCUMENT):
    result = render(analyse(source, kind, "a.md"), Trial(values or {}))
    assert result is not None
    return result


def test_every_document_starts_with_its_format():
    result = rendered("{{a}}")
    documents = [
        render_document(result, SOURCE, []),
        failed_document([], renderedContent=None, warnings=[]),
        checked_files_document([], 0, {}),
        list_document([], []),
        results_document([]),
        explanation_document(result, None, None),
        error_document("usage", "No."),
        assemble_document(assembled()),
        export_document([]),
    ]
    for document in documents:
        assert next(iter(document.items())) == ("format", 1)
        assert json.loads(to_json(document)) == document


def test_names_are_those_of_the_reference():
    prompt = (
        "---\nname: a\nversion: 1.0.0\ndescription: d\nmax_tokens: 7\n"
        "variables: [{name: who, required: false, description: d}]\n---\n{{who}}"
    )
    document = render_document(
        rendered(prompt, kind=Kind.PROMPT), PromptSource(Origin.DEFAULT, "x", is_fallback=True), ["careful"]
    )
    assert document["source"] == {"type": "default", "filePath": "x", "isFallback": True}
    assert document["maxTokens"] == 7
    assert document["missingOptionalVariables"] == ["who"]
    assert document["substitutedVariables"] == []
    assert document["warnings"] == ["careful"]
    assert document["renderedContent"] == ""


def test_conditions_say_what_has_to_hold():
    source = "{{#if a}}{{#unless b}}{{x}}{{else}}y{{/unless}}{{else}}z{{/if}}"
    document = render_document(rendered(source, {"a": "1", "x": "X"}), SOURCE, [])
    piece = next(piece for piece in document["sourceMap"] if piece.get("name") == "x")
    assert piece["conditions"] == ["!b", "a"]
    assert [part["conditions"] for part in document["leftOut"]] == [["b", "a"], ["!a"]]


def test_deep_nesting_stays_small():
    depth = 3000
    source = "{{#if a}}x" * depth + "{{/if}}" * depth
    data = to_json(render_document(rendered(source, {"a": "1"}), SOURCE, []))
    assert len(data) < depth * 100 * 40


def test_an_explanation():
    result = rendered("{{#if a}}{{a}}{{/if}} {{b}}", {"a": "1"})
    document = explanation_document(result, 0, explain_at(result, 0, {"a": "--set"}))
    at = document["at"]
    assert (at["output"], at["why"], at["name"], at["value"], at["valueFrom"]) == (
        0,
        "value",
        "a",
        "1",
        "--set",
    )
    assert (at["line"], at["column"], at["source"]) == (1, 10, [9, 14])
    assert len(at["conditions"]) == 1
    (blank,) = document["blank"]
    assert (blank["tag"], blank["name"], blank["cause"], blank["line"]) == ("{{b}}", "b", "not-given", 1)


def test_prompts_files_and_results():
    listed = list_document(
        [ListedPrompt("a", "user", "1.0.0", "/a.md", 2)],
        [ListedFile("b.tmpl", "template")],
        [ListedChat("chats/a", "chat", "a", 3)],
    )
    assert listed["chats"] == [{"path": "chats/a", "name": "a", "messages": 3}]
    assert listed["prompts"] == [
        {"name": "a", "status": "user", "version": "1.0.0", "filePath": "/a.md", "problems": 2}
    ]
    assert listed["files"] == [{"path": "b.tmpl", "kind": "template"}]
    results = results_document(
        [
            CaseResult("/a", "x", None),
            CaseResult("/a", "y", "differs"),
            CaseResult("/a", "z", "differs", updated=True),
        ]
    )
    assert (results["passed"], results["failed"]) == (2, 1)
    assert [result["passed"] for result in results["results"]] == [True, False, True]


def test_an_error():
    document = error_document("file", "It is gone.", "/a.md", ["Look elsewhere."])
    assert document["error"] == {
        "code": "file",
        "message": "It is gone.",
        "filePath": "/a.md",
        "suggestions": ["Look elsewhere."],
    }


class TestProblems:
    LINES = LineIndex("one\ntwo 😀 three\n")

    def diagnostic(
        self, code: str = "odd", severity: Severity = Severity.WARNING, **more: object
    ) -> Diagnostic:
        return Diagnostic(code, severity, Span(8, 9), "It is odd.", **more)

    def test_places_count_from_one_in_code_points(self):
        document = problems_of([self.diagnostic()], "/a.md", self.LINES)[0].to_json()
        assert document == {
            "code": "odd",
            "severity": "warning",
            "message": "It is odd.",
            "filePath": "/a.md",
            "line": 2,
            "column": 5,
            "endLine": 2,
            "endColumn": 6,
            "suggestions": [],
        }

    @pytest.mark.parametrize(
        ("code", "severity", "in_prompt", "expected"),
        [
            ("INVALID_VARIABLE", Severity.ERROR, True, "INVALID_VARIABLE"),
            ("unclosed-condition", Severity.ERROR, True, "TEMPLATE_SYNTAX_ERROR"),
            ("unclosed-condition", Severity.WARNING, False, None),
            ("unused-variable", Severity.WARNING, True, None),
            ("unclosed-comment", Severity.ERROR, False, None),
        ],
    )
    def test_the_errors_of_a_prompt_have_a_type(self, code, severity, in_prompt: bool, expected: str | None):
        (problem,) = problems_of([self.diagnostic(code, severity)], "/a.md", self.LINES, in_prompt=in_prompt)
        assert problem.to_json().get("type") == expected

    def test_fixes_are_suggestions_and_repairs(self):
        edit = Fix("Change", (Edit(Span(0, 3), "1"), Edit(Span(4, 4), "2")))
        rename = Fix("Rename", rename=Rename("a.md", "b.md"))
        diagnostic = self.diagnostic(fixes=(edit, rename), args={"field": "f"})
        [problem] = problems_of([diagnostic], "/a.md", self.LINES)
        assert problem.to_json()["suggestions"] == ["Change", "Rename"]
        assert problem.to_json()["field"] == "f"
        (repair,) = problem.repairs
        assert [(tuple(region.start), tuple(region.end), text) for region, text in repair.edits] == [
            ((1, 1), (1, 4), "1"),
            ((2, 1), (2, 1), "2"),
        ]

    def test_prompt_errors(self):
        _, (error,) = read_prompt(b"no frontmatter", "/a.md")
        document = problem_of_error(error).to_json()
        assert document["type"] == document["code"] == "INVALID_FRONTMATTER"
        assert (document["line"], document["column"]) == (1, 1)
        bare = PromptError(
            PromptErrorType.FILE_NOT_FOUND, "There is none.", "/a.md", suggestions=["Write one."]
        )
        document = problem_of_error(bare).to_json()
        assert "line" not in document
        assert document["suggestions"] == ["Write one."]

    def test_sarif_without_a_place(self, tmp_path: Path):
        bare = problem_of_error(
            PromptError(PromptErrorType.FILE_NOT_FOUND, "None.", str(tmp_path / "ü b.md"))
        )
        log = sarif_log([bare], tmp_path)
        (result,) = log["runs"][0]["results"]
        (location,) = result["locations"]
        assert location == {
            "physicalLocation": {"artifactLocation": {"uri": "%C3%BC%20b.md", "uriBaseId": "ROOT"}}
        }
        assert "fixes" not in result

    def test_sarif_of_a_name_that_is_no_unicode(self, tmp_path: Path):
        bare = problem_of_error(
            PromptError(PromptErrorType.FILE_NOT_FOUND, "None.", str(tmp_path / "\udce9"))
        )
        uri = sarif_log([bare], tmp_path)["runs"][0]["results"][0]["locations"][0]
        assert uri["physicalLocation"]["artifactLocation"]["uri"] == "%E9"


@given(st.text(alphabet=st.characters(), max_size=30))
def test_any_text_can_be_written(text: str):
    data = to_json({"format": 1, "text": text})
    assert json.loads(data) == {"format": 1, "text": text}
    assert data.endswith(b"}\n")


def test_characters_stay_readable_and_halves_are_escaped():
    assert "é😀" in to_json({"text": "é😀"}).decode()
    assert b"\\ud800" in to_json({"text": "\ud800"})
    assert "é😀\\ud800" in to_json({"text": "é😀\ud800"}).decode()


def test_nothing_in_a_document_steers_a_terminal():
    codes = [
        *range(0x20),
        *range(0x7F, 0xA0),
        0x61C,
        0x200E,
        0x200F,
        *range(0x2028, 0x202F),
        *range(0x2066, 0x206A),
    ]
    text = "".join(map(chr, codes))
    data = to_json({text: [text]})
    assert json.loads(data) == {text: [text]}
    assert not set(data.decode()) & set(text) - {"\n"}


MESSAGE = """\
id: m
version: "1"
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
- {id: a, type: identity, priority: 1, content: "[prompt:cwd] A"}
- {id: b, type: identity, priority: 1, scope: {modes: [ask]}, content: B}
- {id: c, type: safety, priority: 1, scope: {modes: [edit]}, content: C,
   children: [{id: d, type: mode, priority: 2, content: D}]}
"""


def assembled(situation: Situation = EMPTY_SITUATION) -> AssembledText:
    result = render(
        analyse(MESSAGE, Kind.SYSTEM_MESSAGE, "m.yaml"), Trial({"prompt:cwd": "/x"}, situation=situation)
    )
    assert isinstance(result, AssembledText)
    return result


def test_an_assembled_message():
    document = assemble_document(assembled(Situation(mode="ask")), ["careful"])
    assert json.loads(to_json(document)) == document
    assert document["message"] == {"role": "system", "content": "/x A\n\nB"}
    assert [block["state"] for block in document["blocks"]] == ["active", "active", "inactive", "inactive"]
    assert [block["rank"] for block in document["blocks"]] == [2, 1, None, None]
    assert document["blocks"][3]["reasons"] == ["‘c’ around it is not sent."]
    assert [(one["winner"], one["losers"], one["rule"]) for one in document["contests"]] == [
        ("b", ["a"], "specificity")
    ]
    assert document["stablePrefix"] == {"characters": 6 + 1, "brokenBy": None}
    assert document["warnings"] == ["careful"]


def test_pieces_of_a_message_name_their_block():
    document = render_document(assembled(), SOURCE, [])
    named = {piece["block"]: piece["why"] for piece in document["sourceMap"]}
    assert list(named) == ["a", "b", "c", "d"]
    assert document["substitutedVariables"] == ["prompt:cwd"]


def test_what_is_explained_of_a_message():
    result = assembled(Situation(mode="ask"))
    document = explanation_document(result, 0, explain_at(result, 0))
    assert document["at"]["block"] == "a"
    assert [(one["id"], one["line"], one["reason"]) for one in document["blocksLeftOut"]] == [
        ("c", 9, "mode is ask")
    ]


def test_messages_that_fail_and_exports():
    problems = problems_of([Diagnostic("x", Severity.ERROR, Span(0, 0), "No.")], "/m.yaml", LineIndex(""))
    failed = failed_document(problems, message=None)
    assert failed["message"] is None
    assert failed["problems"][0]["code"] == "x"
    assert export_document([("/out/m.txt", "/m.yaml")])["written"] == [
        {"path": "/out/m.txt", "source": "/m.yaml"}
    ]
