"""A card of facts: floating beside what it explains (`hover_card`), or embedded in a panel.

    card = Card(icon="variable", role="tag", title="name", links=(("go", "Go to it"),))
    body = CardBody(panel, is_lasting=True)
    body.link_activated.connect(follow)            # follow("go")
    body.show_card(card)

All of it is shown as plain text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import Sign, link_button
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.layouts import add, column, row
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.words.labels import BREAK, PlainLabel, ReadableLabel

_LONG_WORD = re.compile(r"\S{24}")


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card; all of it is shown as plain text.

    `links` are pairs of what a click on a link gives, such as a key, and the words shown.
    """

    icon: str
    role: str
    title: str
    hint: str = ""
    body: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[object, str], ...] = ()
    sentence: str = ""

    @property
    def heading(self) -> str:
        """The title and the hint in one line."""
        return f"{self.title} {self.hint}".strip()

    @property
    def spoken(self) -> str:
        """The whole card as one string, for screen readers."""
        facts = [Sentence("window-kit.labelled", label=label, value=value) for label, value in self.facts]
        parts = (self.heading, self.sentence, self.body, "; ".join(facts))
        return ". ".join(part for part in parts if part)


class CardBody(QWidget):
    """The card's text and links, without a frame; embedded in a panel, its sentences are Tab stops."""

    link_activated = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, is_lasting: bool = False) -> None:
        """Start empty; with `is_lasting` the card can be read by keyboard."""
        super().__init__(parent)
        self._is_lasting = is_lasting
        self._card: Card | None = None
        self._content: QWidget | None = None
        self._column = column(self)
        on_theme(self, self._build)

    def show_card(self, card: Card) -> None:
        """Show another card."""
        if card != self._card:
            self._card = card
            self._build()

    def height_at(self, width: int) -> int:
        """Return the height of the card at a width, in pixels."""
        self.ensurePolished()
        self._column.activate()
        return self._column.totalHeightForWidth(width)

    def _build(self) -> None:
        card = self._card
        if card is None:
            return
        if self._content is not None:
            self._content.hide()
            self._content.deleteLater()
        self._content = content = QWidget(self)
        head = row(None, Sign(card.icon, card.role), spacing=8)
        if card.title:
            title = PlainLabel(card.title, "code")
            font = current_theme().font("code small")
            font.setWeight(QFont.Weight.Bold)
            title.setFont(font)
            head.addWidget(title)
        head.addWidget(PlainLabel(card.hint, "soft"), 1)
        words = column(None, head, margins=(14, 10, 14, 10), spacing=6)
        for text, look in ((card.sentence, "small"), (card.body, "code")):
            if text:
                words.addWidget(self._wrapped(text, look, card.heading))
        if card.facts:
            words.addLayout(self._facts(card))
        whole = column(content, words)
        if card.links:
            links = [
                link_button(shown, None, partial(self.link_activated.emit, key)) for key, shown in card.links
            ]
            add(whole, Separator(), row(None, *links, ..., margins=(9, 5, 14, 5), spacing=6))
        self._column.addWidget(content)
        content.show()
        self.setAccessibleName(card.heading if self._is_lasting else card.spoken)

    def _wrapped(self, text: str, look: str, about: str) -> PlainLabel:
        breakable = _LONG_WORD.sub(lambda match: match[0] + BREAK, text)  # for words wider than the card
        label = PlainLabel(breakable, look)
        if self._is_lasting:
            label = readable = ReadableLabel("", look)
            readable.say(text, breakable, about=about)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        return label

    def _facts(self, card: Card) -> QGridLayout:
        grid = spaced(QGridLayout(), spacing=(16, 3))
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, current_theme().px(68))
        for line, (label, value) in enumerate(card.facts):
            grid.addWidget(PlainLabel(label, "soft"), line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._wrapped(value, "small", label), line, 1)
        return grid
