"""The popup that says what trust in a folder gives and what not, and lists the files that are allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.frame.trust_mark import TrustMark
from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import icon, icon_size, pixmap
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel

_WIDTH, _SIDE, _GAP = 380, 16, 4
_MOST_FILES: Final = 6
_GIVES: Final = (
    "git is asked for the branch and for changed files, with hooks and filters off.",
    "Files of the workspace, outside the library too, are read.",
)
_DOES_NOT_GIVE: Final = (
    "Files outside the folder stay unread until you allow each one.",
    "Nothing of the folder is ever run.",
)


@dataclass(frozen=True, slots=True)
class AllowedFile:
    """A file that may be read: its path, how it is shown, and whether that ends with the window."""

    path: Path
    shown: str
    for_session: bool = False


def room_above(mark: QWidget) -> QRect:
    """Return the part of a window above its status bar that is on the screen; `mark` is the bar or in it."""
    window = mark.window()
    room = QRect(window.mapToGlobal(QPoint(0, 0)), window.size())
    status_bar = (mark.parentWidget() or mark) if isinstance(mark, TrustMark) else mark
    room.setBottom(status_bar.mapToGlobal(QPoint(0, 0)).y() - 1)
    seen = room.intersected(window.screen().availableGeometry())
    return room if seen.isEmpty() else seen


class TrustPopup(PopupFrame):
    """Asks whether to trust a folder, or says that it is trusted and takes that back; Esc changes nothing."""

    trust_chosen = Signal()
    take_back_chosen = Signal()
    disallow_chosen = Signal(object)

    def __init__(
        self,
        name: str,
        place: str,
        parent: QWidget,
        *,
        is_trusted: bool,
        allowed: Sequence[AllowedFile] = (),
    ) -> None:
        """Show the folder `name` at `place`, and the files that are `allowed` there."""
        super().__init__(parent)
        self._is_trusted = is_trusted
        self.setAccessibleName("Trust")
        self.title = PlainLabel(f"{name} is trusted" if is_trusted else f"Trust {name}?", "title", self)
        self.title.setWordWrap(True)
        warning = "" if is_trusted else ". Trust a folder if you know who wrote it."
        self.place = self._sentence(f"{place}{warning}")
        self._rows = [self._fact("circle-check", "ok", words) for words in _GIVES]
        self._rows += [self._fact("circle-slash-2", "soft", words) for words in _DOES_NOT_GIVE]
        self.remove_buttons: list[QToolButton] = []
        self._files = self._allowed(allowed) if allowed else None
        self._area = self._scrolled()
        self.stay = QPushButton("Close" if is_trusted else "Stay restricted", self)
        self.act = QPushButton("Take trust back" if is_trusted else "Trust this folder", self)
        if not is_trusted:
            self.act.setProperty("look", "primary")
        self.stay.clicked.connect(lambda _checked=False: self.close())
        self.act.clicked.connect(lambda _checked=False: self._choose())
        for button in (self.stay, self.act):
            button.setAutoDefault(True)  # so that Enter presses it, as Space does
            button.setAccessibleDescription(" ".join((self.title.text(), *_GIVES, *_DOES_NOT_GIVE)))
        self._build()

    def show_beside(self, anchor: QWidget, room: QRect, *, at_right: bool) -> None:
        """Show the popup by `anchor`, at its right or its left end, and focus what changes nothing.

        It stays in `room`, a rectangle on the screen; what is too high for that is scrolled.
        """
        self._take_height(room.height())
        begin = anchor.mapToGlobal(QPoint(0, 0))
        x = begin.x() + (anchor.width() - self.width() - current_theme().px(8) if at_right else 0)
        x = max(room.left(), min(x, room.right() + 1 - self.width()))
        under, over = begin.y() + anchor.height() + _GAP, begin.y() - _GAP - self.height()
        lowest = room.bottom() + 1 - self.height()
        y = under if under <= lowest else over if over >= room.top() else lowest
        self.move(x, max(room.top(), y))
        self.show()
        self.stay.setFocus(Qt.FocusReason.PopupFocusReason)

    def _take_height(self, most: int) -> None:
        """Take the height of the content, `most` at most."""
        whole = self._body.heightForWidth(self.width() - 2 * current_theme().px(_SIDE))
        self._area.setFixedHeight(whole)
        self.adjustSize()
        missing = self.height() - most
        if missing > 0:
            self._area.setFixedHeight(max(whole - missing, current_theme().line_height("body")))
            self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that the keys scroll it
            self.adjustSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line below the head as well."""
        super().paintEvent(event)
        painter = QPainter(self)
        line = QRect(1, self._line_place(), self.width() - 2, 1)
        painter.fillRect(line, current_theme().color("line"))
        painter.end()

    def _line_place(self) -> int:
        return self.place.geometry().bottom() + current_theme().px(10)

    def _build(self) -> None:
        px = current_theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(_SIDE), px(12), px(_SIDE), px(12))
        column.setSpacing(px(6))
        column.addWidget(self.title)
        column.addWidget(self.place)
        column.addSpacing(px(16))
        column.addWidget(self._area)
        column.addSpacing(px(6))
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        buttons.addStretch(1)
        for button in (self.stay, self.act):
            buttons.addWidget(button)
        column.addLayout(buttons)
        self.setFixedWidth(px(_WIDTH))

    def _scrolled(self) -> QScrollArea:
        """Return the part between the head and the buttons."""
        px = current_theme().px
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent }")
        area.setAccessibleName("What trust gives")
        self._body = QWidget(area)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        for row in self._rows:
            column.addWidget(row)
        if self._files is not None:
            column.addSpacing(px(4))
            column.addWidget(self._files)
        if not self._is_trusted:
            end = "Take it back at any time: click Restricted or Trusted in the status bar."
            column.addWidget(self._sentence(end))
        area.setWidget(self._body)
        return area

    def _sentence(self, words: str) -> PlainLabel:
        label = PlainLabel(words, "field", self)
        label.setWordWrap(True)
        return label

    def _fact(self, name: str, role: str, words: str) -> QWidget:
        px = current_theme().px
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(px(8))
        line.addWidget(self._picture(name, role, row), 0, Qt.AlignmentFlag.AlignTop)
        label = PlainLabel(words, "", row)
        label.setWordWrap(True)
        line.addWidget(label, 1)
        return row

    def _picture(self, name: str, role: str, parent: QWidget) -> QLabel:
        side = current_theme().px(14)
        picture = QLabel(parent)
        picture.setPixmap(pixmap(name, role, side, self.devicePixelRatioF()))
        picture.setFixedSize(side, current_theme().line_height("body"))
        return picture

    def _allowed(self, files: Sequence[AllowedFile]) -> QWidget:
        px = current_theme().px
        part = QWidget(self)
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(PlainLabel("Allowed", "strong", part))
        for file in files[:_MOST_FILES]:
            row = QHBoxLayout()
            row.setSpacing(px(8))
            row.addWidget(ElidedLabel(file.shown, "code", Qt.TextElideMode.ElideMiddle, part), 1)
            if file.for_session:
                row.addWidget(PlainLabel("this session", "soft", part))
            button = QToolButton(part)
            button.setProperty("look", "icon")
            button.setIcon(icon("x", "soft"))
            button.setIconSize(icon_size() * 0.875)
            button.setToolTip("Allow this file no longer")
            button.setAccessibleName(f"Allow {file.shown} no longer")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, path=file.path: self._disallow(path))
            row.addWidget(button)
            self.remove_buttons.append(button)
            column.addLayout(row)
        more = len(files) - _MOST_FILES
        if more > 0:
            column.addWidget(PlainLabel(f"… {more:,} more", "soft", part))
        return part

    def _choose(self) -> None:
        self.close()
        (self.take_back_chosen if self._is_trusted else self.trust_chosen).emit()

    def _disallow(self, path: Path) -> None:
        self.close()
        self.disallow_chosen.emit(path)
