"""The palette: a field over the window, and below it the rows that match what is typed.

    palette = Palette(window, find, "Go to file")
    palette.chosen.connect(lambda choice, beside: choice.go())
    palette.open("@")

`find` goes through what there is in steps, and yields None between them and the rows at last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, takewhile
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QIcon, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor_app.text import Sentence, listed
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import keep_key, native_keys
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.content import Icon, KeyCap, Marked, RowContent, RowPainting, paint_content
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.slicer import Slicer

BESIDE_KEYS: Final = "Ctrl+Return"

_WIDTH, _TOP, _SIDE = 640, 64, 14
_ROW, _HEADING, _AROUND = 32, 26, 110
_MOST_ROWS: Final = 10
_SLICE_MS: Final = 8
_HINT: Final = Sentence("window-dialogs.palette-hint")


class PaletteRow(NamedTuple):
    """A row, with the positions of the letters that match in its words and behind these in the detail.

    Without a choice it is the heading of those below it. `enter` says what Enter does with it: "run", "go",
    or "open", also beside.
    """

    words: str
    detail: str = ""
    icon: str = ""
    keys: str = ""
    positions: tuple[int, ...] = ()
    choice: Any = None
    enter: str = "run"


class PaletteRows(NamedTuple):
    """The rows to show, of how many that match; or a sentence, where there are none."""

    rows: Sequence[PaletteRow] = ()
    total: int = 0
    sentence: str = ""


Find = Callable[[str], Iterator[PaletteRows | None]]


class Palette(PopupFrame):
    """The popup, deleted when it closes.

    `chosen` has the choice of a row, and whether it is to be opened beside; `row_shown` the choice of the
    row that became current, None for none. `closed` comes before `chosen`.
    """

    chosen = Signal(object, bool)
    row_shown = Signal(object)
    closed = Signal()

    def __init__(self, window: QWidget, find: Find, name: str) -> None:
        """Make the palette of a window; `name` says what the field is for."""
        super().__init__(window)
        self._window, self._find = window, find
        self._waits: bool | None = None  # whether to open beside, once the rows are there
        self._slicer = Slicer(self, milliseconds=_SLICE_MS)
        self.field = _PaletteField(name, self)
        self.field.textChanged.connect(self._search)
        type_ = RowType(_content, height=_height, paint=_paint, flags=_flags)
        self.list = RowTree(type_, Sentence("window-dialogs.results"), self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet("QTreeView { background: transparent; }")
        self.list.chosen.connect(lambda _row: self._choose(beside=False))
        self.nothing = spaced(PlainLabel("", "soft", self), margins=(_SIDE, 8, _SIDE, 8))
        self.count = PlainLabel("", "soft", self)
        self.foot = PlainLabel("", "soft", self)
        column(
            self,
            row(None, self.field, margins=(10, 10, 10, 10)),
            Separator(self),
            column(None, self.list, self.nothing, margins=(0, 4, 0, 4)),
            Separator(self),
            row(None, self.foot, ..., self.count, margins=(_SIDE, 6, _SIDE, 7)),
            margins=(1, 1, 1, 1),
        )
        for keys, step in {"Down": 1, "Up": -1, "PgDown": _MOST_ROWS, "PgUp": -_MOST_ROWS}.items():
            keep_key(self.field, keys, partial(self._step, step))
        for keys in ("Return", "Enter"):
            keep_key(self.field, keys, partial(self._choose, beside=False))
        keep_key(self.field, BESIDE_KEYS, partial(self._choose, beside=True))
        self.setAccessibleName(name)

    def open(self, typed: str = "") -> None:
        """Show it over the top of the window, with this in the field."""
        self.field.setText(typed)
        self._search(typed)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def rows(self) -> Sequence[PaletteRow]:
        """The rows shown, headings too."""
        return self.list.rows

    @property
    def is_searching(self) -> bool:
        """Whether the rows for what is typed are still to come."""
        return self._slicer.is_busy

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give up the search, and say that it is closed."""
        super().closeEvent(event)
        self._slicer.stop()
        self.closed.emit()

    def _search(self, typed: str) -> None:
        self._waits = None
        self._slicer.start(self._find(typed), self._show)
        self._slicer.advance()  # a small library shows in the same frame

    def _show(self, found: PaletteRows) -> None:
        self.list.show_rows(found.rows)
        self._show_number(
            next((number for number, row in enumerate(found.rows) if row.choice is not None), -1)
        )
        self.list.scrollToTop()
        self.nothing.setText(found.sentence)
        self.nothing.setHidden(bool(found.rows))
        self.list.setVisible(bool(found.rows))
        shown = sum(row.choice is not None for row in found.rows)
        which = "some" if shown < found.total else "every"
        self.count.setText(Sentence("window-dialogs.count", which=which, shown=shown, count=found.total))
        self._fit()
        if self._waits is not None:
            self._choose(beside=self._waits)

    def _fit(self) -> None:
        """Take the size of the rows, in the middle of the window and below its top."""
        px, window = current_theme().px, self._window
        room = window.height() - px(_TOP + _AROUND)
        most, heights = min(px(_ROW) * _MOST_ROWS, room), accumulate(_height(row, 0) for row in self.rows)
        self.list.setFixedHeight(max(takewhile(lambda height: height <= most, heights), default=0))
        width = min(px(_WIDTH), window.width() - 2 * px(16))
        self.setFixedWidth(width)
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.setFixedHeight(layout.minimumSize().height())
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, px(_TOP))))

    def _step(self, steps: int) -> None:
        """Choose another row; from the last on to the first, but a page stops at the ends."""
        numbers = [number for number, row in enumerate(self.rows) if row.choice is not None]
        if numbers:
            now = self.list.currentIndex().row()
            at = (numbers.index(now) if now in numbers else -1) + steps
            at = at % len(numbers) if abs(steps) == 1 else min(max(at, 0), len(numbers) - 1)
            self._show_number(numbers[at])

    def _show_number(self, number: int) -> None:
        self.list.show_index(self.list.model().index(number, 0), reveal=True)
        chosen = self.list.current_row
        self.foot.setText(Sentence("window-dialogs.keys", enter="" if chosen is None else chosen.enter))
        self.row_shown.emit(None if chosen is None else chosen.choice)
        if chosen is not None:
            announce(self.field, _spoken(chosen))

    def _choose(self, *, beside: bool) -> None:
        if self.is_searching:
            self._waits = beside
            return
        row = self.list.current_row
        if row is not None and row.choice is not None:
            self.close()
            self.chosen.emit(row.choice, beside)


