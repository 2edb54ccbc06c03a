"""From a file to the text in one call: the same text as on the command line, and every problem beside it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app import RenderedFile, Trial, open_library, render_file
from editor_app.cli import main
from editor_app.library.files.reading import FileError
from editor_app.library.kinds import Kind
from editor_app.library.paths import state_dir
from editor_app.library.trust.trust import allow_file, distrust_workspace, trust_workspace
from editor_app.prompts.cases.cases import Case
from editor_app.system_messages.situations.situation import Situation
from editor_app.template.source_map import Why
from editor_app.text import Severity
from editor_app.variables.catalog import Cause

PROMPT = """\
---
name: letter
version: 1.0.0
description: d
max_tokens: 100
variables:
- {name: who, required: true, description: d}
---

Dear {{who}},
"""
MESSAGE = """\
id: m
version: "1"
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
- {id: a, type: safety, priority: 1, content: "At [system:date] on [git:branch]"}
- {id: b, type: mode, priority: 1, content: ", asking", scope: {modes: [ask]}}
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Return a library in a repository, with a file of each kind that is sent."""
    folder = tmp_path / "repository" / "prompts"
    (folder.parent / ".git").mkdir(parents=True)
    (folder.parent / "rules.md").write_text("rules")
    (folder / "defaults").mkdir(parents=True)
    (folder / "letter.md").write_text(PROMPT)
    (folder / "letter.cases.yaml").write_text("- {name: ada, values: {who: Ada}}\n")
    (folder / "system-prompt.tmpl").write_text("[system:date] [prompt:model] [file:rules.md]|[file:../x]")
    (folder / "system-prompt.cases.yaml").write_text(
        "- {name: then, clock: 2024-06-15T12:00:00Z, model: m, cwd: sub}\n- {name: out, cwd: ../..}\n"
    )
    (folder / "system-messages").mkdir()
    (folder / "system-messages" / "m.yaml").write_text(MESSAGE)
    (folder / "system-messages" / "m.situations.yaml").write_text(
        "situations:\n- {name: asking, mode: ask}\n- {name: coding, mode: code}\n"
    )
    (folder.parent / "AGENTS.md").write_text("# {{title}}\n{{other}}\n")
    return folder


def codes(rendered: RenderedFile) -> list[str]:
    return [problem.code for problem in rendered.problems]


def test_a_prompt_with_values_or_a_case(library: Path):
    path = library / "letter.md"
    rendered = render_file(path, Trial({"who": "Bob"}))
    assert (rendered.text, codes(rendered)) == ("Dear Bob,", [])
    why = rendered.explain_at(5)
    assert why is not None
    assert (why.name, why.sentence) == ("who", "The value of ‘who’ (given), inserted on line 10.")
    saved = render_file(str(path), Trial(case="ada"))
    assert saved.text == "Dear Ada,"
    why = saved.explain_at(5)
    assert why is not None
    assert why.value_from == "the case ‘ada’"
    assert render_file(path, Trial({"who": "Bob"}, case="ada")).text == "Dear Bob,"
    assert render_file(path, Trial(case=Case("unsaved", {"who": "Cy"}))).text == "Dear Cy,"


def test_a_required_value_that_is_missing_is_a_problem_where_it_is_declared(library: Path):
    rendered = render_file(library / "letter.md")
    assert rendered.text is None
    (problem,) = rendered.problems
    assert (problem.code, problem.severity) == ("MISSING_REQUIRED_VARIABLE", Severity.ERROR)
    assert problem.span.of(rendered.analysis.source) == "who"
    assert rendered.model_text is not None
    assert [blank.name for blank in rendered.model_text.blank] == ["who"]


def test_an_invalid_file_gives_no_text_and_every_problem(library: Path):
    (library / "letter.md").write_text(PROMPT.replace("1.0.0", "1").replace("{{who}}", "{{#if who}}{{x}}"))
    rendered = render_file(library / "letter.md", Trial({"who": "x"}))
    assert (rendered.text, rendered.model_text, rendered.explain_at(0)) == (None, None, None)
    assert codes(rendered) == ["INVALID_FRONTMATTER", "unclosed-condition", "undeclared-variable"]
    (library / "letter.md").write_bytes(b"---\nname: \xff")
    assert codes(render_file(library / "letter.md")) == ["ENCODING_ERROR"]


def test_a_document_and_what_is_sent_to_no_model(library: Path):
    rendered = render_file(library.parent / "AGENTS.md", Trial({"title": "Rules"}))
    assert rendered.text == "# Rules\n{{other}}"
    assert rendered.model_text is not None
    assert [piece.name for piece in rendered.model_text.source_map.named if piece.why is Why.UNKNOWN] == [
        "other"
    ]
    cases = render_file(library / "letter.cases.yaml")
    assert (cases.text, cases.problems, cases.analysis.kind) == (None, (), Kind.CASES)
    as_document = render_file(library / "letter.cases.yaml", kind=Kind.DOCUMENT)
    assert as_document.text == "- {name: ada, values: {who: Ada}}"


def test_a_template_looks_in_the_workspace_or_where_the_trial_or_its_case_says(library: Path, tmp_path: Path):
    path = library / "system-prompt.tmpl"
    then = datetime(2025, 1, 31, 9, 0, tzinfo=UTC)
    rendered = render_file(path, Trial(now=then, model="m"))
    assert rendered.text == "2025-01-31 m |"
    assert rendered.model_text is not None
    assert [blank.cause for blank in rendered.model_text.unresolved] == [Cause.NOT_TRUSTED] * 2
    trust_workspace(state_dir(), library.parent, now=then)
    rendered = render_file(path, Trial(now=then, model="m"))
    assert rendered.text == "2025-01-31 m rules|", "the trust that is remembered holds"
    assert rendered.model_text is not None
    assert [blank.name for blank in rendered.model_text.unresolved] == ["file:../x"]
    (library.parent / "sub").mkdir()
    (library.parent / "sub" / "rules.md").write_text("sub")
    assert render_file(path, Trial(case="then")).text == "2024-06-15 m sub|"
    assert render_file(path, Trial(case="then", trusted=False)).text == "2024-06-15 m |"
    assert render_file(path, Trial(case="then", model="n", cwd=library.parent)).text == "2024-06-15 n rules|"
    outside = library.parent.parent / "x"
    (library.parent / "sub" / ".." / ".." / "x").write_text("allowed")
    assert render_file(path, Trial(now=then, allowed_files=(outside.resolve(),))).text.endswith("|allowed")
    distrust_workspace(state_dir(), library.parent)
    trusted = Trial(now=then, trusted=True, allowed_files=(outside,))
    assert render_file(path, trusted).text == "2025-01-31  rules|allowed"
    trust_workspace(state_dir(), library.parent, now=then)
    allow_file(state_dir(), library.parent, outside, now=then)
    assert render_file(path, Trial(now=then)).text == "2025-01-31  rules|allowed"
    assert render_file(path, Trial({"file:../x": "given"}, now=then)).text == "2025-01-31  rules|given"


def test_a_system_message_in_a_situation(library: Path):
    path = library / "system-messages" / "m.yaml"
    given = {"git:branch": "main"}
    now = datetime(2025, 1, 31, tzinfo=UTC)
    opened, problems = open_library(library)
    assert problems == ()
    asking = render_file(path, Trial(given, situation="asking", now=now), library=opened)
    assert asking.text == "At 2025-01-31 on main\n\n, asking"
    for situation in ("coding", Situation(mode="code")):
        assert render_file(path, Trial(given, situation=situation, now=now)).text == "At 2025-01-31 on main"


@pytest.mark.parametrize(
    ("name", "trial", "sentence"),
    [
        (
            "letter.md",
            Trial(case="adda"),
            "There is no case ‘adda’ in ‘{0}/letter.cases.yaml’. Did you mean ‘ada’?",
        ),
        ("letter.md", Trial(case="x"), "There is no case ‘x’ in ‘{0}/letter.cases.yaml’. It has ‘ada’."),
        (
            "letter.md",
            Trial(situation="x"),
            "‘{0}/letter.md’ is of kind prompt; only a system message has situations.",
        ),
        (
            "system-messages/m.yaml",
            Trial(case="x"),
            "There is no case ‘x’: there is no file ‘{0}/system-messages/m.cases.yaml’.",
        ),
        (
            "system-messages/m.yaml",
            Trial(situation="askin"),
            (
                "There is no situation ‘askin’ in ‘{0}/system-messages/m.situations.yaml’. "
                "Did you mean ‘asking’?"
            ),
        ),
        (
            "system-prompt.tmpl",
            Trial(case="out"),
            "The case ‘out’ looks in ‘../..’, which lies outside {1}. Give another folder as ‘cwd’.",
        ),
        (
            "system-prompt.tmpl",
            Trial(cwd=Path("/nowhere")),
            "‘/nowhere’ is not a folder. Pass the folder for variables as ‘cwd’.",
        ),
    ],
)
def test_what_a_trial_names_and_is_not_there_raises(library: Path, name: str, trial: Trial, sentence: str):
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is compared
        render_file(library / name, trial)
    assert str(raised.value) == sentence.format(library, library.parent)


def test_a_kind_may_be_given_by_its_name(library: Path):
    rules = library.parent / "rules.md"
    rules.write_text("[system:date]|{{x}}")
    trial = Trial(now=datetime(2025, 1, 31, tzinfo=UTC))
    rendered = render_file(rules, trial, kind="template")
    assert (rendered.text, rendered.analysis.kind) == ("2025-01-31|{{x}}", Kind.TEMPLATE)
    with pytest.raises(
        ValueError, match=r"‘templat’ is not a kind of file\. The kinds are .*\. Did you mean ‘template’\?$"
    ):
        render_file(rules, kind="templat")


def test_values_alone_are_no_trial(library: Path):
    with pytest.raises(
        TypeError, match=r"‘trial’ must be a Trial, not dict\. Values go into Trial\(values\)\."
    ):
        render_file(library / "letter.md", {"who": "Ada"})  # type: ignore[arg-type]  what is tried


def test_a_file_that_is_not_there_raises(library: Path):
    with pytest.raises(FileError, match=r"gone\.md"):
        render_file(library / "gone.md")


def test_it_is_the_text_of_the_command_line(
    library: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch
):
    monkeypatch.chdir(library.parent)
    shutil.copy(library / "letter.md", library / "defaults" / "letter.md")
    elsewhere = Trial(case="then", model="n", cwd=Path())
    for name, options, trial in (
        ("prompts/letter.md", ["--case", "ada"], Trial(case="ada")),
        ("prompts/defaults/letter.md", ["--case", "ada"], Trial(case="ada")),
        ("prompts/system-prompt.tmpl", ["--case", "then", "--model", "n", "--cwd", "."], elsewhere),
        ("prompts/system-messages/m.yaml", ["--mode", "ask"], Trial(situation=Situation(mode="ask"))),
    ):
        assert main(["render", name, *options]) == 0
        text = render_file(name, trial).text
        assert text is not None
        assert capsysbinary.readouterr().out == text.encode()


def test_links_out_of_the_library_are_followed_once_it_is_trusted(library: Path, tmp_path: Path):
    (tmp_path / "cases.yaml").write_text("- name: near\n  values: {name: Ada}\n")
    (tmp_path / "diary.md").write_text("Dear diary.\n")
    (library / "leak.md").symlink_to(tmp_path / "diary.md")
    with pytest.raises(FileError, match=r"is a link to .*, outside the library"):
        render_file(library / "leak.md")
    with pytest.raises(FileError, match=r"is a link to .*, outside the library"):
        render_file(library / "leak.md", library=open_library(library)[0])
    (library / "plain.md").write_text("Plain.\n")
    (library / "plain.cases.yaml").symlink_to(tmp_path / "cases.yaml")
    with pytest.raises(FileError, match=r"is a link to .*, outside the library"):
        render_file(library / "plain.md", Trial(case="near"), kind="template")
    now = datetime(2026, 3, 4, tzinfo=UTC)
    trust_workspace(state_dir(), library.parent, now=now)
    with pytest.raises(FileError, match=r"is a link to .*, outside the workspace; it is used when you allow"):
        render_file(library / "leak.md", kind="document")
    allowed = Trial(allowed_files=(tmp_path / "diary.md",))
    assert render_file(library / "leak.md", allowed, kind="document").text == "Dear diary."
