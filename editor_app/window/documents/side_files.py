"""Read and edit what lies beside an open file, such as its cases, on disk or in its own tab."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from editor_app.library.files.reading import ChangedOnDisk, FileContent, FileError, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.paths import is_file
from editor_app.text import Diagnostic, Edit, Sentence, apply_edits, decode, encode_edited
from editor_app.variables.access import FileAccess
from editor_app.window.documents.open_files import OpenFiles

NOT_ALONE: Final = Sentence("window-documents.not-alone")
MakeEdits = Callable[[str], Iterable[Edit]]
Check = Callable[[str], tuple[Diagnostic, ...]]


@dataclass(frozen=True, slots=True)
class SideFileSaved:
    """The result of an edit: why nothing was saved, "" if it was, and warnings about what was not kept.

    `content` is what was written, and `hash_before` that of what it replaced, "" if there was no file.
    """

    failure: str = ""
    warnings: tuple[str, ...] = ()
    hash_before: str = ""
    content: FileContent | None = None


def read_side_file(path: Path, access: FileAccess | None) -> tuple[str | None, str]:
    """Return a file's text, None if there is none, and why it cannot be used, "" if it can.

    `access` says where its path may lead.
    """
    if not is_file(path):
        return None, ""
    try:
        decoded = decode(read_file(path, access=access).data)
    except FileError as error:
        return None, error.sentence
    if decoded.bad_byte is not None:
        return None, Sentence("window-documents.not-utf-8-unused", name=path.name)
    return decoded.text, ""


def edit_side_file(
    path: Path, make_edits: MakeEdits, check: Check, state_dir: Path, now: datetime, access: FileAccess | None
) -> SideFileSaved:
    """Apply edits to a file, which may not exist yet, and save it.

    Refused are edits that put errors into a file without any, no edits, and a file that is not UTF-8.
    Only errors that `check` finds count, warnings do not. `access` is as for `read_side_file`.
    """
    try:
        content = read_file(path, access=access) if os.path.lexists(path) else None
        decoded = decode(content.data) if content is not None else None
        if decoded is not None and decoded.bad_byte is not None:
            return SideFileSaved(Sentence("window-documents.not-utf-8-unchanged", name=path.name))
        source = decoded.text if decoded is not None else ""
        edits = tuple(make_edits(source))
        if why := _why_not(path.name, source, edits, check):
            return SideFileSaved(why)
        data = encode_edited(decoded or decode(b""), edits)
        expected = content.stamp if content is not None else None
        saved = save_file(path, data, expected=expected, state_dir=state_dir, now=now, access=access)
    except (FileError, ChangedOnDisk) as error:
        return SideFileSaved(error.sentence)
    hash_before = expected.hash if expected is not None else ""
    return SideFileSaved("", saved.warnings, hash_before, FileContent(data, saved.stamp))


def _why_not(name: str, source: str, edits: tuple[Edit, ...], check: Check) -> str:
    """Return why edits of a file are refused, "" if they are not."""
    before = [problem for problem in check(source) if problem.severity == "error"]
    if not edits:
        if before:
            return Sentence("window-documents.unreadable", name=name, problem=before[0].message)
        return Sentence("window-documents.not-changed", name=name, reason=NOT_ALONE)
    after = (problem for problem in check(apply_edits(source, edits)) if problem.severity == "error")
    problem = None if before else next(after, None)
    if problem is None:
        return ""
    return Sentence("window-documents.could-not-be-written", name=name, problem=problem.message)


def read_beside(files: OpenFiles, path: Path) -> tuple[str | None, str]:
    """Return a file's text, unsaved or from disk, None if there is none, and why it cannot be used."""
    opened = files.find(path)
    if opened is not None and opened.is_modified:
        return opened.text, ""
    return read_side_file(path, files.library.access)


def edit_beside(files: OpenFiles, path: Path, make_edits: MakeEdits, check: Check) -> SideFileSaved:
    """Edit a file: as one step in its tab where its text there is unsaved, else on disk.

    What is edited in a tab is not saved then, and has no `content`.
    """
    opened = files.find(path)
    if opened is None or not opened.is_modified:
        saved = edit_side_file(path, make_edits, check, files.state_dir, files.clock(), files.library.access)
        if not saved.failure:
            files.take_written(path, saved.content, saved.hash_before)
        return saved
    reason = opened.document.read_only_because
    if reason is not None:
        return SideFileSaved(Sentence("window-documents.not-changed", name=path.name, reason=reason))
    edits = tuple(make_edits(opened.text))
    if why := _why_not(path.name, opened.text, edits, check):
        return SideFileSaved(why)
    opened.document.apply_edits(edits)
    opened.catch_up()
    return SideFileSaved()
