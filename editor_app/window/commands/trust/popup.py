"""The popup that says what trust in a folder gives and what not, and lists the files that are allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from editor_app.window.frame.status_mark import StatusMark
from editor_app.window.kit.card.controls import Sign, icon_button
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.theme.current import current_theme, sized
from editor_app.window.kit.theme.icons import icon_size
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel

_WIDTH, _SIDE = 380, 16
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
    status_bar = (mark.parentWidget() or mark) if isinstance(mark, StatusMark) else mark
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
        self.title = _wrapped(f"{name} is trusted" if is_trusted else f"Trust {name}?", "title")
        warning = "" if is_trusted else ". Trust a folder if you know who wrote it."
        self.place = _wrapped(f"{place}{warning}", "field")
        self.remove_buttons: list[QToolButton] = []
        self._body = QWidget(self)
        self._area = scrolled(self._body, self)
        self._area.setAccessibleName("What trust gives")
        facts = [_fact("circle-check", "ok", words) for words in _GIVES]
        facts += [_fact("circle-slash-2", "soft", words) for words in _DOES_NOT_GIVE]
        files = (4, self._allowed(allowed)) if allowed else ()
        end = "Take it back at any time: click Restricted or Trusted in the status bar."
        column(self._body, *facts, *files, *(() if is_trusted else (_wrapped(end, "field"),)), spacing=6)
        self.stay = QPushButton("Close" if is_trusted else "Stay restricted", self)
        self.act = QPushButton("Take trust back" if is_trusted else "Trust this folder", self)
        if not is_trusted:
            self.act.setProperty("look", "primary")
        self.stay.clicked.connect(lambda _checked=False: self.close())
        self.act.clicked.connect(lambda _checked=False: self._choose())
        for button in (self.stay, self.act):
            button.setAutoDefault(True)  # so that Enter presses it, as Space does
            button.setAccessibleDescription(" ".join((self.title.text(), *_GIVES, *_DOES_NOT_GIVE)))
        side = _SIDE - 1
        head = column(None, self.title, self.place, margins=(side, 12, side, 9), spacing=6)
        buttons = row(None, ..., self.stay, self.act, spacing=8)
        rest = column(None, self._area, 6, buttons, margins=(side, 11, side, 12), spacing=6)
        self._column = column(self, head, Separator(), rest, margins=(1, 0, 1, 0))
        sized(self, width=_WIDTH)

    def show_beside(self, anchor: QWidget, room: QRect, *, at_right: bool) -> None:
        """Show the popup by `anchor`, at its right or its left end, and focus what changes nothing.

        It stays in `room`, a rectangle on the screen; what is too high for that is scrolled.
        """
        self._take_height(room.height())
        place = QRect(anchor.mapToGlobal(QPoint(0, 0)), anchor.size())
        shift = self.width() + current_theme().px(8) - place.width() if at_right else 0
        self.move(place_beside(place, self.size(), shift, room))
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
            self._column.activate()  # else it knows the old height of what is in the layouts in it
            self.adjustSize()

    def _allowed(self, files: Sequence[AllowedFile]) -> QVBoxLayout:
        listed = column(None, PlainLabel("Allowed", "strong"))
        for file in files[:_MOST_FILES]:
            button = icon_button(
                "x",
                f"Allow {file.shown} no longer",
                self,
                partial(self._disallow, file.path),
                about="Allow this file no longer",
            )
            button.setIconSize(icon_size() * 0.875)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.remove_buttons.append(button)
            name = ElidedLabel(file.shown, "code", Qt.TextElideMode.ElideMiddle)
            ends = (PlainLabel("this session", "soft"),) if file.for_session else ()
            listed.addLayout(row(None, (name, 1), *ends, button, spacing=8))
        more = len(files) - _MOST_FILES
        if more > 0:
            listed.addWidget(PlainLabel(f"… {more:,} more", "soft"))
        return listed

    def _choose(self) -> None:
        self.close()
        (self.take_back_chosen if self._is_trusted else self.trust_chosen).emit()

    def _disallow(self, path: Path) -> None:
        self.close()
        self.disallow_chosen.emit(path)


def _wrapped(words: str, look: str) -> PlainLabel:
    label = PlainLabel(words, look)
    label.setWordWrap(True)
    return label


def _fact(icon: str, role: str, words: str) -> QHBoxLayout:
    sign = Sign(icon, role)
    sign.setFixedHeight(current_theme().line_height("body"))
    fact = row(None, sign, (_wrapped(words, ""), 1), spacing=8)
    fact.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
    return fact
