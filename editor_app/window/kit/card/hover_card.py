"""A card of facts: floating beside what it explains, or embedded in a panel."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kit.card.popups import paint_frame, place_beside
from editor_app.window.kit.card.sections import Separator
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import pixmap
from editor_app.window.kit.theme.theme import Theme, rounds_popups
from editor_app.window.kit.words.labels import BREAK, PlainLabel, ReadableLabel

DELAY_MS = 350
_LINGER_MS = 250
_WIDTH = 380
_GAP = 4
_LONG_WORD = re.compile(r"\S{24}")


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card; all of it is shown as plain text.

    `links` are pairs of a key and the words shown; the key is returned when the link is clicked.
    """

    icon: str
    role: str
    title: str
    hint: str = ""
    body: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    sentence: str = ""

    @property
    def heading(self) -> str:
        """The title and the hint in one line."""
        return f"{self.title} {self.hint}".strip()

    @property
    def spoken(self) -> str:
        """The whole card as one string, for screen readers."""
        facts = "; ".join(f"{label}: {value}" for label, value in self.facts)
        parts = (self.heading, self.sentence, self.body, facts)
        return ". ".join(part for part in parts if part)


class CardBody(QWidget):
    """The card's text and links, without a frame; embedded in a panel, its sentences are Tab stops."""

    link_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, is_lasting: bool = False) -> None:
        """Start empty; with `is_lasting` the card can be read by keyboard."""
        super().__init__(parent)
        self._is_lasting = is_lasting
        self._card: Card | None = None
        self._content: QWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        on_theme(self, self._restyle)

    def show_card(self, card: Card) -> None:
        """Show another card."""
        if card != self._card:
            self._card = card
            self._build(card)

    def height_at(self, width: int) -> int:
        """Return the height of the card at a width, in pixels."""
        self.ensurePolished()
        self._layout.activate()
        return self._layout.totalHeightForWidth(width)

    def _restyle(self) -> None:
        if self._card:
            self._build(self._card)

    def _build(self, card: Card) -> None:
        if self._content is not None:
            self._layout.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        self._content = content = QWidget(self)
        whole = QVBoxLayout(content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._words(card, content))
        if card.links:
            whole.addWidget(Separator(content))
            whole.addWidget(self._links(card, content))
        self._layout.addWidget(content)
        content.show()
        self.setAccessibleName(card.heading if self._is_lasting else card.spoken)

    def _words(self, card: Card, parent: QWidget) -> QWidget:
        px = current_theme().px
        words = QWidget(parent)
        column = QVBoxLayout(words)
        column.setContentsMargins(px(14), px(10), px(14), px(10))
        column.setSpacing(px(6))
        column.addWidget(self._head(card, words))
        if card.sentence:
            column.addWidget(self._wrapped(card.sentence, "small", words, card.heading))
        if card.body:
            column.addWidget(self._wrapped(card.body, "code", words, card.heading))
        if card.facts:
            column.addWidget(self._facts(card, words))
        return words

    def _head(self, card: Card, parent: QWidget) -> QWidget:
        head = QWidget(parent)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(current_theme().px(8))
        row.addWidget(_picture(card.icon, card.role, current_theme(), head))
        if card.title:
            title = PlainLabel(card.title, "code", head)
            font = current_theme().font("code small")
            font.setWeight(QFont.Weight.Bold)
            title.setFont(font)
            row.addWidget(title)
        row.addWidget(PlainLabel(card.hint, "soft", head), 1)
        return head

    def _wrapped(self, text: str, look: str, parent: QWidget, about: str) -> PlainLabel:
        label: PlainLabel
        if self._is_lasting:
            label = readable = ReadableLabel("", look, parent)
            readable.say(text, _breakable(text), about=about)
        else:
            label = PlainLabel(_breakable(text), look, parent)
            label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        return label

    def _facts(self, card: Card, parent: QWidget) -> QWidget:
        table = QWidget(parent)
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(current_theme().px(16))
        grid.setVerticalSpacing(current_theme().px(3))
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, current_theme().px(68))
        for row, (label, value) in enumerate(card.facts):
            name = PlainLabel(label, "soft", table)
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._wrapped(value, "small", table, label), row, 1)
        return table

    def _links(self, card: Card, parent: QWidget) -> QWidget:
        bar = QWidget(parent)
        row = QHBoxLayout(bar)
        px = current_theme().px
        row.setContentsMargins(px(9), px(5), px(14), px(5))
        row.setSpacing(px(6))
        for key, words in card.links:
            row.addWidget(link_button(words, bar, partial(self.link_activated.emit, key)))
        row.addStretch(1)
        return bar


