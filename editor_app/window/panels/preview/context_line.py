"""What template values are tried with, where that is unusual, and the menu that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.text_fields import TextPopup
from editor_app.window.kit.layouts import add
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_of, more_button
from editor_app.window.kit.words.labels import ElidedLabel, menu_words, set_plain_tooltip

_CLOCK_HINT: Final = Sentence("window-preview.clock-hint")
_REFRESH_KEYS: Final = "F5"
_NOT_SET: Final = Sentence("window-preview.not-set")


@dataclass(frozen=True, slots=True)
class AsIf:
    """The context that values were resolved in.

    `folder` is as shown ("~/atlas"), `taken_at` is the time, and `frozen` whether that is fixed. `unusual`
    has in words what is otherwise than where nobody chose anything.
    """

    folder: str
    taken_at: datetime
    model: str | None = None
    conversation_id: str | None = None
    frozen: bool = False
    unusual: tuple[str, ...] = ()


class ContextLine(Bar):
    """Shows what is unusual in an `AsIf`, and announces the changes the user asks for in its menu."""

    folder_requested = Signal()
    model_chosen = Signal(object)
    conversation_chosen = Signal(object)
    clock_chosen = Signal(object)
    refresh_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent=parent, height=30, line_below=True)
        self._as_if: AsIf | None = None
        self.setAccessibleName(Sentence("window-preview.tried"))
        self._words = ElidedLabel("", "soft", parent=self)
        add(self.row, (self._words, 1), more_button(Sentence("window-preview.change-tried"), self.entries))
        self.hide()

    def show_context(self, as_if: AsIf | None) -> None:
        """Show what is unusual in the context of the values; None for a text whose values are only given."""
        self._as_if = as_if
        unusual = as_if.unusual if as_if is not None else ()
        self.setVisible(bool(unusual))
        self._words.setText(Sentence("window-preview.tried-with", parts=unusual))
        set_plain_tooltip(self._words, "\n".join(unusual))

    def entries(self) -> Iterator[Entry]:
        """Yield the entries that change the context, none for a text whose values are only given."""
        as_if = self._as_if
        if as_if is None:
            return
        yield None
        folder = Sentence("window-preview.folder-now", name=menu_words(as_if.folder, 32).removesuffix("…"))
        yield MenuEntry(folder, self.folder_requested.emit)
        now = menu_words(as_if.model or _NOT_SET, 32)
        ask = partial(self._ask, Sentence("window-preview.model"), as_if.model, self.model_chosen)
        yield MenuEntry(Sentence("window-preview.model-now", name=now), ask)
        known, now = as_if.conversation_id, menu_words(as_if.conversation_id or _NOT_SET, 32)
        ask = partial(self._ask, Sentence("window-preview.conversation"), known, self.conversation_chosen)
        yield MenuEntry(Sentence("window-preview.conversation-now", name=now), ask)
        yield self._clock_menu(as_if)
        yield MenuEntry(Sentence("window-preview.refresh"), self.refresh_requested.emit, _REFRESH_KEYS)

    def _clock_menu(self, as_if: AsIf) -> QMenu:
        time, freeze = as_if.taken_at, self.clock_chosen.emit
        refreshed = Sentence("window-preview.time-of-refresh")
        frozen = Sentence("window-preview.frozen-at", time=f"{time:%Y-%m-%d %H:%M:%S}")
        menu = menu_of(
            self,
            MenuEntry(refreshed, partial(freeze, None), is_checked=not as_if.frozen),
            MenuEntry(frozen, partial(freeze, time), is_checked=as_if.frozen),
            None,
            MenuEntry(Sentence("window-preview.freeze-at-another"), self._ask_time),
        )
        title = Sentence("window-preview.clock", time=f"{time:%H:%M}")
        menu.setTitle(
            Sentence("window-preview.clock-frozen", time=f"{time:%H:%M}") if as_if.frozen else title
        )
        return menu

    def _beside(self) -> QWidget:
        return self if self.isVisible() else self.parentWidget() or self

    def _ask(self, name: str, known: str | None, chosen: SignalInstance) -> None:
        """Ask for another model or conversation; none is one, too."""

        def take(text: str) -> None:
            chosen.emit(text or None)

        TextPopup(name, known or "", _NOT_SET, self._beside()).ask(take)

    def _ask_time(self) -> None:
        old = f"{self._as_if.taken_at:%Y-%m-%d %H:%M:%S}" if self._as_if else ""
        TextPopup(Sentence("window-preview.freeze-at"), old, _CLOCK_HINT, self._beside()).ask(self._take_time)

    def _take_time(self, text: str) -> str | None:
        """Freeze the clock at the typed time; return what is wrong with it, None for nothing."""
        if not text:
            self.clock_chosen.emit(None)
            return None
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            return Sentence("window-preview.no-time", text=text[:40], hint=_CLOCK_HINT)
        self.clock_chosen.emit(time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC))
        return None