class _PaletteField(LineField):
    """The field, with what may be typed first at its right while there is room."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setProperty("look", "search")
        with_icon(self.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition), "search", "soft")
        self._hint = PlainLabel(_HINT, "soft", self)
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.textChanged.connect(self._place)
        on_theme(self, self._take_sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the hint at the right."""
        super().resizeEvent(event)
        self._place()

    def _take_sizes(self) -> None:
        self.setFixedHeight(current_theme().px(34))
        self._place()

    def _place(self) -> None:
        px = current_theme().px
        self._hint.adjustSize()
        left = self.width() - self._hint.width() - px(10)
        self._hint.move(left, (self.height() - self._hint.height()) // 2)
        shown = self.text() or self.placeholderText()
        self._hint.setVisible(self.fontMetrics().horizontalAdvance(shown[:200]) + px(60) < left)


def _height(row: PaletteRow, _width: int) -> int:
    return current_theme().px(_HEADING if row.choice is None else _ROW)


def _flags(row: PaletteRow) -> Qt.ItemFlag:
    flags = Qt.ItemFlag
    return flags.NoItemFlags if row.choice is None else flags.ItemIsEnabled | flags.ItemIsSelectable


def _paint(at: RowPainting, row: PaletteRow) -> None:
    is_chosen = at.is_selected and row.choice is not None
    at._replace(has_focus=is_chosen, is_selected=is_chosen).background()
    side = at.style.px(_SIDE)
    paint_content(at, _content(row), at.rect.left() + side, side, on_tint=is_chosen)


def _content(row: PaletteRow) -> RowContent:
    if row.choice is None:
        return RowContent(row.words, main=Marked(row.words, (), "soft"))
    behind = len(row.words) + 1
    inside = tuple(at for at in row.positions if at < behind - 1)
    in_detail = tuple(at - behind for at in row.positions if at >= behind)
    return RowContent(
        row.words,
        spoken=lambda: _spoken(row),
        main=Marked(row.words, inside),
        detail=Marked(row.detail, in_detail, "soft") if row.detail else None,
        lead=(Icon(row.icon or "chevron-right", "soft", gap=10),),
        trail=(KeyCap(native_keys(row.keys)),) if row.keys else (),
    )


def _spoken(row: PaletteRow) -> str:
    parts = (row.words, row.detail, native_keys(row.keys) if row.keys else "")
    return listed(map(one_line, parts))
