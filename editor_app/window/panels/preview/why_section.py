"""The explanation “why is this here?” below the text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from editor_app.window.kit.card.card import Card, CardBody
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon
from editor_app.window.kit.words.labels import PlainLabel


class WhySection(QWidget):
    """Shows a card until it is closed, also with Esc."""

    link_activated = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setAccessibleName("Why this is here")
        self._head = Bar(parent=self, height=30, line_above=True)
        self._close = QToolButton(self._head)
        self._close.setProperty("look", "icon")
        self._close.setToolTip("Close (Esc)")
        self._close.setAccessibleName("Close")
        self._close.clicked.connect(lambda _checked=False: self.close_section())
        self._head.row.addWidget(PlainLabel("Why this is here", "strong", self._head))
        self._head.row.addStretch(1)
        self._head.row.addWidget(self._close)
        self.body = CardBody(self, is_lasting=True)
        self.body.link_activated.connect(self.link_activated)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # never squeezed
        self._area = _Area(self)
        self._area.setWidget(self.body)
        self.body.setMinimumHeight(1)  # as high as needed at the current width, not at the least
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._area)
        on_theme(self, self._restyle)
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

    def _restyle(self) -> None:
        theme = current_theme()
        self._close.setIcon(icon("x", "soft"))
        self._close.setIconSize(QSize(theme.px(16), theme.px(16)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_section()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("panel"))
        painter.end()


class _Area(QScrollArea):
    """The scroll area of the explanation."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent }")
