"""The library's files, the origin of each prompt, and the problems of all files."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path, PurePosixPath
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import row_of
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import check_file, files_to_check
from editor_app.analysis.library_facts.index import (
    LibraryChat,
    LibraryIndex,
    NamedText,
    index_in_steps,
    load_named,
)
from editor_app.analysis.outline import OutlineItem
from editor_app.analysis.tag_limit import too_many_tags
from editor_app.clock import Clock
from editor_app.library.files.reading import FileError, FileMark, mark_at, read_file
from editor_app.library.files.temporaries import sweep_temporaries
from editor_app.library.folders import Library, relative_to
from editor_app.library.kinds import CHAT_FOLDERS, PROMPT_KIND, STANDARD_KINDS
from editor_app.library.listing import LibraryFile, scan_in_steps
from editor_app.library.paths import CONFIG_NAME, is_folder
from editor_app.text import Diagnostic, LineIndex, Sentence, count_by_severity, decode
from editor_app.variables.access import FileAccess
from editor_app.variables.catalog import Catalog
from editor_app.window.documents.disk.watching import DiskWatch
from editor_app.window.documents.library_rows import LibraryListing, LibraryRow, RowState
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.work.slicer import Slicer

_Made = TypeVar("_Made")
_SLICE_MS = 8
_STEPS_AT_ONCE = 60
_ROWS_A_STEP = 500
_FEWEST_BYTES = 25_000  # of a file with too many tags to check
_REFRESH_DELAY_MS = 250
_MOST_WATCHED = 2000
_MOST_LOOKED_AT = 2000  # at once


@dataclass(frozen=True, slots=True)
class _CheckedFile:
    """The problems of a saved file as of `mark`; a file that was not read is read again, mark or not.

    So is one whose name has other problems `beside` those of the files around it.
    """

    mark: FileMark | None
    beside: tuple[Diagnostic, ...]
    was_read: bool
    counts: Counts
    problems: tuple[ProblemRow, ...]
    parts: tuple[int, str] = (0, "")
    blocks: tuple[OutlineItem, ...] = ()


class LibraryState(QObject):
    """Lists the library at once, then checks its files in slices while the event loop is idle."""

    listing_changed = Signal(object)
    problems_changed = Signal(object)
    catalog_changed = Signal(object)
    listed = Signal()
    checked = Signal()

    def __init__(self, library: Library, clock: Clock, parent: QObject | None = None) -> None:
        """Start without files; `refresh` lists them."""
        super().__init__(parent)
        self.library = library
        self.clock = clock
        self.catalog: Catalog = catalog_of(library, is_interactive=True)
        self.index = LibraryIndex()  # what the library holds, as it was last listed
        self.listing = LibraryListing(library.root)
        self._checked: dict[Path, _CheckedFile] = {}
        self._prompts: dict[str, NamedText] = {}
        self._names: dict[Path, str] = {}
        self._loaded_from: dict[str, tuple[object, ...]] = {}  # the library and the marks of a prompt's files
        self._made_folders: set[Path] = set()
        self._is_listing = False
        self._slicer = Slicer(self, milliseconds=_SLICE_MS)
        self.folders: tuple[Path, ...] = ()
        self._marks_to_look_at: deque[Path] = deque()
        self._watch = DiskWatch(_REFRESH_DELAY_MS, self)
        self._watch.changed.connect(self._refresh_for_change)
        self._changed_meanwhile = False

    @property
    def is_listing(self) -> bool:
        """Whether the files are still being listed."""
        return self._is_listing and self.is_checking

    @property
    def is_checking(self) -> bool:
        """Whether files are still to be listed or checked."""
        return self._slicer.is_busy

    def refresh(self) -> None:
        """List the files again, a small library at once, and check those that changed."""
        self._begin_listing()
        for _ in range(_STEPS_AT_ONCE):  # enough for most libraries
            if self.is_listing:
                self._slicer.step()

    def _begin_listing(self) -> None:
        catalog = catalog_of(self.library, is_interactive=True)
        if catalog != self.catalog:
            self.catalog = catalog
            self._checked.clear()
            self.catalog_changed.emit(catalog)
        self._checked.pop(self.library.root / CONFIG_NAME, None)  # a folder it names may be gone by now
        self._is_listing = True
        self._slicer.start(self._all_steps())

    def check_disk(self) -> None:
        """List the files again if one was written in place, which watching folders does not detect.

        Of many files, each call looks at some, and the next one at those that follow.
        """
        if self.is_checking:
            return
        if not self._marks_to_look_at:
            self._marks_to_look_at.extend(self._checked)
        for _ in range(min(_MOST_LOOKED_AT, len(self._marks_to_look_at))):
            path = self._marks_to_look_at.popleft()
            checked = self._checked.get(path)
            if checked is not None and checked.mark != mark_at(path):
                self._marks_to_look_at.clear()
                self._begin_listing()
                return

    def _refresh_for_change(self) -> None:
        """List the files again, or once the listing has ended: begun anew each time, it might never end."""
        if self.is_listing:
            self._changed_meanwhile = True
        else:
            self._begin_listing()

    def list_empty(self, folder: Path) -> None:
        """List a folder of the library that was made now, until it has files that are listed."""
        self._made_folders.add(folder)
        self._announce()

    def finish_checking(self) -> None:
        """Finish listing and checking now, without slices."""
        if not self.is_checking:
            self._slicer.start(self._last_steps())
        self._slicer.finish()

    def prompt_of(self, path: Path) -> NamedText | None:
        """Return the prompt, template or instructions that a file belongs to, as last loaded, or None."""
        name = self.prompt_name(path)
        return self.prompt(name) if name is not None else None

    def first_path(self) -> Path | None:
        """Return the file to start with: the first prompt, else text with a preview, else message."""
        for prompt in self._prompts.values():
            return prompt.path
        message: Path | None = None
        for file in self.index.files:
            if not file.problem and row_of(file.kind).sending.is_sent:
                if not row_of(file.kind).sending.has_role:
                    return file.path
                message = message or file.path
        return message

    def prompt(self, name: str) -> NamedText | None:
        """Return a prompt by its name, template or instructions by their files' names, or None."""
        standard = next((text for text in self.index.standard if text.name == name), None)
        return standard if standard is not None else self._prompts.get(name)

    def prompt_name(self, path: Path) -> str | None:
        """Return the name of the prompt in a file, None if the file is not a prompt."""
        return self._names.get(path)

    def names(self) -> tuple[str, ...]:
        """Return the names of all prompts."""
        return tuple(self._prompts)

    def reload_prompt(self, path: Path) -> None:
        """Load the prompt that a file belongs to again, and update the list."""
        name = self.prompt_name(path)
        if name not in self._prompts:
            return
        self._load(name)
        for file in self.index.files:
            if file.path == path:
                self._check(file)
        self._announce()

    def _all_steps(self) -> Iterator[None]:
        """List the files again and check them, in steps that are each short enough to wait for."""
        waiting = yield from self._listing_steps()
        self._is_listing = False
        self.listed.emit()
        if self._changed_meanwhile:
            self._changed_meanwhile = False
            self._watch.note()
        for item in waiting:
            yield
            if isinstance(item, str):
                self._load(item)
            else:
                self._check(item)
        yield from self._last_steps()

    def _last_steps(self) -> Iterator[None]:
        yield from self._announcing_steps()
        self._slicer.stop()
        self.checked.emit()

    def _listing_steps(self) -> Generator[None, None, Sequence[LibraryFile | str]]:
        """List the files; return those to check, and the names of the prompts to load."""
        contents = yield from _last_of(scan_in_steps(self.library))
        sweep_temporaries(contents.temporaries)
        self.folders = contents.folders
        self._watch.watch(contents.folders[:_MOST_WATCHED])
        yield
        index = yield from _last_of(index_in_steps(self.library, contents.files))
        # all of it in one step: between two, a file may be saved and announced
        self.index = index
        known, self._prompts = self._prompts, {}
        for prompt in index.prompts:
            before, origins = known.get(prompt.name, prompt), (prompt.user_path, prompt.default_path)
            is_same = (before.user_path, before.default_path) == origins
            self._prompts[prompt.name] = before if is_same else prompt
        for name in self._loaded_from.keys() - self._prompts.keys():
            del self._loaded_from[name]
        self._names = {
            path: prompt.name for prompt in (*index.prompts, *index.standard) for path in prompt.paths
        }
        yield
        waiting = list(files_to_check(self.library, self.index.files))
        yield
        gone = set(self._checked)
        for start in range(0, len(waiting) if gone else 0, _ROWS_A_STEP):
            gone.difference_update(file.path for file in waiting[start : start + _ROWS_A_STEP])
            yield
        for path in gone:
            self._checked.pop(path, None)
        yield from self._announcing_steps()
        return [*self._prompts, *waiting]

    def _announcing_steps(self) -> Iterator[None]:
        rows = []
        for row in self._rows():
            rows.append(row)
            if len(rows) % _ROWS_A_STEP == 0:
                yield
        yield
        self._announce(tuple(rows))

    def _load(self, name: str) -> None:
        prompt = self._prompts[name]
        files = (self.library, *((path, mark_at(path)) for path in prompt.paths))
        is_loaded = prompt.loaded is not None or prompt.error is not None
        if is_loaded and self._loaded_from.get(name) == files:
            return
        self._loaded_from[name] = files
        if any(_has_too_many_tags(path, self.library.access) for path in prompt.paths):
            self._prompts[name] = replace(prompt, loaded=None, error=None)  # its problem says why
        else:
            self._prompts[name] = load_named(prompt, self.library, self.clock().astimezone(UTC))

    def _check(self, file: LibraryFile) -> None:
        mark = mark_at(file.path)
        known = self._checked.get(file.path)
        is_known = known is not None and known.was_read and known.mark == mark
        is_known = is_known and row_of(file.kind).naming.linked_problems is None
        if known is not None and is_known and known.beside == file.beside:
            return
        if mark is None and file.problem is None:  # deleted since it was listed
            self._checked.pop(file.path, None)
            return
        checked = check_file(file, self.catalog, self.clock(), is_interactive=True, library=self.library)
        lines = checked.lines or LineIndex("")
        rows = problem_rows(checked.diagnostics, lines, file.path, file.relative)
        was_read = checked.lines is not None
        self._checked[file.path] = _CheckedFile(
            mark, file.beside, was_read, counts(checked.diagnostics), rows, checked.parts, checked.blocks
        )

    def _announce(self, rows_of_files: tuple[LibraryRow, ...] | None = None) -> None:
        listed, root = tuple(self._rows()) if rows_of_files is None else rows_of_files, self.library.root
        self._made_folders = {
            folder
            for folder in self._made_folders
            if is_folder(folder) and not any(row.path.is_relative_to(folder) for row in listed)
        }
        empty = sorted(folder.relative_to(root).as_posix() for folder in self._made_folders)
        self.listing = LibraryListing(root, listed, tuple(empty))
        self.listing_changed.emit(self.listing)
        self.problems_changed.emit(
            tuple(row for checked in self._checked.values() for row in checked.problems)
        )

    def _rows(self) -> Iterator[LibraryRow]:
        inside = self._in_owner_rows()
        for text in (*self._prompts.values(), *self.index.standard):
            yield self._named_row(text, inside.get(text.path, ()))
        counted_in_others = {path for paths in inside.values() for path in paths}
        for file in self.index.others:
            if file.path not in counted_in_others:
                yield self._file_row(file, inside.get(file.path, ()))
        for chat in self.index.chats:
            yield self._chat_row(chat)

    def _in_owner_rows(self) -> dict[Path, tuple[Path, ...]]:
        """Return file → those that belong to it and are counted in its row; a message of a chat has none."""
        inside: dict[Path, tuple[Path, ...]] = {}
        owners = self.index.owners
        in_chats = {file.path for chat in self.index.chats for file in chat.messages} if owners else set()
        for file in self.index.others if owners else ():
            owner = owners.get(file.path) if file.kind.listing.in_owner_row else None
            if owner is not None and owner not in in_chats:
                inside[owner] = (*inside.get(owner, ()), file.path)
        return inside

    def _state_of(self, *paths: Path) -> RowState:
        """Return the problems of a row's files, and the first number of what one of them consists of."""
        checked = [self._checked.get(path) for path in paths]
        sums = Counts(*map(sum, zip(*map(_without_notes, checked), strict=True)))
        parts = (one.parts for one in checked if one is not None and one.parts[0])
        return RowState(counts=sums, parts=next(parts, (0, "")))

    def _file_row(self, file: LibraryFile, inside: tuple[Path, ...]) -> LibraryRow:
        *folders, name = PurePosixPath(file.relative).parts or (self.library.root.name,)
        label = PurePosixPath(name).stem if file.kind.listing.hides_suffix else name
        owner = self.index.owners.get(file.path)
        state = self._state_of(file.path, *inside)
        if owner is not None:  # the owner's row shows the name
            folders, label = [], Sentence("window-documents.beside-owner", kind=file.kind.value)
            state = state._replace(parts=(state.parts[0], ""))
        is_default = self.library.is_default(file.path)
        return LibraryRow(
            file.path,
            label,
            file.kind.value,
            tuple(folders),
            state._replace(
                badge="default" if owner is not None and is_default else "",
                remark=file.problem or "",
                read_only=is_default,
            ),
            owner=owner,
            parts=inside,
        )

    def _chat_row(self, chat: LibraryChat) -> LibraryRow:
        """Return the row of a chat; the folder that is only there for chats is not shown above it."""
        *folders, _name = PurePosixPath(chat.relative).parts or (chat.name,)
        if folders and folders[-1] in CHAT_FOLDERS:
            folders.pop()
        parts = tuple(file.path for file in chat.messages)
        unread = next((file.problem for file in chat.messages if file.problem), "")
        return LibraryRow(
            chat.folder,
            chat.name,
            chat.kind.value,
            tuple(folders),
            self._state_of(chat.folder, *parts)._replace(
                remark=unread or "",
                read_only=self.library.is_default(chat.folder),
                parts=(len(parts), "message"),
            ),
            parts=parts,
        )

    def _named_row(self, text: NamedText, inside: tuple[Path, ...]) -> LibraryRow:
        *folders, label = text.name.split("/")
        kind, is_own = STANDARD_KINDS.get(text.name), text.user_path is not None
        return LibraryRow(
            text.path,
            label if kind is None else PurePosixPath(label).stem,
            "prompt" if kind is None else kind.value,
            tuple(folders),
            self._state_of(text.path, *inside)._replace(
                badge="" if text.problem or text.error is not None else text.status,
                remark=text.error.message if text.error is not None else text.problem,
                read_only=not is_own,
                can_reset=is_own and (kind is not None or text.default_path is not None),
            ),
            text.name,
            parts=inside,
        )

    def checks(self, path: Path) -> bool:
        """Whether the library checks a file."""
        return path in self._checked

    def blocks(self) -> Iterator[tuple[Path, OutlineItem]]:
        """Yield the blocks of all files, as they were last checked, each with its file."""
        for path, checked in self._checked.items():
            yield from ((path, block) for block in checked.blocks)

    def beside(self, path: Path) -> tuple[Diagnostic, ...]:
        """Return the problems that a file's name has among those of the files beside it."""
        checked = self._checked.get(path)
        return checked.beside if checked is not None else ()

    def relative(self, path: Path) -> str:
        """Return a file's path from the library's root, or its absolute path outside of the library."""
        return relative_to(self.library, path) or path.as_posix()


def _last_of(steps: Iterator[_Made | None]) -> Generator[None, None, _Made]:
    """Go through steps, and return what the last of them made."""
    made: _Made | None = None
    for step in steps:
        made = step
        yield
    assert made is not None
    return made


def _has_too_many_tags(path: Path, access: FileAccess) -> bool:
    try:
        if path.stat().st_size < _FEWEST_BYTES:
            return False
        text = decode(read_file(path, access=access).data).text
        return too_many_tags(text, row_of(PROMPT_KIND).form.tag_opener) is not None
    except (OSError, FileError):
        return False


def counts(diagnostics: Sequence[Diagnostic]) -> Counts:
    """Return how many problems of each severity there are."""
    return Counts(*count_by_severity(diagnostics).values())


def _without_notes(checked: _CheckedFile | None) -> Counts:
    """Return the counts that the library list shows, without notes: those are no reason to open a file."""
    return checked.counts._replace(information=0) if checked is not None else Counts()
