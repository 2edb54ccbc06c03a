"""What template values are tried with, where that is unusual, and the menu that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.text_fields import TextPopup
from editor_app.window.kit.layouts import add
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_of, more_button
from editor_app.window.kit.words.labels import ElidedLabel, menu_words, set_plain_tooltip

_CLOCK_HINT: Final = "like 2026-03-04 14:02:11, in UTC"
_REFRESH_KEYS: Final = "F5"
_NOT_SET: Final = "not set"


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
        self.setAccessibleName("Tried with")
        self._words = ElidedLabel("", "soft", parent=self)
        add(self.row, (self._words, 1), more_button("Change what values are tried with", self.entries))
        self.hide()

    def show_context(self, as_if: AsIf | None) -> None:
        """Show what is unusual in the context of the values; None for a text whose values are only given."""
        self._as_if = as_if
        unusual = as_if.unusual if as_if is not None else ()
        self.setVisible(bool(unusual))
        self._words.setText(f"Tried with {' · '.join(unusual)}")
        set_plain_tooltip(self._words, "\n".join(unusual))

    def entries(self) -> Iterator[Entry]:
        """Yield the entries that change the context, none for a text whose values are only given."""
        as_if = self._as_if
        if as_if is None:
            return
        time, freeze = as_if.taken_at, self.clock_chosen.emit
        clock = menu_of(
            self,
            MenuEntry("Time of each refresh", partial(freeze, None), is_checked=not as_if.frozen),
            MenuEntry(f"Frozen at {time:%Y-%m-%d %H:%M:%S}", partial(freeze, time), is_checked=as_if.frozen),
            None,
            MenuEntry("Freeze at another time…", self._ask_time),
        )
        clock.setTitle(f"Clock: {'frozen at ' if as_if.frozen else ''}{time:%H:%M}")
        yield None
        folder = menu_words(as_if.folder, 32).removesuffix("…")
        yield MenuEntry(f"Folder: {folder}…", self.folder_requested.emit)
        for name, now, chosen in (
            ("Model", as_if.model, self.model_chosen),
            ("Conversation", as_if.conversation_id, self.conversation_chosen),
        ):
            words = menu_words(now or _NOT_SET, 32)
            yield MenuEntry(f"{name}: {words}…", partial(self._ask, name, now or "", chosen))
        yield clock
        yield MenuEntry("Refresh values", self.refresh_requested.emit, _REFRESH_KEYS)

    def _beside(self) -> QWidget:
        return self if self.isVisible() else self.parentWidget() or self

    def _ask(self, name: str, known: str, chosen: SignalInstance) -> None:
        """Ask for another model or conversation; none is one, too."""

        def take(text: str) -> None:
            chosen.emit(text or None)

        TextPopup(name, known, _NOT_SET, self._beside()).ask(take)

    def _ask_time(self) -> None:
        old = f"{self._as_if.taken_at:%Y-%m-%d %H:%M:%S}" if self._as_if else ""
        TextPopup("Freeze the clock at", old, _CLOCK_HINT, self._beside()).ask(self._take_time)

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
