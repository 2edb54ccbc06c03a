"""The states of the window with conversations that screenshots are taken of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from editor_app.clock import Clock
from editor_app.conversations.building import Permissions
from editor_app.conversations.service import ConversationService, Setup
from editor_app.library.paths import sample_dir
from editor_app.text import Sentence
from editor_app.variables.catalog import Note
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.kinds.template.commands import BuildQuestion
from editor_app.window.kinds.template.conversation.conversation_panel import View
from editor_app.window.kinds.template.conversations import BuildAnswer
from editor_app.window.kinds.template.template_perspective import TemplatePerspective
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.startup.pictures import NOON
from pictures.taking import Surroundings

_NAME: Final = "system-prompt.tmpl"
_FOLDER: Final = "atlas"
_RULES: Final = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt.\n"
_MORE_RULES: Final = _RULES.replace("Keep", "Ask before you add a dependency.\nKeep")
_LAST_LINE: Final = "Answer in short sentences.\n"
_INSTRUCTIONS: Final = """Summarise the conversation so far so that the work can go on without it.

Keep: the task in the user's words, what was decided and why, the files that were changed, and what is open.
Leave out: output of tools that can be read again, and attempts that were given up.

Write it as plain paragraphs, at most 400 words.
"""


def conversations(workbench: Workbench) -> Iterator[None]:
    """Show the list of conversations, and what one of them would get now."""
    _construct_all(workbench)
    yield from _shown(workbench, View.DIFFERENCE)


def compaction(workbench: Workbench) -> Iterator[None]:
    """Show the three parts of a compaction."""
    _construct_all(workbench)
    yield from _shown(workbench, View.COMPACTION)


def got(workbench: Workbench) -> Iterator[None]:
    """Show what a conversation got, in a library that has none elsewhere."""
    _construct_all(workbench)
    yield from _shown(workbench, View.GOT)


def none_yet(workbench: Workbench) -> Iterator[None]:
    """Show the list of a library without conversations."""
    workbench.commands.files.open(workbench.library.library.root / _NAME)
    yield
    workbench.window.show_below("conversations")
    yield


def listed(workbench: Workbench) -> Iterator[None]:
    """Show the list where it is at the right."""
    yield from conversations(workbench)
    workbench.window.show_below("conversations")
    yield


def build(workbench: Workbench) -> Iterator[None]:
    """Show the dialog that asks with what to build."""
    yield from conversations(workbench)
    question = BuildQuestion(
        BuildAnswer("c-0042", "/srv/atlas"),
        lambda _answer: "",
        lambda _answer: Sentence("window-template.replaces", id="c-0042"),
        Sentence("window-template.given-as-in-values", names=["prompt:cwd"]),
    )
    QuestionDialog(question.question(), workbench.window).show()
    yield


def _shown(workbench: Workbench, view: View) -> Iterator[None]:
    workbench.commands.files.open(workbench.library.library.root / _NAME)
    yield
    perspective = workbench.current.perspective
    assert isinstance(perspective, TemplatePerspective)
    editor = workbench.current.editor
    if editor is not None:
        editor.moveCursor(editor.textCursor().MoveOperation.End)
    workbench.window.show_below("conversations")
    yield
    perspective.page.choose_view(view)
    perspective.listed.choose("c-0042")
    perspective.shown.show("c-0042")
    perspective.listed.tree.setFocus()
    yield


def _construct_all(workbench: Workbench) -> None:
    """Store what programs would have constructed in the last days."""
    root = workbench.library.library.root
    folder = root.parent / _FOLDER
    folder.mkdir()
    template = root / _NAME
    text = template.read_text(encoding="utf-8")
    made = [
        ("c-0033", "", None, (3, 1, 16, 22)),
        ("c-0037", None, None, (3, 2, 11, 5)),
        ("nightly-8812", text.replace("coding ", ""), (3, 1, 9, 0), (3, 3, 2, 0)),
        ("c-0041", text, (3, 3, 12, 0), (3, 3, 17, 40)),
        ("c-0042", text, (3, 3, 12, 0), (3, 3, 18, 5)),
        ("c-0042", text, (3, 3, 12, 0), (3, 3, 23, 0)),
        ("c-0057", f"{text.rstrip()}\n{_LAST_LINE}", (3, 4, 13, 41), (3, 4, 13, 58)),
    ]
    for conversation_id, source, saved, at in made:
        _save(template, source, saved)
        is_last = conversation_id == "c-0057"
        when = datetime(2026, *at, tzinfo=UTC)
        service = _service(root, when, is_now=is_last)
        service.construct(conversation_id, folder, values={"prompt:cwd": _FOLDER})
    (root / "compaction.md").write_text(_INSTRUCTIONS, encoding="utf-8")
    old = root.parent / "atlas-old" / "prompts"
    old.mkdir(parents=True)
    service = _service(old, NOON, is_now=False)
    for number in range(23):
        service.construct(f"c-{number}", folder)
    old.rmdir()


def _save(template: Path, source: str | None, saved: tuple[int, int, int, int] | None) -> None:
    if source is None:
        template.unlink()
        return
    template.write_text(source, encoding="utf-8")
    if saved is not None:
        seconds = datetime(2026, *saved, tzinfo=UTC).timestamp()
        os.utime(template, (seconds, seconds))


def _service(root: Path, at: datetime, *, is_now: bool) -> ConversationService:
    """Return the service as it was at a time, when the branch and the rules were others than now."""

    def sources(workspace: Path, *, clock: Clock, **_named: Any) -> Sources:  # noqa: ANN401  of the service's protocol
        del workspace
        found = _MORE_RULES if is_now else _RULES
        return _sources(found, "search-page\n" if is_now else "main\n", clock)

    permissions = replace(Permissions(sample_dir()), trusted=False)
    return ConversationService(root, Setup(clock=lambda: at, permissions=permissions, make_sources=sources))


def _sources(rules: str, branch: str, clock: Clock) -> Sources:
    def read_file(folder: Path, name: str) -> FileText | Note:
        return FileText(rules, folder / name)

    def run_git(_folder: Path, arguments: tuple[str, ...]) -> str | Note:
        return "" if arguments[0] == "status" else branch

    return Sources(clock, read_file, run_git, "linux", "builder")


def _sources_of_now(_context: ResolveContext, clock: Clock) -> Sources:
    """Return what variables are read from while the window is open."""
    return _sources(_MORE_RULES, "search-page\n", clock)


SURROUNDINGS: Final = Surroundings(Path(_FOLDER), _sources_of_now, own_home=True)
