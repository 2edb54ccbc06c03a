"""The bars of the preview: the views and what can be done above it, and below it how long the text is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from editor_app.analysis.model_text import ModelText
from editor_app.text import Sentence, some_of
from editor_app.text.tokens import count_or_estimate
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.panel_keys import WHY_KEYS, native_keys
from editor_app.window.kit.layouts import add
from editor_app.window.kit.rows.menus import Entry, MenuEntry, more_button
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import WordedLabel
from editor_app.window.kit.words.plain_text import counted_tokens, how_counted
from editor_app.window.panels.preview.look import PreviewLook
from editor_app.window.panels.preview.stable_prefix import StabilityButton, TextLook
from editor_app.window.panels.preview.text.marks import MARKED_AT_ALL, tag_count

_COPY_KEYS: Final = "Ctrl+Shift+C"
_GO_KEYS: Final = "F12"
"""Shortcuts of the window's actions, only shown here: in tooltips and the menu."""
_COPY: Final = Sentence("window-preview.copy-result")
_MOST_NAMED: Final = 4


class PreviewBar(Bar):
    """Offers the views, copying, and a menu for the place at the caret."""

    copy_requested = Signal()
    source_requested = Signal()
    why_requested = Signal()
    wrapping_chosen = Signal(bool)

    def __init__(
        self, switch: QWidget, more: Callable[[], Iterable[Entry]], parent: QWidget | None = None
    ) -> None:
        """Start with the switch of the views that all kinds of file have; `more` gives further entries."""
        super().__init__(parent=parent, line_below=True)
        about = Sentence("window-preview.copy-with-keys", keys=native_keys(_COPY_KEYS))
        self.copy_button = icon_button("copy", _COPY, self, self.copy_requested.emit, about=about)
        self._more = more_button(Sentence("window-preview.more"), self._entries)
        self._more_entries, self._wraps = more, True
        add(self.row, switch, ..., self.copy_button, self._more)
        self._switch = switch

    def add_switch(self, switch: QWidget) -> None:
        """Place the switch of a kind of file, which is shown in the place of the other."""
        self.row.insertWidget(self.row.indexOf(self._switch) + 1, switch)

    def room_for_switch(self, width: int) -> int:
        """Return how wide a switch may be in a bar of this width."""
        return width - 2 * (self.copy_button.sizeHint().width() + current_theme().px(16))

    def _entries(self) -> Iterator[Entry]:
        yield MenuEntry(_COPY, self.copy_requested.emit, _COPY_KEYS)
        yield None
        yield MenuEntry(Sentence("window-preview.go-to-source"), self.source_requested.emit, _GO_KEYS)
        yield MenuEntry(Sentence("window-preview.why-here"), self.why_requested.emit, WHY_KEYS)
        yield None
        wrap = Sentence("window-preview.wrap")
        yield MenuEntry(wrap, self._switch_wrapping, is_checked=self._wraps)
        yield from self._more_entries()

    def _switch_wrapping(self) -> None:
        self._wraps = not self._wraps
        self.wrapping_chosen.emit(self._wraps)


class HeaderTools(QWidget):
    """A row of the tools that kinds of file add to the header, which show and hide themselves."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._row = spaced(QHBoxLayout(self), spacing=8)

    def add(self, widgets: Iterable[QWidget]) -> None:
        """Add widgets to the row."""
        for widget in widgets:
            self._row.addWidget(widget)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Repaint the area that a wider row covered: else its first icon would remain there."""
        super().moveEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            parent.update()


class PreviewFooter(Bar):
    """Counts a text, and says how much of it is cached next turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a text."""
        super().__init__(parent=parent, height=30, line_above=True)
        self.characters, self.notes = WordedLabel("soft", self), WordedLabel("soft", self)
        self.stability = StabilityButton(self)
        # The notes take what room the others leave.
        self.notes.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        add(self.row, self.characters, ..., (self.notes, 99), self.stability, 4)

    def show_text(self, result: ModelText, max_tokens: int | None) -> None:
        """Show how long a text is, and the notes on it; `max_tokens` is the limit of the reply."""
        text, model = result.text, result.snapshot.context.model if result.snapshot is not None else None
        tokens = count_or_estimate(text, model)
        brief = counted_tokens(tokens.count, is_estimate=tokens.is_estimate)
        characters = Sentence("text.characters", count=len(text))
        size = Sentence("window-preview.size", characters=characters, tokens=brief)
        self.characters.say(size, brief)
        self.characters.set_about(f"{size}\n{how_counted(model)}")
        limit, notes = max_tokens or result.analysis.max_tokens, []
        if tag_count(result) > MARKED_AT_ALL:
            notes.append(Sentence("window-preview.unmarked", most=MARKED_AT_ALL))
        if limit:
            notes.append(Sentence("window-preview.reply-limit", count=limit))
        self.notes.say(Sentence("window-preview.notes", notes=notes) if notes else "", "")
        self.notes.setVisible(bool(notes))

    def show_stability(self, look: PreviewLook | None) -> None:
        """Show how much of the text stays the same, for a kind of file that says so."""
        self.stability.show_rows(look.stability if isinstance(look, TextLook) else ())

    def add_link(self, link: QWidget) -> None:
        """Place what a kind of file says in place of the characters."""
        self.row.insertWidget(0, link, 99)


def missing_in_words(names: Sequence[str]) -> str:
    """Return that required variables without a value, of these names, are not given; "" for none."""
    if not names:
        return ""
    return Sentence("window-preview.missing", count=len(names), names=some_of(names, _MOST_NAMED))
