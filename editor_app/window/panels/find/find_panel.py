"""The page that finds and replaces in the files of the library: fields, hits with check boxes, a button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QWidget

from editor_app.finding.queries import Query
from editor_app.text import Span
from editor_app.window.kit.card.controls import icon_button, link_button
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey
from editor_app.window.kit.form.choice import ElidedComboBox
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, sized
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import ElidedLabel
from editor_app.window.kit.words.plain_text import counted
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.find.find_rows import (
    FIND_ROWS,
    FindRow,
    FoundFile,
    Replacement,
    box_at,
    rows_of,
)
from editor_app.window.text.finding.find_fields import PatternField, RememberingField, Searched, remember

EVERY_KIND: Final = "Every kind of file"
LEAVE_OUT: Final = PanelKey("Find in library", "Leave a hit out, or replace it again", "Space")
KEYS: Final = (PanelKey("Find in library", "Go to the hit", CHOOSE_KEYS), LEAVE_OUT)
_PAUSE_MS: Final = 150
_LOW, _FIELDS = 340, 260
_HINT: Final = "Each file keeps the version before in its history. Space leaves a hit out."


class Results(NamedTuple):
    """What was found so far: the files with hits, and a sentence on why these are not all."""

    query: Query = Query()
    files: Sequence[FoundFile] = ()
    searched: int = 0
    is_busy: bool = False
    problem: str = ""


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
        self.field = PatternField("Find in library", searched, self)
        self.replacement = RememberingField("Replace with", "replace", searched.replacements, self)
        self.kinds = ElidedComboBox(self)
        self.replace_button = QPushButton("Replace", self)
        self.tree = RowTree(FIND_ROWS, "Hits in the library", self)
        self._fold = icon_button("chevron-right", "Show replacing", self, self._toggle_replacing)
        self._summary, self._hint = ElidedLabel("", "soft"), ElidedLabel(_HINT, "soft")
        self._stop = link_button("Stop", self, self.stop_requested.emit)
        self._later = single_shot(self, _PAUSE_MS, self._ask)
        self._show_later = single_shot(self, _PAUSE_MS, self._show)
        self.setAccessibleName("Find in library")
        self.setFocusProxy(self.field)
        self.kinds.setAccessibleName("Files to look through")
        self.kinds.addItem(EVERY_KIND)
        self.kinds.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.replace_button.setProperty("look", "primary")
        self._lay_out()
        self.field.query_changed.connect(self._later.start)
        self.field.entered.connect(lambda _backwards: self.tree.setFocus())
        self.replacement.textChanged.connect(self._show_later.start)
        self.replacement.entered.connect(lambda _backwards: self.replace())
        self.replace_button.clicked.connect(self.replace)
        self.kinds.activated.connect(self._ask)
        self.tree.chosen.connect(self._go_to)
        self.tree.find_link = box_at
        self.tree.link_chosen.connect(self.toggle)
        self.tree.add_key(LEAVE_OUT.keys, lambda: self.toggle(self.tree.current_row))
        self._show()

    def _lay_out(self) -> None:
        self._head = column(
            None,
            row(None, self._fold, (self.field, 1), spacing=4),
            row(None, _indent(self), (self.replacement, 1), spacing=4),
            row(None, _indent(self), (self.kinds, 1), self.replace_button, spacing=4),
            row(None, _indent(self), (self._summary, 1), self._stop, spacing=4),
            ...,
            self._hint,
            margins=(8, 6, 8, 4),
            spacing=5,
        )
        self._halves = column(self, self._head, (self.tree, 1))
        self._show_replacing(shown=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the fields beside the list where the page is low and wide, else above it."""
        super().resizeEvent(event)
        px = current_theme().px
        is_low = self.height() < px(_LOW) and self.width() > px(2 * _FIELDS)
        directions = QBoxLayout.Direction
        self._halves.setDirection(directions.LeftToRight if is_low else directions.TopToBottom)
        self._halves.setStretch(0, 2 if is_low else 0)
        self._halves.setStretch(1, 3 if is_low else 1)

    # What others do -----------------------------------------------------------------------------------------

    def open_for(self, query: Query, *, replaces: bool, kinds: Sequence[str]) -> None:
        """Look for something, in files of one of these kinds or of all."""
        chosen = self.kinds.currentText()
        self.kinds.clear()
        self.kinds.addItems([EVERY_KIND, *kinds])
        self.kinds.setCurrentText(chosen)
        self.field.show_query(query)
        self.replacement.show_words(self._searched.replacement)
        self._show_replacing(shown=replaces or not self.replacement.isHidden())
        self._ask()
        target = self.replacement if replaces and query.pattern else self.field
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        target.selectAll()

    def show_results(self, results: Results) -> None:
        """Show what was found so far."""
        self._results = results
        if results.is_busy and self.tree.rows:
            self._show_later.start()
        else:
            self._show()

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit or the one before, round the ends of the list."""
        hits = [number for number, row in enumerate(self.tree.rows) if row.span is not None]
        if not hits:
            return
        keys = [(row.path, row.span) for row in self.tree.rows]
        current = self.tree.current_row
        at = keys.index((current.path, current.span)) if current is not None else -1
        later, earlier = [n for n in hits if n > at], [n for n in hits if n < at]
        number = (earlier or hits)[-1] if backwards else (later or hits)[0]
        self.tree.show_current(keys[number], reveal=True)
        self.go_to_requested.emit(self.tree.rows[number])

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

    def replace(self) -> None:
        """Ask for the replacement of all hits that are not left out."""
        self._show_later.stop()
        self._show()
        chosen = self._chosen()
        if chosen and self.replace_button.isEnabled():
            self._searched.replacement = self.replacement.text()
            remember(self.replacement.text(), self._searched.replacements)
            self.replace_requested.emit(self.replacement.text(), chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop the search with Esc, else go back to the text."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._results.is_busy:
            self.stop_requested.emit()
        else:
            self.closed.emit()

    # Inside -------------------------------------------------------------------------------------------------

    @property
    def _replaces(self) -> bool:
        return not self.replacement.isHidden()

    def _ask(self, _change: object = None) -> None:
        self._later.stop()
        remember(self.field.text(), self._searched.patterns)
        self._left_out.clear()
        kind = self.kinds.currentText()
        self.search_requested.emit(self._searched.query, "" if kind == EVERY_KIND else kind)

    def _go_to(self, chosen: FindRow) -> None:
        if chosen.span is None:
            self.tree.toggle(self.tree.currentIndex())
        else:
            self.go_to_requested.emit(chosen)

    def _toggle_replacing(self) -> None:
        self._show_replacing(shown=not self._replaces)
        self._show()

    def _show_replacing(self, *, shown: bool) -> None:
        for part in (self.replacement, self.replace_button, self._hint):
            part.setVisible(shown)
        name = "Hide replacing" if shown else "Show replacing"
        with_icon(self._fold, "chevron-down" if shown else "chevron-right", "soft")
        self._fold.setToolTip(name)
        self._fold.setAccessibleName(name)

    def _chosen(self) -> Mapping[Path, frozenset[Span]]:
        """Return the places of the hits that are to be replaced, by the paths of their files."""
        chosen: dict[Path, set[Span]] = {}
        for found in self.tree.rows:
            if found.span is not None and found.has_box and found.is_in:
                chosen.setdefault(found.path, set()).add(found.span)
        return {path: frozenset(spans) for path, spans in chosen.items()}

    def _show(self) -> None:
        results = self._results
        by = Replacement(results.query, self.replacement.text(), self._left_out) if self._replaces else None
        self.tree.show_rows(tuple(rows_of(results.files, by)))
        count = sum(len(file.hits.spans) for file in results.files)
        files, searched = counted(len(results.files), "file"), counted(results.searched, "file")
        words = f"{counted(count, 'hit')} in {files} · searched {searched}" if results.query.pattern else ""
        self._stop.setVisible(results.is_busy)
        chosen = self._chosen() if by is not None else {}
        wanted = sum(map(len, chosen.values()))
        left = f"{counted(count - wanted, 'hit')} left as {'it is' if count - wanted == 1 else 'they are'}"
        left = left if by is not None and count > wanted else ""
        self._summary.setText(" · ".join(filter(None, (results.problem or words, left))))
        name = f"Replace {wanted:,} in {counted(len(chosen), 'file')}" if wanted else "Replace"
        self.replace_button.setText(name)
        self.replace_button.setEnabled(bool(wanted) and not results.is_busy)
        if not results.is_busy and self.isVisible():
            announce(self, f"{results.problem or words}.".replace("..", "."))


def _indent(parent: QWidget) -> QWidget:
    """Return the room below the button that folds, so that the fields are in line."""
    return sized(QWidget(parent), width=26)
