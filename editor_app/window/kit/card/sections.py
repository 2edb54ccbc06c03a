"""Parts of docks: header and footer bars, separators, and the text of an empty panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel

BAR_HEIGHT = 34
_PADDING = 12


class Bar(QWidget):
    """A bar across a dock in the colour `panel`, with a line above or below; `row` is its layout."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        height: int = BAR_HEIGHT,
        line_above: bool = False,
        line_below: bool = False,
    ) -> None:
        """Create an empty bar; its lines are inside its height."""
        super().__init__(parent)
        self._height = height
        self._line_above = line_above
        self._line_below = line_below
        self.row = QHBoxLayout(self)
        on_theme(self, self._restyle)

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(self._height))
        self.row.setContentsMargins(
            theme.px(_PADDING), int(self._line_above), theme.px(8), int(self._line_below)
        )
        self.row.setSpacing(theme.px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the lines."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("panel"))
        line = current_theme().color("line")
        if self._line_above:
            painter.fillRect(0, 0, self.width(), 1, line)
        if self._line_below:
            painter.fillRect(0, self.height() - 1, self.width(), 1, line)
        painter.end()


class Separator(QWidget):
    """A horizontal line of one pixel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Use the theme's colour `line`."""
        super().__init__(parent)
        self.setFixedHeight(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("line"))
        painter.end()


class EmptyState(QWidget):
    """A title and a soft sentence in the middle of an empty panel."""

    def __init__(
        self, title: str, sentence: str, parent: QWidget | None = None, *, ground: str = "paper"
    ) -> None:
        """Show `title` and `sentence` on a background of the colour role `ground`."""
        super().__init__(parent)
        self._ground = ground
        self._title = PlainLabel(title, "title", self)
        self._sentence = ReadableLabel(sentence, "soft", self, has_caret=False)
        self.setFocusProxy(self._sentence)
        for label in (self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(6)
        column.addStretch(2)
        column.addWidget(self._title)
        column.addWidget(self._sentence)
        column.addStretch(3)
        self.say(title, sentence)

    @property
    def sentence(self) -> str:
        """The sentence that is shown."""
        return self._sentence.text()

    def say(self, title: str, sentence: str) -> None:
        """Show another title and sentence."""
        self._title.setText(title)
        self._sentence.say(sentence, about=title)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color(self._ground))
        painter.end()
