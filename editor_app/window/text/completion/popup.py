"""The list of what can be written at the caret; the editor keeps the focus, and tells it of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from editor_app.text.completions import Completion
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.plain_text import one_line

_ROW: Final = 24
_SIDE: Final = 10
_GAP: Final = 20
_ROUND: Final = 4
_MOST_ROWS: Final = 10
_LEAST_WIDTH, _MOST_WIDTH = 200, 520
_MOST_MEASURED: Final = 200

Index = QModelIndex | QPersistentModelIndex


class CompletionPopup(PopupFrame):
    """Shows completions under one another, one of them chosen; a click takes one."""

    taken = Signal(object)  # Completion

    def __init__(self, parent: QWidget) -> None:
        """Make the list of an editor, `parent`."""
        super().__init__(parent, Qt.WindowType.ToolTip, is_kept=True)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model = _CompletionModel(self)
        self._delegate = _CompletionDelegate(self)
        self.list = QListView(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(self._delegate)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setStyleSheet("QListView { background: transparent; }")
        self.list.setAccessibleName("Completions")
        self.list.clicked.connect(self._take)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.list)

    @property
    def offers(self) -> tuple[Completion, ...]:
        """All that is offered."""
        return self._model.offers

    @property
    def row(self) -> int:
        """The number of the chosen one, from 0."""
        return self.list.currentIndex().row()

    @property
    def chosen(self) -> Completion:
        """The chosen one."""
        return self._model.offers[self.row]

    def offer(self, offers: Sequence[Completion], row: int, anchor: QRect, *, is_firm: bool) -> None:
        """Show `offers` beside `anchor`, a rectangle of the screen; `is_firm`: Enter takes the chosen one."""
        self._model.show_offers(offers)
        self.choose(row, is_firm=is_firm)
        px, rows = current_theme().px, min(len(offers), _MOST_ROWS)
        width = self._delegate.width_of(offers[:_MOST_MEASURED]) + (px(_ROUND) + 2) * 2
        has_bar = len(offers) > rows
        width += self.list.verticalScrollBar().sizeHint().width() if has_bar else 0
        side = px(_ROUND)
        self._column.setContentsMargins(1, side, 1, side)
        self.setFixedSize(max(px(_LEAST_WIDTH), min(width, px(_MOST_WIDTH))), rows * px(_ROW) + 2 * side)
        self.move(place_beside(anchor, self.size(), px(_SIDE)))
        self.show()

    def choose(self, row: int, *, is_firm: bool) -> None:
        """Choose a row; before the first is the last, behind the last the first."""
        self._delegate.is_firm = is_firm
        index = self._model.index(row % len(self._model.offers))
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        self.list.viewport().update()

    def step(self, rows: int) -> None:
        """Choose another row; steps of more than one stop at the ends."""
        last = len(self._model.offers) - 1
        self.choose(self.row + rows if abs(rows) == 1 else min(max(self.row + rows, 0), last), is_firm=True)

    @property
    def page(self) -> int:
        """How many rows a page has."""
        return _MOST_ROWS - 1

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.taken.emit(self._model.offers[index.row()])


class _CompletionModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.offers: tuple[Completion, ...] = ()

    def show_offers(self, offers: Sequence[Completion]) -> None:
        self.beginResetModel()
        self.offers = tuple(offers)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        return 0 if parent.isValid() else len(self.offers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(self.offers[index.row()].text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(self.offers[index.row()])
        return None


class _CompletionDelegate(QStyledItemDelegate):
    is_firm = True

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)

    def width_of(self, offers: Sequence[Completion]) -> int:
        metrics, px = row_style().metrics, row_style().px
        names = max(metrics["code"].horizontalAdvance(one_line(one.text)) for one in offers)
        details = max(metrics["small"].horizontalAdvance(one.detail) for one in offers)
        return names + (details + px(_GAP) if details else 0) + 2 * px(_SIDE)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, row_style().px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, _CompletionModel)
        offer, rect, px = model.offers[index.row()], option.rect, row_style().px
        selected = index.row() == self._row_of(option)
        row_style().background(painter, rect, selected=selected, focused=selected and self.is_firm)
        inside = rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        width = row_style().text(painter, inside, one_line(offer.text), "ink", "code")
        rest = inside.adjusted(width + px(_GAP), 0, 0, 0)
        if offer.detail and rest.width() > px(_GAP):
            cut = Qt.TextElideMode.ElideRight
            row_style().text(painter, rest, offer.detail, "soft", "small", right=True, elide=cut)

    @staticmethod
    def _row_of(option: QStyleOptionViewItem) -> int:
        view = option.widget
        return view.currentIndex().row() if isinstance(view, QListView) else -1


def spoken(offer: Completion) -> str:
    """Return what a screen reader says of a completion."""
    return ", ".join(part for part in (one_line(offer.text).strip(), offer.detail) if part)
