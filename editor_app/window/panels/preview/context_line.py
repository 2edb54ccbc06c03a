"""“As if in ~/atlas · model · clock frozen 14:02”: the context of the values, which can be changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.form.text_fields import TextPopup
from editor_app.window.kit.layouts import FlowLayout, row
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.theme.current import current_theme, sized, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, menu_words, set_plain_tooltip

_CLOCK_HINT: Final = "like 2026-03-04 14:02:11, in UTC"
_GAP: Final = 4


@dataclass(frozen=True, slots=True)
class AsIf:
    """The context that values were resolved in.

    `folder` is as shown ("~/atlas"), `taken_at` is the time, and `frozen` whether that is fixed.
    """

    folder: str
    taken_at: datetime
    model: str | None = None
    conversation_id: str | None = None
    frozen: bool = False
    whole_folder: str = ""


class ContextLine(Ground):
    """Shows an `AsIf`, and announces the changes the user asks for."""

    folder_requested = Signal()
    model_chosen = Signal(object)
    conversation_chosen = Signal(object)
    clock_chosen = Signal(object)
    refresh_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent, line_below=True)
        self._as_if: AsIf | None = None
        self.setAccessibleName("What the values were found with")
        self._flow = spaced(FlowLayout(self, 0, 0), margins=(12, 4, 8, 5))
        self._rows: dict[QToolButton, QHBoxLayout] = {}
        self._folder = self._part("Folder", self.folder_requested.emit, before="as if in")
        self._model = self._part("Model", lambda: self._ask(self._model, self.model_chosen))
        self._conversation = self._part(
            "Conversation", lambda: self._ask(self._conversation, self.conversation_chosen)
        )
        self._clock = self._part("Clock", self._offer_times)
        again, find = "Find the values again", self.refresh_requested.emit
        self._refresh = self._part(again, find, beside=self._clock)
        with_icon(self._refresh, "refresh-cw", "soft", size=14)
        self.hide()

    def show_context(self, as_if: AsIf | None) -> None:
        """Show the context of the values; None hides the line."""
        self._as_if = as_if
        self.setVisible(as_if is not None)
        if as_if is None:
            return
        self._say(self._folder, as_if.folder, as_if.whole_folder or as_if.folder)
        self._say(
            self._model, as_if.model or "no model", as_if.model or "No model: prompt:model does not exist"
        )
        conversation = as_if.conversation_id
        without = "No conversation: prompt:conversation_id does not exist"
        self._say(self._conversation, conversation or "no conversation", conversation or without)
        shown = f"{as_if.taken_at:%H:%M}"
        self._say(
            self._clock,
            f"clock frozen {shown}" if as_if.frozen else f"clock {shown}",
            f"{as_if.taken_at:%Y-%m-%d %H:%M:%S} UTC",
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a dot between two parts in one row; where a row ends or begins there is none."""
        super().paintEvent(event)
        painter, theme = QPainter(self), current_theme()
        painter.setPen(theme.color("faint"))
        painter.setFont(theme.font("small"))
        buttons = self._folder, self._model, self._conversation, self._clock
        places = [QRect(button.mapTo(self, QPoint(0, 0)), button.size()) for button in buttons]
        for before, after in pairwise(places):
            if before.top() == after.top():
                gap = QRect(before.right() + 1, before.top(), theme.px(_GAP), before.height())
                painter.drawText(gap, Qt.AlignmentFlag.AlignCenter, "·")
        painter.end()

    def _part(
        self,
        name: str,
        activated: Callable[[], object],
        *,
        before: str = "",
        beside: QToolButton | None = None,
    ) -> QToolButton:
        """Append a button, which a line break never separates from the words or the button beside it."""
        item = QWidget(self)
        button = QToolButton(item)
        button.setProperty("look", "words")
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(lambda _checked=False: activated())
        label = sized(PlainLabel(before, "soft", item), height=24)
        label.setVisible(bool(before))
        self._rows[button] = row(item, label, button, margins=(0, 0, _GAP, 0))
        (self._flow if beside is None else self._rows[beside]).addWidget(item)
        return button

    def _say(self, button: QToolButton, words: str, whole: str) -> None:
        name = button.accessibleName().partition(":")[0]
        button.setText(menu_words(words, 32))
        button.setAccessibleName(f"{name}: {words}")
        set_plain_tooltip(button, f"{name}: {whole}")

    def _ask(self, button: QToolButton, chosen: SignalInstance) -> None:
        """Ask for another model or conversation in place of that of a button; none is one, too."""
        known = self._as_if and (self._as_if.model if button is self._model else self._as_if.conversation_id)
        name = button.accessibleName().partition(":")[0]

        def take(text: str) -> None:
            chosen.emit(text or None)

        TextPopup(name, known or "", f"no {name.lower()}", button).ask(take)

    def _offer_times(self) -> None:
        if self._as_if is None:
            return
        time, is_frozen, freeze = self._as_if.taken_at, self._as_if.frozen, self.clock_chosen.emit
        menu = menu_of(
            self,
            MenuEntry("Time of each refresh", partial(freeze, None), is_checked=not is_frozen),
            MenuEntry(f"Frozen at {time:%Y-%m-%d %H:%M:%S}", partial(freeze, time), is_checked=is_frozen),
            None,
            MenuEntry("Freeze at another time…", self._ask_time),
        )
        pop_up(menu, below(self._clock))

    def _ask_time(self) -> None:
        old = f"{self._as_if.taken_at:%Y-%m-%d %H:%M:%S}" if self._as_if else ""
        TextPopup("Freeze the clock at", old, _CLOCK_HINT, self._clock).ask(self._take_time)

    def _take_time(self, text: str) -> str | None:
        """Freeze the clock at the typed time; return what is wrong with it, None for nothing."""
        if not text:
            self.clock_chosen.emit(None)
            return None
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            return f"‘{text[:40]}’ is no date and time; write it {_CLOCK_HINT}."
        self.clock_chosen.emit(time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC))
        return None