class HoverCard(QFrame):
    """A card that is shown after the pointer rested, and stays while the pointer is in it."""

    link_activated = Signal(str)
    gone = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Create it for the window of `parent`."""
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, rounds_popups())
        self._make: Callable[[], Card | None] | None = None
        self._anchor = QRect()
        self._body = CardBody(self)
        self._body.link_activated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self._body)
        self._delay = _timer(self, DELAY_MS, self._come)
        self._linger = _timer(self, _LINGER_MS, self._leave)
        parent.installEventFilter(self)
        self._watches_keys = False

    def ask(self, anchor: QRect, make: Callable[[], Card | None], *, at_once: bool = False) -> None:
        """Show the card that `make` returns beside `anchor`, in screen coordinates, after the delay."""
        self._linger.stop()
        self._anchor, self._make = anchor, make
        if at_once or self.isVisible():
            self._delay.stop()
            self._come()
        else:
            self._delay.start()

    def leave_soon(self) -> None:
        """Hide after a moment, unless the pointer reaches the card meanwhile."""
        self._delay.stop()
        if self.isVisible() and not self._linger.isActive():
            self._linger.start()

    def stay(self) -> None:
        """Cancel the hiding: the pointer is back on what the card explains."""
        self._linger.stop()

    def leave(self) -> None:
        """Hide at once."""
        self._delay.stop()
        self._leave()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide when the card's widget hides, when a menu opens, and on any key.

        Esc has no other effect then.
        """
        kind = event.type()
        is_left = watched is self.parent() and kind in {QEvent.Type.Hide, QEvent.Type.WindowDeactivate}
        if is_left or (kind == QEvent.Type.Show and self.isVisible() and _is_popup(watched)):
            self.leave()
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and self.isVisible():
            self.leave()
            return event.key() == Qt.Key.Key_Escape
        return super().eventFilter(watched, event)

    def enterEvent(self, _event: QEvent) -> None:
        """Cancel the hiding while the pointer is in the card."""
        self._linger.stop()

    def leaveEvent(self, _event: QEvent) -> None:
        """Hide when the pointer has left."""
        self._linger.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card's background and edge."""
        paint_frame(self, current_theme())

    def _come(self) -> None:
        if QApplication.activePopupWidget() is not None:  # a menu, which the card would cover
            self._leave()
            self.gone.emit()
            return
        card = self._make() if self._make else None
        if card is None:
            self._leave()
            return
        self._body.show_card(card)
        width = current_theme().px(_WIDTH)
        self.setFixedSize(width, self._body.height_at(width - 2) + 2)
        self.move(place_beside(self._anchor, self.size(), 2))
        self._watch_keys(watch=True)
        self.show()

    def _watch_keys(self, *, watch: bool) -> None:
        """Watch the keys of all widgets, menus included, while the card is shown."""
        application = QApplication.instance()
        if application is not None and watch != self._watches_keys:
            self._watches_keys = watch
            (application.installEventFilter if watch else application.removeEventFilter)(self)

    def _leave(self) -> None:
        self._linger.stop()
        self._watch_keys(watch=False)
        if self.isVisible():
            self.hide()
            self.gone.emit()

    def _choose(self, key: str) -> None:
        self.link_activated.emit(key)
        self._leave()


def link_button(words: str, parent: QWidget, activated: Callable[[], object]) -> QPushButton:
    """Return a button that looks like a link."""
    button = QPushButton(words.replace("&", "&&"), parent)
    button.setProperty("look", "link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setAutoDefault(True)  # so that Enter presses it, as Space does
    button.setAccessibleName(words)
    button.clicked.connect(lambda _checked=False: activated())
    return button


def _is_popup(opened: QObject) -> bool:
    return isinstance(opened, QWidget) and opened.windowType() == Qt.WindowType.Popup


def _picture(icon: str, role: str, theme: Theme, parent: QWidget) -> QLabel:
    label = QLabel(parent)
    picture: QPixmap = pixmap(icon, role, theme.px(14), label.devicePixelRatioF())
    label.setPixmap(picture)
    label.setFixedWidth(theme.px(14))
    return label


def _breakable(text: str) -> str:
    """Insert break opportunities into words that are wider than the card."""
    return _LONG_WORD.sub(lambda match: match[0] + BREAK, text)


def _timer(parent: QObject, milliseconds: int, done: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(done)
    return timer
