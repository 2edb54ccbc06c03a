"""The bars above the preview of one sentence and a link: who gets the text, and which values are missing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import pixmap
from editor_app.window.kit.words.labels import ElidedLabel

_MOST_NAMED = 4


class SentenceBar(Bar):
    """A sign, a sentence that is shortened where it is too long, and a link."""

    link_clicked = Signal()
    _sign: QLabel | None = None  # a bar gets its first theme before its content exists

    def __init__(self, sign: tuple[str, str], parent: QWidget | None = None) -> None:
        """Start without words; `sign` is the name of an icon and of its colour."""
        super().__init__(parent=parent, height=30, line_below=True)
        self._look = sign
        self._sign = QLabel(self)
        self.words = ElidedLabel("", "small", parent=self)
        self.link = link_button("", self, self.link_clicked.emit)
        self.row.addWidget(self._sign)
        self.row.addWidget(self.words, 1)
        self.row.addWidget(self.link)
        on_theme(self, self._restyle_own)

    def say(self, sentence: str, link: str) -> None:
        """Show a sentence and the words of the link; hide the bar where there is no sentence."""
        self.setVisible(bool(sentence))
        self.words.setText(sentence)
        self.link.setText(link)
        self.link.setAccessibleName(link)

    def _restyle_own(self) -> None:
        theme = current_theme()
        if self._sign is not None:
            name, role = self._look
            self._sign.setPixmap(pixmap(name, role, theme.px(14), self.devicePixelRatioF()))


class MissingBar(SentenceBar):
    """Names variables, with a link to give the first a value; hidden where none is missing."""

    edit_value_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without names."""
        super().__init__(("triangle-alert", "warn"), parent)
        self._first = ""
        self.link_clicked.connect(lambda: self.edit_value_requested.emit(self._first))

    def show_names(self, names: tuple[str, ...]) -> None:
        """Show the names of required variables without a value; hide the bar without any."""
        if not names:
            self.say("", "")
            return
        self._first = names[0]
        quoted = [f"‘{name}’" for name in names[:_MOST_NAMED]]
        rest = len(names) - len(quoted)
        parts = [*quoted, f"{rest} more"] if rest else quoted
        who = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
        verb = "are" if len(names) > 1 else "is"
        self.say(f"{who} {verb} required and not given.", "Give a value")
