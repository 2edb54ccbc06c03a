"""The list of fixes for a problem, opened beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from editor_app.text import Diagnostic, Fix
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS, pixmap
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.plain_text import one_line, segments

_WIDTH = 356
_ROW = 28
_MOST_ROWS = 8
_GAP = 4
_ICON, _WORDS = 14, 38

Index = QModelIndex | QPersistentModelIndex


class FixPopup(PopupFrame):
    """Shows a problem and its fixes; Enter or a click chooses one, Esc closes it."""

    fix_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Make the popup of an editor, `parent`."""
        super().__init__(parent, is_kept=True)
        self._model = _FixModel(self)
        self.list = _FixList(self._model, self)
        self.list.chosen.connect(self._choose)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._head: QWidget | None = None
        self._lines = [Separator(self), Separator(self)]
        keys = f"{native_keys('Ctrl+.')} opens fixes      {native_keys('F8')} next problem"
        self._footer = PlainLabel(keys, "soft", self)
        self._column.addWidget(self._lines[0])
        self._column.addWidget(self.list)
        self._column.addWidget(self._lines[1])
        self._column.addWidget(self._footer)
        on_theme(self, self._restyle)

    def open_for(self, problem: Diagnostic, anchor: QRect) -> None:
        """Show the fixes of `problem` beside `anchor`, a rectangle of the screen; the first is chosen."""
        self._show_problem(problem)
        self._model.show_fixes(problem.fixes)
        self.list.setCurrentIndex(self._model.index(0))
        rows = min(len(problem.fixes), _MOST_ROWS)
        self.list.setFixedHeight(rows * current_theme().px(_ROW) + 2 * current_theme().px(4))
        self.setFixedWidth(current_theme().px(_WIDTH))
        self._column.activate()
        height = self._column.totalHeightForWidth(self.width()) if self._column.hasHeightForWidth() else -1
        self.setFixedHeight(max(height, self._column.minimumSize().height()))
        self.move(place_beside(anchor, self.size(), current_theme().px(_ICON)))
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _restyle(self) -> None:
        theme = current_theme()
        px = theme.px
        self._footer.setContentsMargins(px(_ICON), px(6), px(_ICON), px(8))

    def _show_problem(self, problem: Diagnostic) -> None:
        if self._head is not None:
            self._head.hide()
            self._head.deleteLater()
        px = current_theme().px
        self._head = QWidget(self)
        row = QHBoxLayout(self._head)
        row.setContentsMargins(px(_ICON), px(10), px(_ICON), px(10))
        row.setSpacing(px(10))
        icon, role = SEVERITY_ICONS[problem.severity]
        picture = QLabel(self._head)
        picture.setPixmap(pixmap(icon, role, px(14), self.devicePixelRatioF()))
        picture.setContentsMargins(0, px(2), 0, 0)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(px(2))
        sentence = _Sentence(problem.message, self._head)
        words.addWidget(sentence)
        words.addWidget(PlainLabel(problem.code, "soft", self._head))
        row.addLayout(words, 1)
        self._column.insertWidget(0, self._head)
        self.setAccessibleName(problem.message)

    def _choose(self, fix: Fix) -> None:
        self.hide()
        self.fix_chosen.emit(fix)


class _Sentence(QLabel):
    """A sentence that wraps, its quoted names in bold."""

    def __init__(self, sentence: str, parent: QWidget) -> None:
        super().__init__(parent)
        from html import escape

        parts = (
            f"<b>{escape(part.text)}</b>" if part.strong else escape(part.text) for part in segments(sentence)
        )
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setFont(current_theme().font("body"))
        self.setText("".join(parts))
        self.setWordWrap(True)


class _FixModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.fixes: tuple[Fix, ...] = ()

    def show_fixes(self, fixes: Sequence[Fix]) -> None:
        self.beginResetModel()
        self.fixes = tuple(fixes)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        return 0 if parent.isValid() else len(self.fixes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return one_line(self.fixes[index.row()].title)
        return None


class _FixList(QListView):
    chosen = Signal(object)

    def __init__(self, model: _FixModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._fixes = model
        self._delegate = _FixDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setAccessibleName("Fixes")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("QListView { background: transparent; }")
        self.entered.connect(self.setCurrentIndex)
        self.clicked.connect(self._choose)
        on_theme(self, self._restyle)

    def _restyle(self) -> None:
        theme = current_theme()
        self.setViewportMargins(0, theme.px(4), 0, theme.px(4))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.window().hide()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._fixes.fixes[index.row()])


class _FixDelegate(QStyledItemDelegate):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, row_style().px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, _FixModel)
        fix, rect, px = model.fixes[index.row()], option.rect, row_style().px
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        row_style().background(painter, rect, selected=chosen, focused=chosen)
        row_style().icon(painter, rect, px(_ICON), _icon_of(fix), "soft", 14)
        right = rect.right() - px(_ICON)
        if chosen:
            right = self._key_hint(painter, rect, right) - px(8)
        place = QRect(px(_WORDS), rect.top(), right - px(_WORDS), rect.height())
        row_style().sentence(painter, place, segments(fix.title))

    def _key_hint(self, painter: QPainter, rect: QRect, right: int) -> int:
        px, metrics = row_style().px, row_style().metrics["small"]
        width = metrics.horizontalAdvance("Enter") + px(12)
        box = QRect(right - width, rect.top() + px(5), width, rect.height() - 2 * px(5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(row_style().theme.color("soft"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        row_style().text(painter, box.adjusted(px(6), 0, 0, 0), "Enter", "soft", "small")
        return box.left()


def _icon_of(fix: Fix) -> str:
    """Return the name of the icon for what a fix does: rename, several edits, remove, add or replace."""
    if fix.rename is not None:
        return "text-cursor-input"
    if len(fix.edits) > 1:
        return "pencil-line"
    if all(not edit.text for edit in fix.edits):
        return "x"
    return "plus" if all(not edit.span.length for edit in fix.edits) else "replace"
