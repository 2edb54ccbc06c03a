"""The command palette: what is searched for which first letter, and what the choice of a row does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings

from editor_app.text import LineIndex, Sentence, Span
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.going.candidates import (
    actions_of,
    blocks_of,
    file_key,
    files_of,
    symbols_of,
)
from editor_app.window.commands.going.places import Places
from editor_app.window.commands.going.search import (
    MOST_SHOWN,
    Candidate,
    Group,
    Matches,
    in_steps,
    matches_in_steps,
    ranked,
    with_headings,
)
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.dialogs.palette import Palette, PaletteRows
from editor_app.window.documents.documents import Documents
from editor_app.window.frame.notices import User
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor

_RECENT_KEY: Final = "palette/recent"
_MOST_RECENT: Final = 40
_MOST_DIGITS: Final = 18
_SHOWN_FIRST: Final = 40
_line_typed = re.compile(r"(-?)(\d++)(?:\s*+[:,.]\s*+(\d++))?\s*+[:,.]?").fullmatch


class PaletteCommands(WindowCommands):
    """Opens the palette, and goes where its rows lead."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        user: User,
        *,
        files: FileCommands,
        places: Places,
        settings: QSettings,
    ) -> None:
        """Use the parts of a window; what was used lately is kept in `settings`."""
        super().__init__(documents, shown, user)
        self._files, self._places, self._settings = files, places, settings
        kept = settings.value(_RECENT_KEY, [])
        names = [kept] if isinstance(kept, str) else kept if isinstance(kept, list) else []
        self._recent = {str(name): number for number, name in enumerate(names[:_MOST_RECENT])}
        self._narrowed: tuple[str, str, list[Candidate]] = ("", "", [])

    def open(self, typed: str = "", *, only_files: bool = False) -> Palette:
        """Show the palette, which finds everything, or only files."""
        name = (
            Sentence("window-commands.go-to-file-field")
            if only_files
            else Sentence("window-commands.palette-field")
        )
        palette = Palette(self._shown.window, partial(self._find, only_files), name)
        file = self._current.file
        sight = _Sight(self._editor, file.document if file is not None else None)
        self._narrowed = ("", "", [])
        self._places.note()
        self._places.is_paused = True

        def close() -> None:
            sight.come_back()
            self._places.is_paused = False

        palette.row_shown.connect(
            lambda choice: sight.show(choice, is_line=palette.field.text().startswith(":"))
        )
        palette.closed.connect(close)
        palette.chosen.connect(self._go)
        palette.open(typed)
        return palette

    def note_file(self) -> None:
        """Note that the file in front was used."""
        file = self._current.file
        if file is not None and not file.is_untitled:
            self._note(file_key(file.path))

    def _note(self, key: str) -> None:
        others = [other for other in self._recent if other != key][: _MOST_RECENT - 1]
        self._recent = {name: number for number, name in enumerate((key, *others))}
        self._settings.setValue(_RECENT_KEY, list(self._recent))

    def _go(self, choice: Candidate, beside: bool) -> None:
        if choice.key.startswith("action:"):
            self._note(choice.key)
        choice.go(beside)

    def _open_at(self, path: Path, span: Span | None, beside: bool) -> None:
        """Open a file, which may be untitled, at a span; beside the one in front, where asked."""
        untitled = next((one for one in self._open_files.files if one.is_untitled and one.path == path), None)
        if untitled is not None:
            self._tabs.show_document(untitled.document)
        elif beside:
            self._files.open_beside(path)
        elif self._files.open(path) is None:
            return
        second = self._shown.second
        if span is None:
            return
        if beside and second.editor is not None:
            second.editor.go_to(span)
        else:
            self._current.go_to_part(span)

    # What is found -----------------------------------------------------------------------------------------

    def _find(self, only_files: bool, typed: str) -> Iterator[PaletteRows | None]:
        """Go through what the typed text asks for in steps, and yield the rows at last."""
        first, rest = typed[:1], typed[1:]
        if first == ":":
            yield self._lines(rest)
            return
        if first not in {"@", ">"}:
            first, rest = "", typed
        if first == "@" and self._current.file is None:
            yield PaletteRows(sentence=Sentence("window-commands.no-file-open"))
            return
        if not rest.strip():
            yield self._unsearched(first, (yield from in_steps(self._candidates(first, only_files))))
            return
        scope, before, known = self._narrowed
        if scope == first and before and rest.startswith(before):
            candidates = known
        else:
            candidates = yield from in_steps(self._candidates(first, only_files))
        matches: Matches = yield from matches_in_steps(rest, candidates, self._recent)
        self._narrowed = first, rest, [candidate for _, candidate in matches]
        if matches:
            yield ranked(matches)
        else:
            yield PaletteRows(
                sentence=Sentence("window-commands.nothing-matches-typed", typed=one_line(rest.strip(), 60))
            )

    def _candidates(self, first: str, only_files: bool) -> Iterable[Candidate]:
        """Return the symbols or the commands; or else the files, and unless only these are wanted, all."""
        file = self._current.file
        if first == "@" and file is not None:
            return symbols_of(file, self._library, self._open_at)
        if first == ">":
            return actions_of(self._current.actions)
        files = files_of(self._library, self._open_files, self._open_at)
        if only_files:
            return files
        return chain(files, blocks_of(self._library, self._open_at), actions_of(self._current.actions))

    def _unsearched(self, first: str, candidates: list[Candidate]) -> PaletteRows:
        """Return what is shown before anything is searched: what was used lately, then the others."""
        front = file_key(self._current.file.path) if self._current.file is not None else ""
        used = sorted(
            (one for one in candidates if one.key in self._recent and one.key != front),
            key=lambda one: self._recent[one.key],
        )
        groups = {Group.RECENT: [one.row() for one in used]}
        others = [
            one for one in candidates if one.key not in self._recent and (first or one.group is Group.FILES)
        ]
        for one in others[: MOST_SHOWN if first else _SHOWN_FIRST]:
            groups.setdefault(one.group, []).append(one.row())
        rows = with_headings(groups)
        if not rows:
            return PaletteRows(
                sentence=Sentence("window-commands.no-symbols")
                if first == "@"
                else Sentence("window-commands.no-files-yet")
            )
        return PaletteRows(rows, len(candidates) if first else sum(row.choice is not None for row in rows))

    def _lines(self, typed: str) -> PaletteRows:
        """Return the row of the line and column typed, each clamped to what there is."""
        editor = self._editor
        if editor is None:
            return PaletteRows(sentence=Sentence("window-commands.no-file-open"))
        lines = LineIndex(editor.contents.text)
        match = _line_typed(typed.strip())
        if match is None:
            return PaletteRows(sentence=Sentence("window-commands.type-a-line", most=lines.count))
        is_negative, line, column = match[1], _clamped(match[2]), match[3]
        offset = lines.offset(0 if is_negative else line, _clamped(column) if column else 1)
        place = lines.position(offset)
        to, at = "column" if column else "line", (str(place.line), str(place.column))
        words = Sentence("window-commands.go-to-that-line", to=to, line=at[0], column=at[1])
        span = Span(offset, offset)
        written = lines.line_span(place.line).of(editor.contents.text).strip()
        choice = Candidate(
            Group.LINE, words, lambda _beside: editor.go_to(span), (written, "hash", ""), span=span
        )
        return PaletteRows((choice.row(),), 1)

    @property
    def _editor(self) -> CodeEditor | None:
        edited = self._current.edited_file
        return edited.editor if edited is not None else None


def _clamped(digits: str) -> int:
    """Return a number, or one that is past the end of any text."""
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


class _Sight:
    """What the editor in front shows while the palette is over it: a row's place, or its own."""

    def __init__(self, editor: CodeEditor | None, document: object) -> None:
        """Note where the editor is, and whether it shows the whole `document` of the file in front."""
        self._editor, self._is_whole, self._is_away = editor, False, False
        if editor is not None:
            self._is_whole = editor.contents is document
            self._cursor, self._scrolled = editor.textCursor(), editor.verticalScrollBar().value()

    def show(self, choice: Candidate | None, *, is_line: bool) -> None:
        """Show the place of a symbol or a line; come back for any other row."""
        span = choice.span if choice is not None else None
        if self._editor is None or span is None or not (is_line or self._is_whole):
            self.come_back()
            return
        self._is_away = True
        self._editor.select_span(Span(span.start, span.start))

    def come_back(self) -> None:
        """Put caret and scroll position back."""
        if self._is_away and self._editor is not None:
            self._is_away = False
            self._editor.setTextCursor(self._cursor)
            self._editor.verticalScrollBar().setValue(self._scrolled)
