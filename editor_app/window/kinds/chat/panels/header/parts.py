"""The parts of the header bar: the metadata line, the link to what is missing, the button of the form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from editor_app.text import Severity
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import set_plain_tooltip

_HEIGHT: Final = 24
_ICON: Final = 14
_GAP: Final = 4
_PADDING: Final = 4
_DOT: Final = " · "


class MetadataLine(QWidget):
    """The values of the header's fields, joined by soft dots; what does not fit is elided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.values: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        on_theme(self, self._restyle)

    def say(self, values: tuple[str, ...], about: str) -> None:
        """Show `values`; `about` is the tooltip."""
        self.values = values
        self.setAccessibleName(f"Metadata: {', '.join(values)}" if values else "")
        set_plain_tooltip(self, about)
        self.update()

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(_HEIGHT))

    @property
    def full_width(self) -> int:
        """The width of all values, in pixels."""
        return row_style().metrics["small"].horizontalAdvance(_DOT.join(self.values)) + 1

    def sizeHint(self) -> QSize:
        """Return the width of all values; the bar sets the one that there is room for."""
        return QSize(self.full_width, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the values, up to the one that is elided."""
        painter = QPainter(self)
        metrics, mode = row_style().metrics["small"], Qt.TextElideMode.ElideRight
        shown = metrics.elidedText(_DOT.join(self.values), mode, self.width())
        left = at = 0
        for number, part in enumerate(_with_dots(self.values)):
            words = shown[at : at + len(part)]
            place = QRect(left, 0, self.width() - left, self.height())
            role = "soft" if number % 2 else "ink"
            keep = Qt.TextElideMode.ElideNone
            left += row_style().text(painter, place, words, role, "small", elide=keep)
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
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        on_theme(self, self._restyle)
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
        return tuple(map(self._width, self._wordings))

    def shorten(self, number: int) -> None:
        """Show another of the wordings."""
        self.setText(self._wordings[number])
        self.setFixedWidth(self._width(self.text()))
        self.update()

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(_HEIGHT))
        self.setFixedWidth(self._width(self.text()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon and the words, underlined under the pointer."""
        painter = QPainter(self)
        style, px = row_style(), row_style().px
        name, role = SEVERITY_ICONS[Severity.WARNING]
        left = style.icon(painter, self.rect(), px(_PADDING), name, role, _ICON) + px(_GAP)
        words = QRect(left, 0, self.width() - left, self.height())
        width = style.text(painter, words, self.text(), role, "small", elide=Qt.TextElideMode.ElideNone)
        if self.isEnabled() and self.underMouse():
            y = self.height() // 2 + style.metrics["small"].ascent() // 2 + 1
            painter.drawLine(left, y, left + width, y)
        _ring(painter, self)
        painter.end()

    def _width(self, words: str) -> int:
        px = row_style().px
        return px(_PADDING + _ICON + _GAP + _PADDING) + row_style().metrics["small"].horizontalAdvance(words)


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
        on_theme(self, self._restyle)

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

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(_HEIGHT))
        self.shorten(words=self._has_words)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the word and the chevron."""
        painter = QPainter(self)
        style, px = row_style(), row_style().px
        role = "ink" if self.underMouse() or self.isChecked() else "soft"
        if self._has_words:
            style.text(painter, self.rect().adjusted(px(_PADDING), 0, 0, 0), self.text(), role, "small")
        name = "chevron-up" if self.isChecked() else "chevron-down"
        style.icon(painter, self.rect(), self.width() - px(_PADDING + _ICON), name, role, _ICON)
        _ring(painter, self)
        painter.end()


def _with_dots(values: tuple[str, ...]) -> Iterator[str]:
    """Yield the values with the dots between them."""
    for number, value in enumerate(values):
        if number:
            yield _DOT
        yield value


def _ring(painter: QPainter, button: QAbstractButton) -> None:
    """Draw the ring of a button that has the focus."""
    if button.hasFocus():
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(current_theme().color("acc"))
        painter.drawRoundedRect(QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
