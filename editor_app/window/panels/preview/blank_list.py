"""“Blank and left out”: the tags that insert nothing and what conditions left out, with causes and fixes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor_app.analysis.model_text import ModelText
from editor_app.text import Fix, Sentence, Span
from editor_app.window.documents.trust.fixes import fix_for, note_on, short_cause
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey, native_keys
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.layouts import column
from editor_app.window.kit.rows.content import RowContent, RowSentence, WhereWide, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import RowStyle, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.words.plain_text import one_line, segments

_TITLE: Final = Sentence("window-preview.blank")
BLANK_FIX: Final = PanelKey(_TITLE, Sentence("window-preview.make-fix"), "Ctrl+.")
KEYS: Final = (PanelKey(_TITLE, Sentence("window-preview.go-to-tag"), CHOOSE_KEYS), BLANK_FIX)

_ROW: Final = 26
_MOST_ROWS: Final = 300
_SHOWN: Final = 3  # the others are scrolled to
_SIDE: Final = 12
_GAP: Final = 8
_WIDE: Final = 360  # in a narrower row a tag whose name is in the cause leaves its room to that
_MOST_OF_TAG: Final = 24  # characters


@dataclass(frozen=True, slots=True)
class BlankRow:
    """A row: the tag, the cause in words, its place, and a fix; `name` is the variable that needs a value."""

    tag: str
    sentence: str
    span: Span
    name: str = ""
    fix: Fix | None = None
    left_out: bool = False

    @property
    def link(self) -> str:
        """The words of the row's link, "" without one."""
        edit = Sentence("window-preview.edit-value") if self.name else ""
        return self.fix.title if self.fix is not None else edit

    @property
    def has_name(self) -> bool:
        """Whether the cause names what the tag names."""
        return bool(self.name) and self.name in self.sentence

    def link_in_room(self, style: RowStyle, room: int) -> str:
        """Return the link; where it leaves the cause less than half of the room, in pixels, one word."""
        left = max(room - style.sentence_width(segments(self.sentence)) - style.px(_GAP), room // 2)
        is_whole = self.fix is None or style.metrics["body"].horizontalAdvance(self.link) <= left
        return self.link if is_whole else Sentence("window-documents.fix")


def blank_rows(result: ModelText) -> tuple[BlankRow, ...]:
    """Return the rows of a text in source order, at most the first few hundred."""
    rows: list[BlankRow] = []
    for blank in result.blank:
        note = note_on(result, blank.name)
        why = short_cause(note, blank.name) or blank.sentence
        rows.append(BlankRow(blank.tag, why, blank.span, blank.name, blank.fix or fix_for(note)))
    template = result.analysis.template
    for part in result.left_out[:_MOST_ROWS]:
        tag = template.tag_at(part.condition.start) if template is not None else None
        words = part.tag.of(result.analysis.source)
        name = tag.name if tag is not None else ""
        note = note_on(result, name)
        why = short_cause(note, name) or Sentence("window-preview.because", reason=part.reason)
        rows.append(BlankRow(words, why, part.tag, name, fix_for(note), left_out=True))
    return tuple(sorted(rows, key=lambda row: row.span))


class BlankList(QWidget):
    """A foldable section; hidden without rows."""

    source_requested = Signal(object)
    fix_requested = Signal(object)
    edit_value_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self.setAccessibleName(_TITLE)
        self._head = _Head(self)
        self._head.clicked.connect(self._fit)
        self.list = _List(self)
        self.list.chosen.connect(lambda row: self.source_requested.emit(row.span))
        self.list.link_chosen.connect(self._follow)
        column(self, self._head, self.list)
        on_theme(self, self._fit)
        self.hide()

    @property
    def rows(self) -> Sequence[BlankRow]:
        """The rows in the section."""
        return self.list.rows

    @property
    def is_open(self) -> bool:
        """Whether the section is unfolded."""
        return self._head.isChecked()

    def show_rows(self, rows: Sequence[BlankRow]) -> None:
        """Show `rows`; without any the section is hidden."""
        self.list.show_rows(tuple(rows))
        self._head.show_count(len(rows))
        self._fit()
        self.setVisible(bool(rows))

    def _fit(self) -> None:
        self.list.setVisible(self.is_open)
        shown = min(len(self.rows), _SHOWN)
        half = current_theme().px(_ROW) // 2 if len(self.rows) > shown else 0
        self.list.setFixedHeight(shown * current_theme().px(_ROW) + half + current_theme().px(4))

    def _follow(self, row: BlankRow) -> None:
        if row.fix is not None:
            self.fix_requested.emit(row.fix)
        elif row.name:
            self.edit_value_requested.emit(row.name)


class _Head(FoldButton):
    """The section's title with the count, a button that folds the section."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        sized(self, height=30)

    def show_count(self, count: int) -> None:
        self.setText(str(count))
        self.setAccessibleName(Sentence("window-preview.blank-count", count=count))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        style = row_style()
        px = current_theme().px
        painter.fillRect(self.rect(), current_theme().color("panel"))
        painter.fillRect(0, 0, self.width(), 1, current_theme().color("line"))
        row = self.rect().adjusted(px(_SIDE), 1, -px(_SIDE), 0)
        width = style.text(painter, row, _TITLE, "ink", "small strong")
        style.text(painter, row.adjusted(width + px(8), 0, 0, 0), self.text(), "soft", "number")
        side = px(14)
        arrow = QRect(row.right() - side, row.top() + (row.height() - side) // 2, side, side)
        name = "chevron-down" if self.isChecked() else "chevron-up"
        paint_icon(painter, arrow, name, current_theme(), "ink" if self.underMouse() else "soft")
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(current_theme().color("acc"), 2))
            painter.drawRoundedRect(self.rect().adjusted(5, 5, -5, -4), 4, 4)
        painter.end()


class _List(RowTree[BlankRow]):
    """The tags with their causes; a link is its row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(RowType(_content, height=_ROW), _TITLE, parent)
        keys = native_keys(BLANK_FIX.keys)
        self.setAccessibleDescription(Sentence("window-preview.blank-keys", keys=keys))
        self.setMouseTracking(True)
        self.find_link = lambda row, rect, place: row if self.link_place(rect, row).contains(place) else None
        self.add_key(BLANK_FIX.keys, self._follow)

    def link_place(self, rect: QRect, row: BlankRow) -> QRect:
        """Return the rectangle of a row's link."""
        style, side = row_style(), row_style().px(_SIDE)
        is_tagged = not row.has_name or rect.width() >= style.px(_WIDE)
        lead = style.metrics["code"].horizontalAdvance(_tag(row)) + style.px(_GAP) if is_tagged else 0
        link = row.link_in_room(style, rect.width() - 2 * side - lead)
        width = min(style.metrics["body"].horizontalAdvance(link) + 1 if link else 0, rect.width() // 2)
        return QRect(rect.right() + 1 - side - width, rect.top(), width, rect.height())

    def _follow(self) -> None:
        if self.current_row is not None:
            self.link_chosen.emit(self.current_row)


def _tag(row: BlankRow) -> str:
    return one_line(row.tag, _MOST_OF_TAG)


def _trail(row: BlankRow, style: RowStyle, room: int) -> tuple[Words, ...]:
    link = row.link_in_room(style, room)
    return (Words(link, "acc", elide=Qt.TextElideMode.ElideRight, gap=_GAP),) if link else ()


def _content(row: BlankRow) -> RowContent:
    tag, sentence = one_line(row.tag), one_line(row.sentence)
    lead = Words(_tag(row), "cond" if row.left_out else "tag", "code", gap=_GAP)
    return RowContent(
        Sentence("window-preview.blank-row", tag=tag, sentence=sentence, link=row.link),
        "\n".join(filter(None, (row.tag, row.sentence, row.link if row.fix is not None else ""))),
        main=RowSentence(row.sentence),
        lead=(WhereWide(lead, _WIDE) if row.has_name else lead,),
        trail=partial(_trail, row),
    )
