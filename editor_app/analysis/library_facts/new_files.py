"""Making a file of any kind in a library: where it goes, what its name may be, and what it contains."""

from __future__ import annotations

import os
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.analysis import row_of
from editor_app.analysis.new_files import NewFile, NewText
from editor_app.library.files.new_names import name_problem
from editor_app.library.files.reading import FileError, quoted, read_file_head
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.kind_parts import NewName
from editor_app.library.kinds import Kind, kind_named
from editor_app.library.paths import is_folder
from editor_app.text import Sentence

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_MOST_LEVELS = 32


class NewPlace(NamedTuple):
    """Where a new file goes: the kind, the library, and the folder in it that was chosen, "" for none.

    `names` are those of the prompts of the library, which a new prompt cannot have.
    """

    kind: Kind
    library: Library
    chosen: str = ""
    names: Collection[str] = ()

    @property
    def folder(self) -> Path:
        """The folder in which a name that was typed lies."""
        root = self.library.user_dir if self.kind.has_prompt_names else self.library.root
        if self.chosen:
            return root / self.chosen
        at_root = self._name.in_root and self._is_of_kind(self.library.root / f"a{self._name.suffix}")
        return root if at_root else root / self._name.folder

    def path_of(self, name: str) -> Path:
        """Return the path of the file with a name that was typed, which may begin with folders."""
        return self.folder / f"{self._without_suffix(name)}{self._name.suffix}"

    def problem(self, name: str) -> str:
        """Return why no file of the kind can be made under a name, "" where one can."""
        *folders, last = self._without_suffix(name).split("/")
        wrong = self._new.rule(last) or name_problem(last)
        wrong = wrong or next(filter(None, (name_problem(folder, "folder") for folder in folders)), "")
        if wrong or len(folders) > _MOST_LEVELS:
            return wrong or Sentence("analysis.too-many-folders")
        path, library = self.path_of(name), self.library
        if library.is_default(path) and library.default_dir is not None:
            return Sentence("analysis.holds-defaults", name=quoted(library.default_dir.name))
        if self.kind.has_prompt_names:
            stem = self._without_suffix(path.relative_to(library.user_dir).as_posix())
            if stem in self.names:
                return Sentence("analysis.prompt-there", name=quoted(stem))
        taken = path.parent if self._name.suffix.startswith("/") else path
        if os.path.lexists(taken):
            return Sentence("library.name-taken", name=quoted(taken.name))
        return "" if self._is_of_kind(path) else Sentence("analysis.other-kind-there", name=quoted(path.name))

    def text(self, name: str, now: datetime, source: str | None = None) -> NewText:
        """Return what the file contains; with a `source`, what is made of it, or raise FileError."""
        stem = self._without_suffix(name).rpartition("/")[2]
        if source is not None and self._new.from_text is not None:
            made, path = self._new.from_text(stem, source, now), self.path_of(name)
            if isinstance(made, str):
                raise FileError(Sentence("analysis.not-of-text", name=quoted(path.name), why=made), path)
            return made
        return self._new.text(stem, now)

    @property
    def _name(self) -> NewName:
        name = self.kind.listing.new
        assert name is not None, "files of the kind can be made"
        return name

    @property
    def _new(self) -> NewFile:
        new = row_of(self.kind).new
        assert new is not None, "files of the kind can be made"
        return new

    def _without_suffix(self, name: str) -> str:
        return name.strip().removesuffix(self._name.suffix)

    def _is_of_kind(self, path: Path) -> bool:
        kind = kind_of(self.library, path, self.text("a", _ANY_TIME).text.encode())
        return self.kind in {kind, kind_named(kind.part_of.container)}


def move_problem(library: Library, path: Path, folder: Path) -> str:
    """Return why a file of the library cannot be moved into a folder of it, "" where it can."""
    if library.is_default(folder / path.name) and library.default_dir is not None:
        return Sentence("analysis.holds-defaults", name=quoted(library.default_dir.name))
    if is_folder(path):
        return ""
    try:
        head = read_file_head(path, HEAD_BYTES)
    except (OSError, ValueError):
        return Sentence("analysis.unreadable-now", name=quoted(path.name))
    if kind_of(library, path, head) is kind_of(library, folder / path.name, head):
        return ""
    return Sentence("analysis.other-kind-in", name=quoted(path.name), folder=quoted(folder.name))
