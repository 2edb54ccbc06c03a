"""The explanation “why is this here?” below the text: in a low panel, other strips are hidden for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.card import Card, CardBody
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.layouts import column, scrolled
from editor_app.window.kit.words.labels import PlainLabel


class WhySection(Ground):
    """Shows a card until it is closed, also with Esc."""

    closed = Signal()

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
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # never squeezed
        self._area = scrolled(self.body, self)
        self.body.setMinimumHeight(1)  # as high as needed at the current width, not at the least
        column(self, self._head, self._area)
        self.hide()

    @property
    def has_focus(self) -> bool:
        """Whether the focus is in the explanation."""
        focus = self.focusWidget()
        return focus is not None and focus.hasFocus()

    def show_card(self, card: Card) -> None:
        """Show `card`."""
        self.body.show_card(card)
        self.show()

    def height_at(self, width: int) -> int:
        """Return the height of the title and the whole explanation at a width, in pixels."""
        return self._head.height() + self.body.height_at(width)

    def set_height(self, height: int) -> None:
        """Set the height; an explanation that does not fit can be scrolled."""
        self._area.setFixedHeight(max(0, height - self._head.height()))

    def take_focus(self) -> None:
        """Focus the first sentence, from which Tab goes to the others and the links."""
        self._area.verticalScrollBar().setValue(0)
        (first_stop(self.body) or self._close).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_section(self) -> None:
        """Hide the section and emit `closed`."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_section()
        else:
            super().keyPressEvent(event)


class GivingWay(QWidget):
    """A container that can hide its strip without changing whether the strip itself is shown or hidden."""

    def __init__(self, strip: QWidget, parent: QWidget) -> None:
        """Contain `strip`."""
        super().__init__(parent)
        column(self, strip)
        self._strip = strip

    def height_at(self, width: int) -> int:
        """Return the height of the strip at a width, also while it is hidden for another."""
        return height_of(self._strip, width)


def height_of(widget: QWidget, width: int) -> int:
    """Return the height that a widget needs at a width, 0 if the widget itself is hidden."""
    if widget.isHidden():
        return 0
    hint = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    return max(min(hint, widget.maximumHeight()), widget.minimumHeight())


def share(room: int, needed: int, strips: Sequence[GivingWay], width: int) -> int:
    """Hide strips, from the first, until `needed` of `room` is free; return the free height."""
    heights = [strip.height_at(width) for strip in strips]
    left = room - sum(heights)
    for strip, height in zip(strips, heights, strict=True):
        gives_way = height > 0 and left < needed
        left += height if gives_way else 0
        strip.setVisible(not gives_way)
    return left
