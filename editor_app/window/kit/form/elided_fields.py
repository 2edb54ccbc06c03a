"""Combo boxes that elide an entry that does not fit; the tooltip has the whole of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import plain_tooltip

_BELOW_ALL = 1 << 14
_ARROW = 28


class ElidedComboBox(QComboBox):
    """A combo box that elides the chosen entry, at its end if `elide` says nothing else.

    Its accessible name is that of a hidden label beside it too: on Linux Qt gives screen readers the chosen
    entry as the name of a combo box, and they read what it is from its label.
    """

    elide = Qt.TextElideMode.ElideRight

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._label = QLabel()
        self._label.setBuddy(self)
        self._place_label()

    def setAccessibleName(self, name: str) -> None:
        """Set the name, for every platform."""
        super().setAccessibleName(name)
        self._label.setAccessibleName(name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entry, elided if it does not fit."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        icon = 0 if self.itemIcon(self.currentIndex()).isNull() else self.iconSize().width() + 4
        room = field.width() - icon - 2  # Qt leaves one pixel at each side
        words, slack = self.currentText(), 2  # a box of the width it asks for may be that much too narrow
        if self.currentIndex() < 0:
            option.currentText = words = self.placeholderText()
        if option.fontMetrics.horizontalAdvance(words) > room + slack:
            option.currentText = option.fontMetrics.elidedText(words, self.elide, room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show the whole text as tooltip if there is no other; keep the label beside the box."""
        if event.type() == QEvent.Type.ParentChange:
            self._place_label()
        if event.type() == QEvent.Type.ToolTip and not self.toolTip():
            self.setToolTip(plain_tooltip(self.currentText()))
            handled = super().event(event)
            self.setToolTip("")
            return handled
        return super().event(event)

    def _place_label(self) -> None:
        """Make the label a sibling of the box, as Qt looks for labels among those alone."""
        self._label.setParent(self.parentWidget())
        self._label.setGeometry(0, _BELOW_ALL, 0, 0)  # in no row of the Tab order
        self._label.hide()


class FlatChoice(ElidedComboBox):
    """A flat box, as wide as the entry that is chosen, not as the widest one."""

    def __init__(self, name: str, parent: QWidget | None = None, *, least: int = 32) -> None:
        """Start empty; without room, `least` pixels of the design are left for the words."""
        super().__init__(parent)
        self._least = least
        self.setProperty("look", "flat")
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.currentIndexChanged.connect(self.fit)
        on_theme(self, self.fit)

    def offer_names(self, names: Sequence[str], chosen: int = 0) -> None:
        """Offer these names, without a signal."""
        with QSignalBlocker(self):
            self.clear()
            self.addItems(list(names))
            self.setCurrentIndex(chosen if names else -1)
        self.fit()

    def fit(self) -> None:
        """Take the width of the chosen entry."""
        px = current_theme().px
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        self.setMaximumWidth(words + px(_ARROW) + px(4))
        self.setMinimumWidth(min(words, px(self._least)) + px(_ARROW))
