"""The explanation “why is this here?” below the text."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.card import Card, CardBody
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.layouts import column, scrolled
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel

_LEAST: Final = 90  # pixels: its title and two lines


class WhySection(Ground):
    """Shows a card until it is closed, also with Esc: as high as it is, or scrolled in less room."""

    closed = Signal()
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        title, close = Sentence("window-preview.why-title"), Sentence("window-preview.close")
        about = Sentence("window-preview.close-with-keys")
        self.setAccessibleName(title)
        self._close = icon_button("x", close, self, self.close_section, about=about)
        label = PlainLabel(title, "strong")
        self._head = Bar(label, ..., self._close, parent=self, height=30, line_above=True)
        self.body = CardBody(self, is_lasting=True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._area = scrolled(self.body, self)
        self.body.setMinimumHeight(1)  # as high as needed at the current width, not at the least
        column(self, self._head, (self._area, 1))
        self.giving_way: list[QWidget] = []
        """What is hidden where it has no room beside them."""
        self.hide()

    @property
    def has_focus(self) -> bool:
        """Whether the focus is in the explanation."""
        focus = self.focusWidget()
        return focus is not None and focus.hasFocus()

    def show_card(self, card: Card) -> None:
        """Show `card`."""
        self.body.show_card(card)
        self.updateGeometry()
        self.show()
        self.height_changed.emit()

    def sizeHint(self) -> QSize:
        """Return the height of the title and the whole explanation."""
        return QSize(0, self._head.height() + self.body.height_at(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Return the height of some of it, since it can be scrolled."""
        return QSize(0, min(current_theme().px(_LEAST), self.sizeHint().height()))

    def take_focus(self) -> None:
        """Focus the first sentence, from which Tab goes to the others and the links."""
        self._area.verticalScrollBar().setValue(0)
        (first_stop(self.body) or self._close).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_section(self) -> None:
        """Hide the section and emit `closed`."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def setVisible(self, visible: bool) -> None:
        """Be open or closed."""
        super().setVisible(visible)
        self.height_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_section()
        else:
            super().keyPressEvent(event)
