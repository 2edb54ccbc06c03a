"""Scenarios, triggers and files of steps are kinds: read, outlined, and checked with the files they name."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.analysis.analysis import analyse, read_document
from editor_app.analysis.kinds import scenario, steps, triggers
from editor_app.analysis.library_facts.check import (
    check_file,
    edit_of_rename,
    files_to_check,
    linked_problems,
)
from editor_app.library.files.operations import undo_file_change
from editor_app.library.folders import open_library
from editor_app.library.kinds import kind_named
from editor_app.library.listing import list_files
from editor_app.prompts.copies import rename_with_companions
from editor_app.text import Diagnostic, apply_edits
from editor_app.variables.catalog import TEMPLATE_CATALOG

SCENARIO = """\
format: 1
steps:
  - user: Read the project
    tools: [{name: read_file}]
  - ramp: {steps: 10, from: 0, to: 900}
  - compact: {summary: Short}
    text: Done
  - user: Thanks
expect:
  - fires context-warning-80
"""


def kind(name: str):
    found = kind_named(name)
    assert found is not None
    return found


def test_the_outline_of_a_scenario_has_its_turns() -> None:
    analysis = analyse(SCENARIO, kind("scenario"), "a.yaml")
    assert not analysis.diagnostics
    assert scenario.content_of(analysis) is not None
    assert [(one.label, one.depth, one.span.of(SCENARIO).partition(" ")[0]) for one in analysis.outline] == [
        ("Turn 1: Read the project", 0, "user:"),
        ("Steps 1–10", 1, "ramp:"),
        ("Compaction before step 11", 1, "compact:"),
        ("Turn 2: Thanks", 0, "user:"),
        ("fires context-warning-80", 0, "fires"),
    ]


def test_the_outline_of_triggers_has_their_ids() -> None:
    source = (
        "triggers:\n- {id: a, signal: cpu, at: 80, text: x, recovery: {id: b, tag: b, text: '[contxt:a]'}}\n"
    )
    analysis = analyse(source, kind("triggers"), "triggers.yaml")
    assert triggers.content_of(analysis) is not None
    assert [(one.label, one.depth) for one in analysis.outline] == [("a", 0), ("b", 1)]
    assert [one.code for one in analysis.diagnostics] == ["unknown-type"]


def test_any_bytes_of_steps_are_read() -> None:
    analysis = read_document(b'{"user": "a"}\n\xff', kind("steps"), "a.steps.jsonl")
    assert [one.code for one in analysis.diagnostics] == ["ENCODING_ERROR"]
    assert steps.ROW.form.is_data


def test_a_scenario_of_a_thousand_steps_is_read_in_a_window() -> None:
    line = "  - {text: a, tools: [{name: b, args: {c: d}}], usage: {total: 5}}\n"
    source = "steps:\n  - user: a\n" + line
    assert not analyse(source + line * 1000, kind("scenario"), "a.yaml", is_interactive=True).diagnostics
    more = analyse(source + line * 4000, kind("scenario"), "a.yaml", is_interactive=True).diagnostics
    assert [one.code for one in more] == ["too-much-data"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "prompts"
    (root / "runs").mkdir(parents=True)
    (root / "chats" / "short").mkdir(parents=True)
    (root / "chats" / "short" / "1.md").write_text("; role: user\n\n\nHello\n")
    (root / "chats" / "answered").mkdir(parents=True)
    (root / "chats" / "answered" / "1.md").write_text("; role: user\n\n\nHello\n")
    (root / "chats" / "answered" / "2.md").write_text("; role: assistant\n\n\nHi\n")
    (root / "chats" / "broken").mkdir(parents=True)
    (root / "chats" / "broken" / "1.md").write_text("no role\n")
    (root / "runs" / "good.steps.jsonl").write_text('{"user": "a"}\n{"text": "b"}\n')
    (root / "runs" / "bad.steps.jsonl").write_text('{"user": "a"}\n{"txt": "b"}\n')
    (root / "runs" / "empty.steps.jsonl").write_text("\n")
    (root / "runs" / "other.yaml").write_text(
        "triggers:\n- {id: own, signal: steps, at: 3, text: x}\n- {id: left-out, signal: x, text: x}\n"
    )
    (root / "system-prompt.tmpl").write_text("You help.\n")
    (root / "runs" / "latin.yaml").write_bytes(b"# \xe4\n")
    os.mkfifo(root / "runs" / "pipe")
    os.symlink("loop.yaml", root / "runs" / "loop.yaml")
    os.symlink("not-there", root / "runs" / "nowhere")
    (tmp_path / "secret.txt").write_text("secret")
    return root


def found(root: Path, source: str) -> list[Diagnostic]:
    """Return what is wrong with what a scenario names."""
    path = root / "runs" / "a.yaml"
    path.write_text(source)
    analysis = analyse(source, kind("scenario"), "a.yaml", catalog=TEMPLATE_CATALOG)
    assert not analysis.diagnostics
    return [*linked_problems(analysis, path, open_library(root)[0])]


NAMES = {
    "all there": ("system: ../system-prompt.tmpl\nchat: ../chats/short\nsteps: [{text: b}]\n", []),
    "no chat": (
        "chat: ../chats/shrt\nsteps: [{user: b}]\n",
        ["1 missing-file There is no ‘../chats/shrt’. Did you mean ‘../chats/short’?"],
    ),
    "no system": ("system: x.tmpl\nsteps: [{user: b}]\n", ["1 missing-file There is no ‘x.tmpl’."]),
    "a folder": (
        "system: ../chats\nsteps: [{user: b}]\n",
        ["1 wrong-file ‘../chats’ is a folder; it must be a plain file."],
    ),
    "a file": (
        "chat: other.yaml\nsteps: [{user: b}]\n",
        ["1 wrong-file ‘other.yaml’ is a plain file; it must be a folder."],
    ),
    "a chat that does not end with the user": (
        "chat: ../chats/answered\nsteps: [{text: b}]\n",
        ["1 no-user-message The first step has no ‘user’. Add one, or name a chat "],
    ),
    "a chat that can't be used": (
        "chat: ../chats/broken\nsteps: [{user: b}]\n",
        ["1 unusable-chat The chat can’t be used. "],
    ),
    "outside": (
        "system: ../../secret.txt\nsteps: [{user: b}]\n",
        ["1 outside-file ‘../../secret.txt’ lies outside ‘prompts’. It is read when you "],
    ),
    "a pipe": (
        "system: pipe\nsteps: [{user: b}]\n",
        ["1 wrong-file ‘pipe’ is a named pipe; it must be a plain file."],
    ),
    "a pipe of steps": (
        "steps: {file: pipe}\n",
        ["1 wrong-file ‘pipe’ is a named pipe; it must be a plain file."],
    ),
    "a pipe of triggers": (
        "triggers: pipe\nsteps: [{user: b}]\n",
        ["1 wrong-file ‘pipe’ is a named pipe; it must be a plain file."],
    ),
    "a pipe of messages": (
        "chat: pipe\nsteps: [{user: b}]\n",
        ["1 wrong-file ‘pipe’ is a named pipe; it must be a folder."],
    ),
    "a link to itself": (
        "triggers: loop.yaml\nsteps: [{user: b}]\n",
        ["1 unreadable-file ‘loop.yaml’ could not be read: a link in its path leads back to itself, "],
    ),
    "a link to nothing": (
        "chat: nowhere\nsteps: [{user: b}]\n",
        ["1 missing-file ‘nowhere’ is a link to a file that is not there. Name the file itself."],
    ),
    "a path that is too long": (
        f"system: {'x' * 5000}\nsteps: [{{user: b}}]\n",
        [f"1 unreadable-file ‘{'x' * 119}…’ could not be read: the name is too long. Choose a shorter one."],
    ),
    "below a file": (
        "chat: other.yaml/b\nsteps: [{user: b}]\n",
        ["1 missing-file There is no ‘other.yaml/b’."],
    ),
    "not UTF-8": (
        "triggers: latin.yaml\nsteps: [{user: b}]\n",
        ["1 unreadable-file ‘latin.yaml’ is not UTF-8 text, at byte 2. Save it as UTF-8."],
    ),
    "steps that are not UTF-8": (
        "steps: {file: latin.yaml}\n",
        ["1 unreadable-file ‘latin.yaml’ is not UTF-8 text, at byte 2. Save it as UTF-8."],
    ),
    "triggers outside": (
        "triggers: ../../secret.txt\nsteps: [{user: b}]\n",
        ["1 outside-file ‘../../secret.txt’ lies outside ‘prompts’. It is read when you "],
    ),
    "a chat outside": (
        "chat: ../..\nsteps: [{user: b}]\n",
        ["1 outside-file ‘../..’ lies outside ‘prompts’. It is read when you "],
    ),
    "steps outside": (
        "steps: {file: ../../secret.txt}\n",
        ["1 outside-file ‘../../secret.txt’ lies outside ‘prompts’. It is read when you "],
    ),
    "steps": ("steps: {file: good.steps.jsonl}\n", []),
    "bad steps": (
        "steps: {file: bad.steps.jsonl}\n",
        ["1 unusable-steps ‘bad.steps.jsonl’ can’t be played. Line 2: ‘txt’ is not a field here. "],
    ),
    "no steps": ("steps: {file: empty.steps.jsonl}\n", ["1 no-steps ‘empty.steps.jsonl’ has no steps."]),
    "no steps file": (
        "steps: {file: god.steps.jsonl}\n",
        ["1 missing-file There is no ‘god.steps.jsonl’. Did you mean ‘good.steps.jsonl’?"],
    ),
    "own triggers": (
        "triggers: other.yaml\nsteps: [{user: b}]\nexpect: [fires own, never context-warning-80]\n",
        [],
    ),
    "unknown triggers": (
        "triggers: other.yaml\nsteps: [user: b]\nexpect: [fires owm, never left-out, a at most 1 time]\n",
        [
            "3 unknown-trigger No trigger has the id ‘owm’. Did you mean ‘own’?",
            "3 unknown-trigger The trigger ‘left-out’ has errors in ‘other.yaml’, and is left out.",
            "3 unknown-trigger No trigger has the id ‘a’.",
        ],
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_scenario_names_is_looked_for(root: Path, name: str) -> None:
    source, expected = NAMES[name]
    problems = found(root, source)
    lines = [f"{source.count(chr(10), 0, one.span.start) + 1} {one.code} {one.message}" for one in problems]
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True)), lines
    for one in problems:
        for fix in one.fixes:
            assert len(found(root, apply_edits(source, fix.edits))) < len(problems)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("steps: {file: a.steps.jsonl}\n", "steps: {file: long.steps.jsonl}\n"),
        ("steps:\n  file: 'a.steps.jsonl'  # beside\n", "steps:\n  file: 'long.steps.jsonl'  # beside\n"),
        ("steps: {file: good.steps.jsonl}\n", "steps: {file: good.steps.jsonl}\n"),
        ("steps: [{user: a}]\n", "steps: [{user: a}]\n"),
    ],
)
def test_a_scenario_is_renamed_with_its_steps(root: Path, tmp_path: Path, source: str, after: str) -> None:
    path = root / "runs" / "a.yaml"
    path.write_text(source)
    (root / "runs" / "a.steps.jsonl").write_text('{"user": "a"}\n')
    library = open_library(root)[0]
    state, now = tmp_path / "state", datetime(2026, 1, 1, tzinfo=UTC)
    make_edit = edit_of_rename(library, path, "long.yaml")
    change = rename_with_companions(path, "long.yaml", library, state_dir=state, now=now, make_edit=make_edit)
    assert (root / "runs" / "long.yaml").read_text() == after
    assert (root / "runs" / "long.steps.jsonl").exists()
    undo_file_change(change, now=now)
    assert path.read_text() == source
    assert (root / "runs" / "a.steps.jsonl").exists()


def test_a_link_out_of_an_untrusted_library_is_not_followed(root: Path) -> None:
    os.symlink(root.parent / "secret.txt", root / "system-link.tmpl")
    (problem,) = found(root, "system: ../system-link.tmpl\nsteps: [{user: b}]\n")
    assert problem.code == "outside-file"
    os.remove(root / "system-link.tmpl")
    (root / "system-link.tmpl").write_text("inside")
    assert not found(root, "system: ../system-link.tmpl\nsteps: [{user: b}]\n")


def test_triggers_beside_a_scenario_are_used_and_a_library_is_checked_with_all(root: Path) -> None:
    source = "steps: [{user: b}]\nexpect: [fires own]\n"
    assert [one.code for one in found(root, source)] == ["unknown-trigger"]
    (root / "runs" / "other.yaml").rename(root / "runs" / "triggers.yaml")
    assert not found(root, source)
    (root / "runs" / "a.yaml").write_text("chat: nowhere\nsteps: [{user: b}]\n")
    library, _ = open_library(root)
    codes = {}
    for file in files_to_check(library, list_files(library)):
        checked = check_file(file, TEMPLATE_CATALOG, datetime(2026, 1, 1, tzinfo=UTC), library=library)
        codes[file.relative] = [one.code for one in checked.diagnostics]
    assert codes["runs/a.yaml"] == ["missing-file"]
    assert codes["runs/triggers.yaml"] == ["unknown-word"]
    assert codes["runs/bad.steps.jsonl"] == ["unknown-key"]
    assert codes["runs/good.steps.jsonl"] == []
