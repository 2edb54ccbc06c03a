"""The page that finds and replaces in the files of the library: fields, hits with check boxes, a button."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QWidget

from editor_app.finding.files import count_of
from editor_app.finding.queries import Query
from editor_app.library.files.reading import quoted
from editor_app.text import Sentence, Span
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey, keep_key
from editor_app.window.kit.form.choice import ElidedComboBox
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel, set_plain_tooltip
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.find.find_rows import FIND_ROWS, FindRow, FoundFile, box_at, rows_of
from editor_app.window.text.finding.find_fields import REPLACE_ALL_KEYS, FindFields, Searched

EVERY_KIND: Final = Sentence("window-find.every-kind")
LEAVE_OUT: Final = PanelKey(
    Sentence("window-find.find-in-library"), Sentence("window-find.leave-out"), "Space"
)
KEYS: Final = (
    PanelKey(Sentence("window-find.find-in-library"), Sentence("window-find.go-to-match"), CHOOSE_KEYS),
    PanelKey(
        Sentence("window-find.find-in-library"), Sentence("window-find.replace-all"), REPLACE_ALL_KEYS[0]
    ),
    LEAVE_OUT,
)
_PAUSE_MS: Final = 150
_LOW, _FIELDS = 340, 260
_HINT: Final = Sentence("window-find.hint")


class Results(NamedTuple):
    """What was found so far: the files with hits, why these are not all, and which could not be read."""

    query: Query = Query()
    files: Sequence[FoundFile] = ()
    searched: int = 0
    is_busy: bool = False
    problem: str = ""
    unread: tuple[str, ...] = ()


class FindPanel(QWidget):
    """Shows what was found; announces what to look for, where to go and what to replace.

    `replace_requested` has the replacement and, by path, the places of the hits that are not left out.
    """

    search_requested = Signal(object, str)  # Query, the heading of a kind of file or ""
    stop_requested = Signal()
    go_to_requested = Signal(object)  # FindRow
    replace_requested = Signal(str, object)
    closed = Signal()

    def __init__(self, searched: Searched) -> None:
        """Start empty; `searched` is what was looked for last."""
        super().__init__()
        self._searched = searched
        self._results = Results()
        self._left_out: set[tuple[Path, Span]] = set()
        self.kinds = ElidedComboBox(self)
        self.replace_button = QPushButton(self)
        self.tree = RowTree(FIND_ROWS, Sentence("window-find.matches-in-library"), self)
        self._summary, self._hint = PlainLabel("", "soft", self), PlainLabel(_HINT, "soft", self)
        self._stop = link_button(Sentence("window-find.stop"), self, self.stop_requested.emit)
        self.fields = FindFields(Sentence("window-find.find-in-library"), searched, self, self.replace_button)
        self.field, self.replacement = self.fields.pattern, self.fields.replacement
        self._later = single_shot(self, _PAUSE_MS, self._ask)
        self._show_later = single_shot(self, _PAUSE_MS, self._show)
        self.setAccessibleName(Sentence("window-find.find-in-library"))
        for label in (self._summary, self._hint):
            label.setWordWrap(True)
        self.setFocusProxy(self.field)
        self.key_field = self.field
        self.kinds.setAccessibleName(Sentence("window-find.files-to-search"))
        self.kinds.addItem(EVERY_KIND)
        self.kinds.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.replace_button.setProperty("look", "primary")
        set_plain_tooltip(self.replace_button, Sentence("window-find.keeps-versions"))
        self._lay_out()
        self.tree.find_link = box_at
        keep_key(self, "Esc", self._escape)
        self.fields.replace_all_with(self.replace)
        self.tree.add_key(LEAVE_OUT.keys, lambda: self.toggle(self.tree.current_row))
        connect(
            (self.field.query_changed, self._later.start),
            (self.field.entered, self.tree.setFocus),
            (self.replacement.textChanged, self._show_later.start),
            (self.replacement.entered, self.replace),
            (self.replace_button.clicked, self.replace),
            (self.fields.fold.clicked, self._show),
            (self.kinds.activated, self._ask),
            (self.tree.chosen, self._go_to),
            (self.tree.link_chosen, self.toggle),
        )
        self._show()

    def _lay_out(self) -> None:
        head = column(
            None,
            row(None, self.fields.fold, (self.field, 1), spacing=4),
            row(None, 30, (self.replacement, 1)),
            row(None, 30, (self.kinds, 1), 4, self.replace_button),
            row(None, 30, (self._summary, 1), 4, self._stop),
            ...,
            row(None, 30, (self._hint, 1)),
            margins=(8, 6, 8, 4),
            spacing=5,
        )
        self._halves = column(self, head, (self.tree, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the fields beside the list where the page is low and wide, else above it."""
        super().resizeEvent(event)
        px = current_theme().px
        is_low = self.height() < px(_LOW) and self.width() > px(2 * _FIELDS)
        directions = QBoxLayout.Direction
        self._halves.setDirection(directions.LeftToRight if is_low else directions.TopToBottom)
        self._halves.setStretch(0, 1 if is_low else 0)
        self._halves.setStretch(1, 1 if self.width() < px(4 * _FIELDS) else 2)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go from what is looked for to what replaces it, and to the buttons after it."""
        inside = self.fields.focus_beside(self, forward=forward)
        return inside or super().focusNextPrevChild(forward)

    # What others do -----------------------------------------------------------------------------------------

    def open_for(self, query: Query, *, replaces: bool, kinds: Sequence[str], selected: str = "") -> None:
        """Look for something, in files of one of these kinds or of all; it may be what is `selected`."""
        chosen = self.kinds.currentText()
        self.kinds.clear()
        self.kinds.addItems([EVERY_KIND, *kinds])
        self.kinds.setCurrentText(chosen)
        self.fields.open_for(query, replaces=replaces, selected=selected)
        self._ask()

    def show_results(self, results: Results) -> None:
        """Show what was found so far."""
        self._results = results
        if not (results.is_busy and self.tree.rows):
            self._show()
        elif not self._show_later.isActive():  # which more results do not put off
            self._show_later.start()

    def show_progress(self, words: str) -> None:
        """Show how far replacing is, which can be stopped."""
        self._show_later.stop()
        self._results = self._results._replace(is_busy=True)
        self._summary.setText(words)
        self.replace_button.setEnabled(False)
        self._stop.show()

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit or the one before, round the ends of the list."""
        rows, current = self.tree.rows, self.tree.current_row
        rows = rows[::-1] if backwards else rows
        at = rows.index(current) + 1 if current is not None else 0
        hit = next((row for row in (*rows[at:], *rows) if row.span is not None), None)
        if hit is not None:
            self.tree.show_current((hit.path, hit.span), reveal=True)
            self.go_to_requested.emit(hit)

    def toggle(self, chosen: FindRow | None) -> None:
        """Leave a hit, or all hits of a file, as they are; or replace them again."""
        if chosen is None or not chosen.has_box:
            return
        spans = chosen.file.hits.spans if chosen.span is None else (chosen.span,)
        hits = {(chosen.path, span) for span in spans}
        if chosen.is_in:
            self._left_out |= hits
        else:
            self._left_out -= hits
        self._show()

    def replace(self, _signal: object = None) -> None:
        """Ask for the replacement of all hits that are not left out."""
        self._show_later.stop()
        self._show()
        if self.replace_button.isEnabled():
            self.fields.note_typed()
            self.replace_requested.emit(self.replacement.text(), self._chosen())

    # Inside -------------------------------------------------------------------------------------------------

    def _escape(self) -> None:
        """Stop the search, else go back to the text."""
        asked = self.stop_requested if self._results.is_busy else self.closed
        asked.emit()

    def _ask(self, _change: object = None) -> None:
        self._later.stop()
        self._left_out.clear()
        kind = self.kinds.currentText() if self.kinds.currentIndex() > 0 else ""
        self.search_requested.emit(self._searched.query, kind)

    def _go_to(self, chosen: FindRow) -> None:
        if chosen.span is None:
            self.tree.toggle(self.tree.currentIndex())
        else:
            self.go_to_requested.emit(chosen)

    def _chosen(self) -> Mapping[Path, frozenset[Span]]:
        """Return the places of the hits that are to be replaced, by the paths of their files."""
        wanted = (found for found in self.tree.rows if found.has_box and found.is_in is not False)
        files = groupby(wanted, key=attrgetter("path"))
        return {path: frozenset(hit.span for hit in hits if hit.span is not None) for path, hits in files}

    def _show(self, _signal: object = None) -> None:
        results, replaces = self._results, self.fields.replaces
        by = self.replacement.text() if replaces else None
        rows = tuple(rows_of(results.files, results.query, by, self._left_out))
        self.tree.show_rows(rows)
        chosen = self._chosen()
        wanted = sum(map(len, chosen.values()))
        faulty = next((found.file for found in rows if found.file.problem), None)
        facts = tuple(self._facts(faulty, wanted))
        self._summary.setText(" · ".join(facts))
        searched = Sentence("text.files", count=results.searched)
        about = Sentence("window-find.searched", files=searched) if results.query.pattern else ""
        set_plain_tooltip(self._summary, "\n".join((about, *results.unread)))
        self._hint.setVisible(any(found.has_box for found in rows))
        in_files = Sentence("text.files", count=len(chosen))
        self.replace_button.setText(Sentence("window-find.replace", count=wanted, files=in_files))
        self.replace_button.setEnabled(bool(wanted) and not results.is_busy)
        self._stop.setVisible(results.is_busy)
        if not results.is_busy and self.isVisible():
            announce(self, " · ".join(facts))

    def _facts(self, faulty: FoundFile | None, wanted: int) -> Iterator[str]:
        """Yield what was found, or why not; how much of that is read-only, and what could not be read."""
        results = self._results
        if faulty is not None:
            name = quoted(faulty.hits.path.name)
            in_file = Sentence("window-find.problem-in", file=name, problem=faulty.problem)
            yield in_file if wanted else faulty.problem
        elif results.problem or not results.query.pattern:
            yield results.problem
        else:
            count = count_of(file.hits for file in results.files)
            matches = Sentence("text.matches", count=count)
            files, searched = (
                Sentence("text.files", count=many) for many in (len(results.files), results.searched)
            )
            yield Sentence(
                "window-find.summary", count=count, matches=matches, files=files, searched=searched
            )
        fixed = [file.hits for file in results.files if file.why_not]
        if fixed and self.fields.replaces:
            extent = "all" if len(fixed) == len(results.files) else "some"
            yield Sentence("window-find.read-only", extent=extent, count=count_of(fixed))
        if results.unread:
            files = Sentence("text.files", count=len(results.unread))
            yield Sentence("window-find.unreadable", files=files)
