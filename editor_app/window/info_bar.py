"""The bar above a document: a state that lasts, in one sentence, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from editor_app.text import Severity
from editor_app.window.icons import SEVERITY_ICONS, pixmap
from editor_app.window.theme import Theme
from editor_app.window.widgets.words import ElidedLabel

_TINTS = {Severity.ERROR: "errbg", Severity.WARNING: "warnbg", Severity.INFORMATION: "blkbg"}


class InfoBar(QWidget):
    """One sentence with links, such as that callers get a default; hidden while there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Be hidden."""
        super().__init__(parent)
        self._theme = theme
        self._severity = Severity.INFORMATION
        self._image = QLabel(self)
        self.words = ElidedLabel("", "", parent=self)
        self.links: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._image)
        self._row.addWidget(self.words, 1)
        self.apply_theme(theme)
        self.hide()

    def say(
        self, severity: Severity, sentence: str, links: Sequence[tuple[str, Callable[[], object]]] = ()
    ) -> None:
        """Show `sentence` and `links`, pairs of a word and what a click does."""
        self._severity = severity
        self.words.setText(sentence)
        self.setAccessibleName(f"{severity.value}: {sentence}")
        for old in self.links:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.links = [self._link(text, act) for text, act in links]
        self.apply_theme(self._theme)
        self.show()

    def clear(self) -> None:
        """Have nothing to say."""
        self.hide()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        name, role = SEVERITY_ICONS[self._severity]
        self._image.setPixmap(pixmap(name, theme, role, theme.px(16), self.devicePixelRatioF()))
        self.setFixedHeight(theme.px(34))
        self._row.setContentsMargins(theme.px(12), 0, theme.px(8), 1)
        self._row.setSpacing(theme.px(8))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the tint and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color(_TINTS[self._severity]))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("line"))
        painter.end()

    def _link(self, text: str, act: Callable[[], object]) -> QPushButton:
        link = QPushButton(text, self)
        link.setProperty("look", "link")
        # A click leaves the focus in the text: the bar goes, and Qt would give it to the next field.
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        link.clicked.connect(lambda _checked=False: act())
        self._row.addWidget(link)
        return link
