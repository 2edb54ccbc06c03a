"""A switch between a few views: a row of segments, or a combo box where that is too wide.

    switch = SegmentedSwitch("View", (("text", "Text"), ("markdown", "Markdown")))
    switch.chosen.connect(self.show_view)                # show_view("markdown"), when the user chooses it
    switch.choose("text")                                # says nothing
    switch.enable("markdown", enabled=False, why_not="The file has no Markdown.")
    switch.fold(self.width() < switch.full_width)

Whoever owns it knows the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QSizePolicy,
    QStackedLayout,
    QWidget,
)

from editor_app.window.kit.form.choice import ElidedComboBox
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.theme.icons import paint_box
from editor_app.window.kit.words.labels import set_plain_tooltip

_RADIUS = 4.0


class SegmentedSwitch(QWidget):
    """Shows which of two to five views is chosen, and lets the user choose another."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Offer `choices`, pairs of a key and a word; `name` is the accessible name."""
        super().__init__(parent)
        self._keys = [key for key, _ in choices]
        self._row = _Row(choices, self)
        self._combo = ElidedComboBox(self)
        self._combo.addItems([word for _, word in choices])
        for widget in (self, self._combo):
            widget.setAccessibleName(name)
        self._layout = spaced(QStackedLayout(self))
        self._layout.setSizeConstraint(QStackedLayout.SizeConstraint.SetNoConstraint)
        self._layout.addWidget(self._row)
        self._layout.addWidget(self._combo)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._row.group.idClicked.connect(self._choose_index)
        self._combo.activated.connect(self._choose_index)
        on_theme(self, self.updateGeometry)

    @property
    def current(self) -> str:
        """The key of the chosen view, "" where none is."""
        index = self._combo.currentIndex()
        return self._keys[index] if index >= 0 else ""

    @property
    def is_folded(self) -> bool:
        """Whether the switch is a combo box now."""
        return self._layout.currentWidget() is self._combo

    def choose(self, key: str) -> None:
        """Show `key` as chosen, without a signal."""
        index = self._keys.index(key)
        self._combo.setCurrentIndex(index)
        self._row.segments[index].setChecked(True)

    def choose_none(self, words: str) -> None:
        """Show none as chosen, without a signal; the combo box has `words` in place of one."""
        self._combo.setPlaceholderText(words)
        self._combo.setCurrentIndex(-1)
        self._row.group.setExclusive(False)
        for segment in self._row.segments:
            segment.setChecked(False)
        self._row.group.setExclusive(True)

    def enable(self, key: str, *, enabled: bool, why_not: str = "") -> None:
        """Let a view be chosen or not; `why_not` is the tooltip of one that cannot be."""
        segment = self._row.segments[self._keys.index(key)]
        segment.setEnabled(enabled)
        set_plain_tooltip(segment, "" if enabled else why_not)
        model = self._combo.model()
        if isinstance(model, QStandardItemModel):
            model.item(self._keys.index(key)).setEnabled(enabled)

    def fold(self, folded: bool) -> None:
        """Become a combo box, or segments again."""
        if folded != self.is_folded:
            had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
            self._layout.setCurrentWidget(self._combo if folded else self._row)
            if had_focus:
                self._shown.setFocus()
            self.updateGeometry()

    @property
    def full_width(self) -> int:
        """The width of all segments, in pixels."""
        return self._row.sizeHint().width()

    def sizeHint(self) -> QSize:
        """Return the size of the segments or the combo box, whichever is shown."""
        return self._shown.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the size of the combo box: the owner folds the switch if the segments do not fit."""
        return QSize(self._combo.minimumSizeHint().width(), self.sizeHint().height())

    @property
    def _shown(self) -> QWidget:
        return self._combo if self.is_folded else self._row

    def _choose_index(self, index: int) -> None:
        changed = self._combo.currentIndex() != index or self.is_folded
        self.choose(self._keys[index])
        if changed:
            self.chosen.emit(self._keys[index])


class _Row(QWidget):
    """The segments side by side in one frame."""

    def __init__(self, choices: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.group = QButtonGroup(self)
        self.segments: list[_Segment] = []
        layout = spaced(QHBoxLayout(self))
        for index, (_, word) in enumerate(choices):
            segment = _Segment(word, index, len(choices), self)
            self.segments.append(segment)
            self.group.addButton(segment, index)
            layout.addWidget(segment)
        self.segments[0].setChecked(True)
        self.group.buttonToggled.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background, the frame and the separators; the chosen segment has its own border."""
        painter, theme = QPainter(self), current_theme()
        paint_box(painter, self.rect(), "paper", "edge")
        painter.setPen(theme.color("line"))
        for left, right in pairwise(self.segments):
            if not left.isChecked() and not right.isChecked():
                painter.drawLine(QLineF(right.x() - 0.5, 1.5, right.x() - 0.5, self.height() - 1.5))
        painter.end()


class _Segment(QRadioButton):
    """A radio button for screen readers, which looks like a part of the frame."""

    def __init__(self, word: str, index: int, count: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._first = index == 0
        self._last = index == count - 1
        self.setText(word)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

        def take_size() -> None:
            theme = current_theme()
            width = QFontMetrics(theme.font("small strong")).horizontalAdvance(word)
            self.setFixedSize(width + 2 * theme.px(10), theme.px(24))

        on_theme(self, take_size)

    def hitButton(self, _place: QPoint) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return self.minimumSize()  # a radio button would want room for its mark

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked():
            painter.fillPath(self._outline(box), theme.color("accbg"))
            painter.strokePath(self._outline(box), QPen(theme.color("acc"), 1))
        if self.hasFocus():
            painter.strokePath(self._outline(box.adjusted(1, 1, -1, -1)), QPen(theme.color("acc"), 1))
        strong = self.isChecked() or (self.underMouse() and self.isEnabled())
        painter.setFont(theme.font("small strong" if self.isChecked() else "small"))
        painter.setPen(theme.color(("ink" if strong else "soft") if self.isEnabled() else "faint"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()

    def _outline(self, box: QRectF) -> QPainterPath:
        """Return a box that is round where the row ends."""
        path, half = QPainterPath(), box.width() / 2
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRoundedRect(box, _RADIUS, _RADIUS)
        if not self._first:
            path.addRect(box.adjusted(0, 0, -half, 0))
        if not self._last:
            path.addRect(box.adjusted(half, 0, 0, 0))
        return path.simplified()
