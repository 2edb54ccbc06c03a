"""Reading the files that `file:` variables name, and no others.

A template may come from anybody, so only a regular file of UTF-8 text is read, and only where `access.py`
says that its name may lead.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection
from dataclasses import dataclass
from errno import ELOOP
from pathlib import Path, PurePath
from typing import TypeAlias

from editor_app.text import Sentence, to_engine_text
from editor_app.variables.access import (
    CAN_OPEN_BY_COMPONENT,
    FileAccess,
    NotRegularError,
    Refusal,
    end_of,
    open_end,
)
from editor_app.variables.catalog import Cause, Note, short_name

MOST_BYTES = 1024 * 1024
_MOST_SHOWN = 200  # characters of a path


@dataclass(frozen=True, slots=True)
class FileText:
    """A file's text, with LF and without byte-order mark, and where it was read."""

    text: str
    path: Path


FileReader: TypeAlias = Callable[[Path, str], FileText | Note]


def file_reader(
    allowed_files: Collection[Path] = (),
    *,
    library: Path | None = None,
    trusted: bool = True,
    follows_links: bool = True,
    by_component: bool = CAN_OPEN_BY_COMPONENT,
) -> FileReader:
    """Return a function (folder, name) -> the file's text, or a note why there is none; it never raises.

    Files of `library` are read, and those of the folder if it is `trusted`; `allowed_files`, paths without
    links, may lie anywhere, or hold secrets. Without `follows_links` the folder has to be one whose links are
    resolved, and is not read where one of its parts was made a link since then. `by_component` is as for
    `open_end`.
    """
    allowed = frozenset(allowed_files)

    def read(folder: Path, name: str) -> FileText | Note:
        if not name or "\0" in name:
            shown = short_name(name).replace("\0", "␀")
            return Note(Cause.NO_SUCH_FILE, Sentence("variables.names-no-file", shown=shown))
        access = FileAccess(folder, library, trusted, allowed, is_resolved=not follows_links)
        path = folder / name
        try:
            end = end_of(path, access)
            if isinstance(end, Refusal):
                return _refused(end, path, name, access)
            descriptor = open_end(end, by_component=by_component)
            try:
                return _decoded(_read_up_to(descriptor, MOST_BYTES + 1), path, _shown(name))
            finally:
                os.close(descriptor)
        except NotRegularError as found:
            kinds = (
                (stat.S_ISDIR, Sentence("variables.folder")),
                (stat.S_ISFIFO, Sentence("variables.pipe")),
                (stat.S_ISSOCK, Sentence("variables.socket")),
            )
            sort = next((words for test, words in kinds if test(found.mode)), Sentence("variables.device"))
            return Note(Cause.NOT_A_FILE, Sentence("variables.not-a-file", name=_shown(name), sort=sort))
        except (OSError, ValueError) as error:
            return _note_for(error, folder, name)

    return read


def _refused(refusal: Refusal, path: Path, name: str, access: FileAccess) -> Note:
    allowed = refusal.end if refusal.needs_allowance else None
    if refusal.lacks_trust:
        outside = (
            Sentence("variables.the-library") if access.library is not None else os.fspath(access.workspace)
        )
        reason = refusal.reason(path, _shown(name), outside)
        sentence = Sentence(
            "variables.folder-is-restricted",
            reason=reason,
            folder=os.fspath(access.workspace),
            way=refusal.way_out,
        )
        return Note(Cause.NOT_TRUSTED, sentence, allowed)
    reason = refusal.reason(path, _shown(name), os.fspath(access.workspace))
    return Note(
        Cause.NEEDS_GRANT, Sentence("variables.is-restricted", reason=reason, way=refusal.way_out), allowed
    )


def _read_up_to(descriptor: int, most: int) -> bytes:
    pieces: list[bytes] = []
    while most > 0 and (piece := os.read(descriptor, most)):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _decoded(data: bytes, path: Path, name: str) -> FileText | Note:
    if len(data) > MOST_BYTES:
        return Note(Cause.TOO_LARGE, Sentence("variables.too-large", name=name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Note(Cause.NOT_TEXT, Sentence("variables.not-utf-8", name=name, byte=error.start + 1))
    if "\0" in text:
        return Note(Cause.NOT_TEXT, Sentence("variables.has-nul", name=name, byte=data.index(0) + 1))
    return FileText(to_engine_text(text.removeprefix("\ufeff")), path)


def _note_for(error: OSError | ValueError, folder: Path, name: str) -> Note:
    shown = (
        f"‘{_shown(name)}’"
        if PurePath(name).anchor
        else Sentence("variables.name-in-folder", name=_shown(name), folder=os.fspath(folder))
    )
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Note(Cause.NO_SUCH_FILE, Sentence("variables.file-is-missing", name=shown))
    reason: str = Sentence("variables.impossible-name")
    if isinstance(error, OSError):
        is_link = error.errno == ELOOP
        reason = Sentence("variables.link-leads-nowhere") if is_link else error.strerror or str(error)
    return Note(Cause.UNREADABLE, Sentence("variables.unreadable", reason=reason, name=shown))


def _shown(name: str) -> str:
    return short_name(name, _MOST_SHOWN)
