"""Names in a text that other files define or use: where they stand, and what changes with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span
from editor_app.variables.access import FileAccess


@dataclass(frozen=True, slots=True)
class FilesAround:
    """Where a file lies, and what the files are that it may name: `access` says where their paths may lead.

    `read` returns the text of one as it is now, with unsaved changes; None where it can’t be read, or is
    large.
    """

    path: Path
    access: FileAccess
    read: Callable[[Path], str | None]


class Symbol(NamedTuple):
    """A name in a text that can be changed everywhere it stands; `sort` says what has it."""

    name: str
    span: Span
    sort: str


class NamingFile(NamedTuple):
    """A file that defines names which others use, and the kind that it is read as."""

    path: Path
    kind: Kind


@dataclass(frozen=True, slots=True)
class Renaming:
    """The edits that change a name: those of the file that defines it, and of each file that uses it.

    `problem` says why the name can’t be given; then there are no edits.
    """

    edits: tuple[Edit, ...] = ()
    in_users: Mapping[Path, tuple[Edit, ...]] = field(default_factory=dict)
    problem: str = ""
