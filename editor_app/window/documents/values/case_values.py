"""The values a file is tried with: those of its cases, and those typed in the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import FileTest, row_of
from editor_app.library.files.reading import FileError
from editor_app.library.files.renumbering import in_turn
from editor_app.library.folders import relative_to
from editor_app.library.paths import is_file
from editor_app.library.settings.trial_values import (
    move_trial_values,
    read_trial_values,
    set_trial_values_aside,
    write_trial_values,
)
from editor_app.prompts.cases.case_edits import case_edits
from editor_app.prompts.cases.cases import RECORDS, Case, CaseFile, cases_path, read_cases
from editor_app.structured.editing.records import remove_record, rename_record
from editor_app.template.dialect import Dialect
from editor_app.text import Edit, Sentence, apply_edits, insert_at, together
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.side_files import edit_beside, read_beside
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.slices import in_slices
from editor_app.window.kit.work.timers import single_shot

_NO_FILE = "\0"  # what no file is called, for one of several that change places
_PAUSE_MS = 150  # from the first change: typing without pause does not postpone writing


class CaseValues(QObject):
    """Reads cases files, writes new cases into them, and keeps typed values between sessions."""

    warned = Signal(str, object)  # with the path of the file that was saved, if it is about one
    told = Signal(str)  # that a case is saved, or why something failed

    def __init__(self, files: OpenFiles, parent: QObject | None = None) -> None:
        """Read the cases of these files, and keep typed values beside the state of their window."""
        super().__init__(parent)
        self._files = files
        self._state_dir = files.state_dir
        self._unwritten: dict[str, Mapping[str, str | None]] = {}
        self._readers: WeakKeyDictionary[OpenFile, Slicer] = WeakKeyDictionary()
        self._when_read: WeakKeyDictionary[OpenFile, list[Callable[[], object]]] = WeakKeyDictionary()
        self._pause = single_shot(self, _PAUSE_MS, self.write_now)
        files.closed.connect(lambda file: self._readers.pop(file).stop() if file in self._readers else None)

    def begin(self, file: OpenFile) -> None:
        """Read the cases of a file that was just opened, and use the values last typed, or its first case."""
        self._begin_reading(file)
        self._readers[file].advance()
        if not file.is_untitled:
            self.when_read(file, partial(self._begin_values, file))

    def _begin_values(self, file: OpenFile) -> None:
        typed = read_trial_values(self._state_dir, self._files.library.root, self._key_of(file.path))
        if typed:
            # the case with the most equal values, so that the form can show the differences
            nearest = max(file.cases, key=lambda case: _shared(case, typed), default=None)
            has_any = nearest is not None and _shared(nearest, typed) > 0
            file.set_values(typed, nearest.name if nearest is not None and has_any else None)
            return
        if file.cases and file.analysis.dialect is not Dialect.BRACKETS:
            file.set_values(file.cases[0].values, file.cases[0].name)
        damage = set_trial_values_aside(self._state_dir, self._files.library.root, self._key_of(file.path))
        if damage:
            self.warned.emit(damage, None)

    def read(self, file: OpenFile) -> None:
        """Read a file's cases again; values that were those of its case are those of the new one then."""
        self._begin_reading(file)
        self._readers[file].finish()

    def _begin_reading(self, file: OpenFile) -> None:
        path, source = self.file_of(file), None
        if file.analysis.template is not None and not file.is_untitled and is_file(path):
            source, failure = read_beside(self._files, path)
            if failure:
                self.told.emit(failure)
        reader = self._readers.setdefault(file, Slicer(file))
        none = (CaseFile(), ())
        reader.start(
            iter((none,)) if source is None else in_slices(partial(read_cases, source)),
            partial(self._take, file),
        )

    def when_read(self, file: OpenFile, act: Callable[[], object]) -> None:
        """Call `act` once the file's cases are read, which may be now; never if values are given before."""
        if self._readers[file].is_busy:
            self._when_read.setdefault(file, []).append(act)
        else:
            act()

    def _take(self, file: OpenFile, read: tuple[CaseFile, object]) -> None:
        was_edited, file.cases = self.is_edited(file), read[0].cases
        if file.case is not None and not was_edited and self.is_edited(file):
            file.set_values(file.case.values, file.case_name)
        waiting = self._when_read.pop(file, None)
        if waiting is not None:
            before = file.case_name, file.values
            for act in waiting:
                act()
            if before == (file.case_name, file.values):
                _tell_values(file)

    def take_saved(self, cases: OpenFile) -> None:
        """Read a cases file that was saved again for those of the open files that it is about."""
        if row_of(cases.kind).tested is not FileTest.CASES:
            return
        for file in self._files.files:
            if self.path_for(file) == cases.path:
                self._begin_reading(file)
                self._readers[file].advance()
                self.when_read(file, partial(_tell_values, file))

    def choose(self, file: OpenFile, name: str | None) -> None:
        """Try the file with a case, or with None without values."""
        case = next((case for case in file.cases if case.name == name), None)
        values = case.values if case is not None else MappingProxyType({})
        file.set_values(values, name if case is not None else None)
        self._keep(file, {})

    def type(self, file: OpenFile, values: Mapping[str, str | None]) -> None:
        """Try the file with the values in the form."""
        file.set_values(values, file.case_name)
        self._keep(file, {name: value for name, value in values.items() if value is not None})

    def rename_value(self, file: OpenFile, old: str, new: str) -> None:
        """Read a file's cases again, in which a variable has another name, and give its value that name."""
        self.read(file)
        if old not in file.values:
            return
        values = {new if name == old else name: value for name, value in file.values.items()}
        file.set_values(values, file.case_name)
        if self.is_edited(file):
            self._keep(file, values)

    def move_all(self, paths: Mapping[Path, Path]) -> None:
        """Keep the values typed for files under their new paths, which may be each other's."""
        self.write_now()
        keys = {self._key_of(old): self._key_of(new) for old, new in paths.items()}
        for old, new in in_turn(keys, _NO_FILE):
            try:
                move_trial_values(self._state_dir, self._files.library.root, old, new)
            except FileError as error:
                self.told.emit(error.sentence)

    def is_edited(self, file: OpenFile) -> bool:
        """Whether the values differ from those of the chosen case."""
        return (_given(file.case) if file.case is not None else {}) != file.values

    def save(self, file: OpenFile, name: str) -> None:
        """Write the current values as a case, changing nothing else in the cases file."""
        before = next((case for case in file.cases if case.name == name), None)
        if before is not None and _given(before) == file.values:
            file.set_values(file.values, name)
            self._keep(file, {})
            self.told.emit(Sentence("window-documents.case-saved-already", name=name))
            return
        case = Case(name, dict(file.values), expect=before.expect if before is not None else ())
        edits, sentence = partial(case_edits, case=case), Sentence("window-documents.case-saved", name=name)
        self._change(file, edits, name, sentence)

    def rename(self, file: OpenFile, name: str) -> None:
        """Give the chosen case another name."""
        old = file.case_name
        if old is None or old == name:
            return
        if any(case.name == name for case in file.cases):
            self.told.emit(Sentence("window-documents.case-name-is-taken", name=name))
            return
        edits = partial(rename_record, file=RECORDS, old=old, new=name)
        self._change(file, edits, name, Sentence("window-documents.case-renamed", old=old, name=name))

    def delete(self, file: OpenFile, name: str) -> None:
        """Take a case out of the cases file; its values stay in use."""
        edits = partial(remove_record, file=RECORDS, name=name)
        self._change(file, edits, None, Sentence("window-documents.case-deleted", name=name))

    def _change(
        self, file: OpenFile, make_edits: Callable[[str], tuple[Edit, ...]], chosen: str | None, sentence: str
    ) -> None:
        """Edit the cases file of a file; then the case of a name is chosen, with the values in use."""
        path, of_default = self.path_for(file), cases_path(file.path)
        if not is_file(path):  # those of the user begin with the cases of a default
            start = "" if of_default == path else read_beside(self._files, of_default)[0] or ""
            make_edits = partial(_begun, start, make_edits)
        saved = edit_beside(self._files, path, make_edits, lambda source: read_cases(source)[1])
        if saved.failure:
            self.told.emit(saved.failure)
            return
        self.read(file)
        file.set_values(file.values, chosen)
        self._keep(file, file.values if self.is_edited(file) else {})
        unsaved = Sentence("window-documents.case-changed-unsaved", name=path.name)
        self.told.emit(sentence if saved.content is not None else unsaved)
        if saved.warnings:
            self.warned.emit(together(saved.warnings), path)

    def file_of(self, file: OpenFile) -> Path:
        """Return the path of the cases that count: the user’s, if there are any, else the default’s."""
        own = self.path_for(file)
        return own if is_file(own) else cases_path(file.path)

    def path_for(self, file: OpenFile) -> Path:
        """Return the path of the file's cases: in the user's folder first, even for an overridden default."""
        return cases_path(self._files.library.own_path(file.path))

    def write_now(self) -> None:
        """Write the typed values to disk now, without waiting for a pause."""
        self._pause.stop()
        for key, values in self._unwritten.items():
            try:
                write_trial_values(self._state_dir, self._files.library.root, key, values)
            except FileError as error:
                self.told.emit(error.sentence)
        self._unwritten.clear()

    def _keep(self, file: OpenFile, values: Mapping[str, str | None]) -> None:
        if file in self._when_read:
            self._when_read[file] = []
        if file.is_untitled:
            return  # they are kept with the window's session: another text may have this name later
        self._unwritten[self._key_of(file.path)] = values
        if not self._pause.isActive():
            self._pause.start()

    def _key_of(self, path: Path) -> str:
        return relative_to(self._files.library, path) or path.as_posix()


def _begun(start: str, make_edits: Callable[[str], tuple[Edit, ...]], source: str) -> tuple[Edit, ...]:
    """Return edits of a text, which write one to start with where there is none."""
    edits = make_edits(source or start)
    return edits if source or not edits else (insert_at(0, apply_edits(start, edits)),)


def _tell_values(file: OpenFile) -> None:
    """Let the cases and values of a file be shown again."""
    file.set_values(file.values, file.case_name)


def _given(case: Case) -> dict[str, str]:
    return {name: value for name, value in case.values.items() if value is not None}


def _shared(case: Case, values: Mapping[str, str | None]) -> int:
    return sum(values.get(name) == value for name, value in case.values.items() if value is not None)
