"""The states of the window with earlier versions and recovered text that screenshots are taken of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason
from editor_app.text import Edit, Span
from editor_app.window.app import Workbench
from editor_app.window.commands.questions.conflict_question import Conflict
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.session.recovery import RecoveredText
from editor_app.window.startup.pictures import NOON
from pictures.taking import show_prompt


def history(workbench: Workbench) -> Iterator[None]:
    """Show the versions of a prompt."""
    yield from show_prompt(workbench)
    keep_example_versions(workbench)
    editor, panel = workbench.current.editor, workbench.panels.history
    if editor is not None:
        editor.insertPlainText(" ")
    workbench.commands.versions.show()
    panel.choose(next(row.version for row in panel.rows if row.time == "11:02"))
    yield
    yield


def history_columns(workbench: Workbench) -> Iterator[None]:
    """Show a version and the text side by side."""
    workbench.actions.action("toggle_preview").trigger()
    yield from history(workbench)
    workbench.panels.history.compared.choose_view("columns")
    yield


def deleted_files(workbench: Workbench) -> Iterator[None]:
    """Show what was deleted."""
    yield
    for name in ("system-messages/support-desk.json", "test-scenario-generation.md"):
        workbench.work.delete(workbench.library.library.root / name)
    workbench.commands.versions.show_deleted()
    workbench.window.notices.dismiss()
    yield
    yield


def recovered(workbench: Workbench) -> Iterator[None]:
    """Show text that was recovered after a crash."""
    yield from show_prompt(workbench)
    first = workbench.files.files[0]
    first.document.apply_edits([Edit(Span(len(first.text), len(first.text)), "Answer in one language.\n")])
    workbench.files.new_untitled(((Edit(Span(0, 0), "# Notes\n"),),))
    workbench.tabs.show_document(first.document)
    workbench.session.recovery.offer(workbench.files.files, NOON)
    yield


def compare(workbench: Workbench) -> Iterator[None]:
    """Compare recovered text with the file."""
    yield from recovered(workbench)
    first = workbench.files.files[0]
    base, disk = first.saved_text, first.saved_text.replace("brief, human", "short, human")
    text = RecoveredText(first.path.name, first.text, disk, base, "1 of 2")
    QuestionDialog(text.question(), workbench.window).show()
    yield


def conflict(workbench: Workbench) -> Iterator[None]:
    """Show the text, and what another program wrote."""
    yield from show_prompt(workbench)
    first = workbench.files.files[0]
    base, disk = first.saved_text, first.saved_text.replace("brief, human", "short, human")
    mine = f"{first.saved_text}Answer in one language.\n"
    asked = Conflict(first.path.name, base, mine, disk).question()
    QuestionDialog(asked, workbench.window).show()
    yield


def history_of_several(workbench: Workbench) -> Iterator[None]:
    """Show the versions of several files."""
    yield
    root = workbench.library.library.root
    paths = [root / name for name in ("page-analysis.md", "system-messages/support-desk.json")]
    keep_example_versions(workbench)
    workbench.commands.versions.show_each(paths)
    yield
    yield


def history_of_nothing(workbench: Workbench) -> Iterator[None]:
    """Show that a file has no versions yet."""
    yield
    workbench.commands.versions.show()
    yield


def keep_example_versions(workbench: Workbench, at: datetime = NOON) -> None:
    """Keep versions of the sample's first prompt, as saving it and other programs would have, until `at`."""
    path = workbench.library.library.root / "page-analysis.md"
    now = path.read_text(encoding="utf-8")
    old = now.replace("version: 1.1", "version: 1.0.4").replace("{{titel}}", "{{title}}")
    old = old.replace("{{#if content}}", "Answer in the language of the page.\n\n{{#if content}}", 1)
    reasons = VersionReason
    versions = (
        (timedelta(days=2, hours=5), old.replace("(2-3 sentences) ", ""), reasons.COPIED),
        (timedelta(days=2, hours=4), old.replace("brief, ", ""), reasons.SAVED),
        (timedelta(days=2, hours=3), old.replace("concise ", ""), reasons.RESET),
        (timedelta(days=1, hours=1), old.replace("Title", "Headline"), reasons.SAVED),
        (timedelta(days=1), old.replace("500", "400"), reasons.LIBRARY_REPLACE),
        (timedelta(hours=3), old, reasons.REPLACED),
        (timedelta(minutes=40), now.replace("{{titel}}", "{{title}}"), reasons.SAVED),
        (timedelta(minutes=1), now.replace("500", "400"), reasons.SAVED),
    )
    for age, text, why in versions:
        keep_version(workbench.files.state_dir, path, text.encode(), why, now=at - age)
