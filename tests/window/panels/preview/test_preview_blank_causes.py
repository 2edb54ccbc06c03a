"""“Blank and left out” says of each cause there is, in words, why a tag is blank, and what can be done."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial, resolve_for
from editor_app.library.kinds import Kind
from editor_app.variables.catalog import TEMPLATE_CATALOG, Cause, Note
from editor_app.variables.resolver import Context, Sources, resolve
from editor_app.window.panels.preview.blank_list import blank_rows

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
CANNOT_BE_MADE = {  # a test run by root reads every file, and git cannot be made slow in time
    "file:unreadable": Note(Cause.UNREADABLE, "‘unreadable’ could not be read: Permission denied."),
    "git:branch": Note(Cause.TIMED_OUT, "git took longer than 3 seconds."),
}
TEMPLATE = {
    "[prompt:model]": Cause.NOT_GIVEN,
    "[git:status]": Cause.EMPTY,
    "[git:branch]": Cause.TIMED_OUT,
    "[git:brnch]": Cause.UNKNOWN_NAME,
    "[sytem:time]": Cause.UNKNOWN_TYPE,
    "[file:none.md]": Cause.NO_SUCH_FILE,
    "[file:pipe]": Cause.NOT_A_FILE,
    "[file:image.png]": Cause.NOT_TEXT,
    "[file:large.md]": Cause.TOO_LARGE,
    "[file:unreadable]": Cause.UNREADABLE,
    "[file:../outside.md]": Cause.NEEDS_GRANT,
    "[file:broken]": Cause.FAILED,
}
IN_WORDS = {
    Cause.NOT_GIVEN: ("is not set", "Edit value"),
    Cause.NOT_DECLARED: ("is not declared, so its tag stays as written", "Declare"),
    Cause.EMPTY: ("is empty", "Edit value"),
    Cause.NO_SUCH_FILE: ("no file", "Edit value"),
    Cause.NOT_A_FILE: ("is a pipe", "Edit value"),
    Cause.NOT_TEXT: ("UTF-8", "Edit value"),
    Cause.TOO_LARGE: ("MB", "Edit value"),
    Cause.UNREADABLE: ("could not be read", "Edit value"),
    Cause.NEEDS_GRANT: ("Outside the folder", "outside.md’"),
    Cause.NOT_TRUSTED: ("The folder is restricted", "Trust…"),
    Cause.GIT_FAILED: ("git", "Edit value"),
    Cause.TIMED_OUT: ("longer than", "Edit value"),
    Cause.FAILED: ("could not be resolved", "Edit value"),
    Cause.UNKNOWN_TYPE: ("‘sytem’ is not a variable type", "Use ‘system:time’"),
    Cause.UNKNOWN_NAME: ("has no variable ‘brnch’", "Use ‘git:branch’"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "image.png").write_bytes(b"\x89PNG\xff\x00")
    (folder / "large.md").write_text("x" * 2_000_000)
    (tmp_path / "outside.md").write_text("Outside.\n")
    return folder


def shown(result) -> dict[Cause, tuple[str, str]]:
    """Return the sentence and the link of the row of each cause."""
    rows = {row.tag: row for row in blank_rows(result)}
    return {blank.cause: (rows[blank.tag].sentence, rows[blank.tag].link) for blank in result.blank}


def test_each_cause_has_words_and_something_to_do(folder: Path):
    def read_file(where: Path, name: str):
        from editor_app.variables.files import file_reader

        if name == "broken":
            raise RuntimeError("the disk is on fire")
        return CANNOT_BE_MADE.get(f"file:{name}") or file_reader()(where, name)

    def run_git(_where: Path, arguments: tuple[str, ...]):
        return CANNOT_BE_MADE["git:branch"] if arguments[0] == "rev-parse" else ""

    analysis = analyse(" ".join(TEMPLATE), Kind.TEMPLATE, "a.tmpl")
    sources = Sources(lambda: NOW, read_file, run_git, "linux", "builder")
    snapshot = resolve(analysis.names, TEMPLATE_CATALOG, Context(folder), sources)
    result = render(analysis, Trial(snapshot=snapshot))
    assert {blank.tag: blank.cause for blank in result.blank} == TEMPLATE
    found = shown(result)

    analysis = analyse("[git:branch]", Kind.TEMPLATE, "a.tmpl")
    for trusted, cause in ((True, Cause.GIT_FAILED), (False, Cause.NOT_TRUSTED)):
        trial = Trial(cwd=folder, trusted=trusted)
        snapshot = resolve_for(analysis, trial, None, lambda: NOW)
        result = render(analysis, Trial(snapshot=snapshot))
        found |= {cause: shown(result)[cause]}

    head = "---\nname: a\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables: []\n---\n"
    result = render(analyse(f"{head}{{{{who}}}}", Kind.PROMPT, "a.md"), Trial())
    found |= shown(result)

    assert set(found) == set(Cause) == set(IN_WORDS), "there is no other cause"
    for cause, (sentence, link) in found.items():
        words, link_words = IN_WORDS[cause]
        assert words in sentence, cause
        assert link_words in link, cause
