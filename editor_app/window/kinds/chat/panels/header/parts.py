"""The parts of the header bar: the metadata line, the link to what is missing, the button of the form."""

from __future__ import annotations

from itertools import chain
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from editor_app.text import Severity
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import set_plain_tooltip

_HEIGHT: Final = 24
_ICON: Final = 14
_GAP: Final = 4
_PADDING: Final = 4
_DOT: Final = " · "
_UNCUT: Final = Qt.TextElideMode.ElideNone


class MetadataLine(QWidget):
    """The values of the header's fields, joined by soft dots; what does not fit is elided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.values: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        sized(self, height=_HEIGHT)

    def say(self, values: tuple[str, ...], about: str) -> None:
        """Show `values`; `about` is the tooltip."""
        self.values = values
        self.setAccessibleName(f"Metadata: {', '.join(values)}" if values else "")
        set_plain_tooltip(self, about)
        self.update()

    @property
    def full_width(self) -> int:
        """The width of all values, in pixels."""
        return row_style().metrics["small"].horizontalAdvance(_DOT.join(self.values)) + 1

    def sizeHint(self) -> QSize:
        """Return the width of all values; the bar sets the one that there is room for."""
        return QSize(self.full_width, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the values, up to the one that is elided."""
        painter, style = QPainter(self), row_style()
        shown = style.metrics["small"].elidedText(
            _DOT.join(self.values), Qt.TextElideMode.ElideRight, self.width()
        )
        left = at = 0
        for part, role in chain.from_iterable(((value, "ink"), (_DOT, "soft")) for value in self.values):
            place = QRect(left, 0, self.width() - left, self.height())
            left += style.text(painter, place, shown[at : at + len(part)], role, "small", elide=_UNCUT)
            at += len(part)
        painter.end()


class MissingLink(QAbstractButton):
    """An icon and words that say how many fields are missing, and that ask for them when clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._wordings: tuple[str, ...] = ("",)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        sized(self, height=_HEIGHT)
        on_theme(self, lambda: self.shorten(0))
        self.hide()

    def say(self, wordings: tuple[str, ...], about: str) -> None:
        """Show the first wording; the shorter ones stand for it where there is little room. () hides it."""
        self._wordings = wordings or ("",)
        self.setAccessibleName(self._wordings[0])
        set_plain_tooltip(self, about)
        self.setVisible(bool(wordings))
        self.shorten(0)

    def widths(self) -> tuple[int, ...]:
        """Return the width of the link with each wording, in pixels."""
        metrics, around = row_style().metrics["small"], row_style().px(_PADDING + _ICON + _GAP + _PADDING)
        return tuple(around + metrics.horizontalAdvance(words) for words in self._wordings)

    def shorten(self, number: int) -> None:
        """Show another of the wordings."""
        self.setText(self._wordings[number])
        self.setFixedWidth(self.widths()[number])

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon and the words, underlined under the pointer."""
        painter, style, px = QPainter(self), row_style(), row_style().px
        name, role = SEVERITY_ICONS[Severity.WARNING]
        left = style.icon(painter, self.rect(), px(_PADDING), name, role, _ICON) + px(_GAP)
        words = QRect(left, 0, self.width() - left, self.height())
        width = style.text(painter, words, self.text(), role, "small", elide=_UNCUT)
        if self.isEnabled() and self.underMouse():
            y = self.height() // 2 + style.metrics["small"].ascent() // 2 + 1
            painter.drawLine(left, y, left + width, y)
        _paint_ring(painter, self)
        painter.end()


class DetailsButton(FoldButton):
    """The button that unfolds the form; without room it is its chevron alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start folded."""
        super().__init__(parent)
        self._has_words = True
        self.setChecked(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText("Details")
        self.setAccessibleName("Details of the header")
        sized(self, height=_HEIGHT)
        on_theme(self, lambda: self.shorten(words=self._has_words))

    def width_of(self, *, words: bool) -> int:
        """Return the width with the word or without it, in pixels."""
        px = row_style().px
        word = row_style().metrics["small"].horizontalAdvance(self.text()) + px(2 * _GAP) if words else 0
        return px(_PADDING + _ICON + _PADDING) + word

    def shorten(self, *, words: bool) -> None:
        """Show the word, or only the chevron."""
        self._has_words = words
        self.setFixedWidth(self.width_of(words=words))
        set_plain_tooltip(self, "" if words else "Details of the header")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the word and the chevron."""
        painter, style, px = QPainter(self), row_style(), row_style().px
        role = "ink" if self.underMouse() or self.isChecked() else "soft"
        if self._has_words:
            style.text(painter, self.rect().adjusted(px(_PADDING), 0, 0, 0), self.text(), role, "small")
        name = "chevron-up" if self.isChecked() else "chevron-down"
        style.icon(painter, self.rect(), self.width() - px(_PADDING + _ICON), name, role, _ICON)
        _paint_ring(painter, self)
        painter.end()


def _paint_ring(painter: QPainter, button: QAbstractButton) -> None:
    """Draw the ring of a button that has the focus."""
    if button.hasFocus():
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(current_theme().color("acc"))
        painter.drawRoundedRect(QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
