"""The situations of open system messages: those saved in a file beside each, and the one in use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import row_of
from editor_app.clock import Clock
from editor_app.library.files.reading import FileMark, mark_at
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, NamedSituation, Situation
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.system_messages.situations.writing import remove_situation_edits, situation_edits
from editor_app.text import Edit
from editor_app.variables.access import FileAccess
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.side_files import SideFileSaved, edit_side_file, read_side_file


class Situations(QObject):
    """Reads situations files, and writes single situations into them."""

    saved = Signal(object, str)  # the OpenFile and the situation's name
    warned = Signal(str, object)  # a sentence about local history, and the path of the situations file
    failed = Signal(str)

    def __init__(
        self, state_dir: Path, clock: Clock, access: Callable[[], FileAccess], parent: QObject | None = None
    ) -> None:
        """Start with the folder of local history, the clock for its times, and the library to stay in.

        `access` returns None while the library is trusted.
        """
        super().__init__(parent)
        self._access = access
        self._state_dir = state_dir
        self._clock = clock
        self._marks: WeakKeyDictionary[OpenFile, FileMark | None] = WeakKeyDictionary()

    def begin(self, file: OpenFile) -> None:
        """Read the situations of a system message that was just opened, and choose the first."""
        if row_of(file.kind).sending.has_situations:
            self.read(file)
            if file.situations:
                file.set_situation(file.situations[0].situation, file.situations[0].name)

    def read(self, file: OpenFile) -> None:
        """Read the saved situations of a system message again."""
        path = situations_path(file.path)
        self._marks[file] = mark_at(path)
        source, failure = read_side_file(path, self._access())
        if failure:
            self.failed.emit(failure)
        file.situations = read_situations(source)[0] if source is not None else ()

    def check_disk(self, files: Iterable[OpenFile]) -> None:
        """Read the situations again of those messages whose situations file changed on disk."""
        for file in files:
            if file in self._marks and self._marks[file] != mark_at(situations_path(file.path)):
                self.follow(file)

    def follow(self, file: OpenFile) -> None:
        """Read the situations again; the chosen one is updated, unless it was edited here or is gone."""
        before, was_edited = file.situations, self.is_edited(file)
        self.read(file)
        if file.situations == before:
            return
        is_known = named(file.situations, file.situation_name) is not None
        if is_known and not was_edited:
            self.choose(file, file.situation_name)
        else:
            file.set_situation(file.situation, file.situation_name if is_known else None)

    def end(self, file: OpenFile) -> None:
        """Remove the situations of a file that is no longer a system message."""
        self._marks.pop(file, None)
        file.situations = ()
        file.set_situation(EMPTY_SITUATION, None)

    def choose(self, file: OpenFile, name: str | None) -> None:
        """Choose a saved situation, or with None leave everything open; muted blocks stay muted."""
        saved = named(file.situations, name)
        situation = saved.situation if saved is not None else EMPTY_SITUATION
        muted = file.situation.muted
        file.set_situation(replace(situation, muted=muted), name if saved is not None else None)

    def is_edited(self, file: OpenFile) -> bool:
        """Whether the situation differs from the saved one it was chosen from."""
        saved = named(file.situations, file.situation_name)
        before = saved.situation if saved is not None else EMPTY_SITUATION
        return as_saved(file) != replace(before, values=dict(before.values))

    def save(self, file: OpenFile, name: str) -> bool:
        """Write the current situation under a name, changing nothing else in the situations file."""
        saved = NamedSituation(name, as_saved(file))
        written = self._write(file, lambda source: situation_edits(source, saved))
        if written is None:
            return False
        file.set_situation(replace(saved.situation, muted=file.situation.muted), name)
        self.saved.emit(file, name)
        self._warn(file, written)
        return True

    def delete(self, file: OpenFile, name: str) -> bool:
        """Delete a situation from the situations file; the situation in use stays."""
        written = self._write(file, lambda source: remove_situation_edits(source, name))
        if written is None:
            return False
        chosen = file.situation_name if file.situation_name != name else None
        file.set_situation(file.situation, chosen)
        self._warn(file, written)
        return True

    def _write(self, file: OpenFile, make_edits: Callable[[str], Iterable[Edit]]) -> SideFileSaved | None:
        """Edit the situations file and read it again; return None after the signal `failed`."""
        path = situations_path(file.path)
        saved = edit_side_file(
            path,
            make_edits,
            lambda source: read_situations(source)[1],
            self._state_dir,
            self._clock(),
            self._access(),
        )
        if saved.failure:
            self.failed.emit(saved.failure)
            return None
        self.read(file)
        return saved

    def _warn(self, file: OpenFile, saved: SideFileSaved) -> None:
        if saved.warnings:
            self.warned.emit(" ".join(saved.warnings), situations_path(file.path))


def named(situations: Iterable[NamedSituation], name: str | None) -> NamedSituation | None:
    """Return the situation with that name, None if there is none."""
    return next((one for one in situations if one.name == name), None)


def as_saved(file: OpenFile) -> Situation:
    """Return the current situation in the form to save: with the typed values, and without muted blocks."""
    values = {**file.situation.values, **file.values}
    return replace(file.situation, values=values, muted=frozenset())
