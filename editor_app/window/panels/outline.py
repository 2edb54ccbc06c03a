"""The outline panel: the conditions, variables and headings of the current document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.text import Sentence, Severity, Span, listed
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.kit.rows.content import Icon, Part, RowContent, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.timers import single_shot

KEYS: Final = (
    PanelKey(Sentence("window-outline.outline"), Sentence("window-outline.go-there"), CHOOSE_KEYS),
)

_EMPTY: Final = Sentence("window-outline.empty")
_MANY: Final = 500
_KINDS: Final = {
    "frontmatter": ("braces", "soft", ""),
    "condition": ("split", "cond", Sentence("window-outline.condition")),
    "else": ("split", "cond", ""),
    "variable": ("variable", "soft", Sentence("window-outline.variable")),
    "heading": ("hash", "soft", Sentence("window-outline.heading")),
}
_OTHER_KIND: Final = ("file-text", "soft", "")
"""The icon of each kind, its colour role, and the word for it."""


class OutlineRow(NamedTuple):
    """A part of the document: its kind ("frontmatter", "condition", "else", "variable", "heading") and place.

    `depth` counts from 0, `line` from 1. `left_out` says that the model does not get the part now.
    """

    kind: str
    label: str
    span: Span
    depth: int
    line: int
    severity: Severity | None = None
    left_out: bool = False

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        return listed(
            (
                one_line(self.label),
                _KINDS.get(self.kind, _OTHER_KIND)[2],
                Sentence("window-outline.left-out") if self.left_out else "",
                self.severity.in_words if self.severity else "",
                Sentence("window-outline.line", line=self.line),
            )
        )


class OutlinePanel(QWidget):
    """Shows the outline, follows the caret, and announces where to go."""

    go_to_requested = Signal(object)

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._waiting: tuple[OutlineRow, ...] | None = None
        self._cursor = 0
        self._pause = single_shot(self, 150, self._take_rows)
        self.tree = RowTree(_ROWS, Sentence("window-outline.outline"), self)
        self.tree.fold_key = lambda row: (row.depth, row.label)
        self.tree.chosen.connect(lambda row: self.go_to_requested.emit(row.span))
        self.header_tools: QWidget | None = None
        self._nothing = spaced(PlainLabel(_EMPTY, "soft", self), margins=(SIDE, 4, SIDE, SIDE))
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._pages = stacked(self, self._nothing, self.tree)
        column(self, self._pages)
        self.setAccessibleName(Sentence("window-outline.outline"))
        self.setFocusProxy(self.tree)

    def show_rows(self, rows: Sequence[OutlineRow]) -> None:
        """Show the rows of a revision; a long outline is updated after a pause in typing."""
        self._nothing.setText(_EMPTY)
        self._waiting = tuple(rows)
        if len(self._waiting) > _MANY and self.tree.rows:
            self._pause.start()
        else:
            self._take_rows()

    def show_nothing(self, sentence: str) -> None:
        """Show a sentence in place of rows."""
        self._waiting = ()
        self._take_rows()
        self._nothing.setText(sentence)

    def show_cursor(self, offset: int) -> None:
        """Select the innermost row that contains the caret, or the one before it."""
        self._cursor = offset
        before = self.tree.index_of(bisect_right(self.tree.rows, offset, key=lambda row: row.span.start) - 1)
        around = before
        while (row := self.tree.row_at(around)) is not None and not row.span.touches(offset):
            around = around.parent()
        index = around if around.isValid() else before
        if index != self.tree.currentIndex():
            self.tree.show_index(index, reveal=True)

    def _take_rows(self) -> None:
        rows, self._waiting = self._waiting, None
        self._pause.stop()
        if rows is None or rows == self.tree.rows:
            return
        self.tree.show_rows(rows)
        self._pages.setCurrentWidget(self.tree if rows else self._nothing)
        self.show_cursor(self._cursor)


def _content(row: OutlineRow) -> RowContent:
    icon, role, _word = _KINDS.get(row.kind, _OTHER_KIND)
    trail: list[Part] = [Words(str(row.line), "soft", "number", room=22)]
    if row.severity is not None:
        trail.append(Icon(*SEVERITY_ICONS[row.severity], size=14, gap=8))
    words = one_line(row.label)
    lead, main = (
        Icon(icon, "faint" if row.left_out else role),
        Words(words, "faint") if row.left_out else None,
    )
    return RowContent(row.label, words, row.in_words, main, lead=(lead,), trail=tuple(trail))


def icon_of_item(kind: str) -> str:
    """Return the name of the icon of a kind of parts."""
    return _KINDS.get(kind, _OTHER_KIND)[0]


_ROWS: Final = RowType(_content, depth=attrgetter("depth"), height=24)


def outline_rows(analysis: Analysis, result: ModelText | None) -> tuple[OutlineRow, ...]:
    """Return the rows of the outline, with what conditions leave out now and the worst problem of each."""
    by_rank = sorted(analysis.diagnostics, key=lambda diagnostic: diagnostic.severity.rank, reverse=True)
    worst = {diagnostic.span.start: diagnostic.severity for diagnostic in by_rank}  # the last one counts
    parts = result.left_out if result is not None else ()
    left_out, sides = sorted(part.source for part in parts), {part.tag for part in parts}

    def is_left_out(offset: int) -> bool:
        index = bisect_right(left_out, offset, key=attrgetter("start")) - 1
        return index >= 0 and left_out[index].contains(offset)

    def severity_in(span: Span) -> Severity | None:
        offsets = range(span.start, span.end)
        severities = [worst[offset] for offset in offsets if offset in worst] if worst else []
        return min(severities, key=lambda severity: severity.rank, default=None)

    lines = analysis.lines
    return tuple(
        OutlineRow(
            item.kind,
            item.label,
            item.span,
            item.depth,
            lines.position(item.span.start).line,
            severity_in(item.span) if item.kind != "frontmatter" else None,
            item.span in sides or is_left_out(item.span.start),
        )
        for item in analysis.outline
    )
