"""The buttons that move through a run: to its ends, a step, and Play, which moves 10 steps a second."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.layouts import row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.work.timers import repeating

_PLAY_MS: Final = 100
_BUTTONS: Final = (
    ("first", "skip-back", "First step (Home)"),
    ("back", "step-back", "Step back (Left)"),
    ("forward", "step-forward", "Step forward (Right)"),
    ("last", "skip-forward", "Last step (End)"),
)


class Transport(QWidget):
    """Announces where to go: `moved` by so many steps, or to the `end_requested`, -1 for the first.

    `begun` tells that it is about to play, `paused` that it plays no more.
    """

    begun = Signal()
    paused = Signal()
    moved = Signal(int)
    end_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start paused."""
        super().__init__(parent)
        self.timer = repeating(self, _PLAY_MS, lambda: self.moved.emit(1))
        self.buttons: dict[str, QToolButton] = {}
        self.play = QPushButton("Play", self)
        self.play.setProperty("look", "primary")
        asked = {
            "first": partial(self.end_requested.emit, -1),
            "back": partial(self.moved.emit, -1),
            "forward": partial(self.moved.emit, 1),
            "last": partial(self.end_requested.emit, 1),
        }
        for key, icon, words in _BUTTONS:
            name = words.partition(" (")[0]
            self.buttons[key] = icon_button(icon, name, self, asked[key], about=words)
        buttons = list(self.buttons.values())
        row(self, *buttons[:2], self.play, *buttons[2:], spacing=4)
        self.play.clicked.connect(self.toggle)
        on_theme(self, self._show_state)

    @property
    def is_playing(self) -> bool:
        """Whether the mark moves by itself."""
        return self.timer.isActive()

    def toggle(self) -> None:
        """Play, or pause."""
        if self.is_playing:
            self.pause()
        elif self.isEnabled():
            self.begun.emit()
            self.timer.start()
            self._show_state()

    def pause(self) -> None:
        """Stop moving."""
        was_playing = self.is_playing
        self.timer.stop()
        self._show_state()
        if was_playing:
            self.paused.emit()

    def _show_state(self) -> None:
        name, words = ("pause", "Pause") if self.is_playing else ("play", "Play")
        with_icon(self.play, name, "onacc").setText(words)
        set_plain_tooltip(self.play, f"{words} (Space)")
        width = self.play.fontMetrics().horizontalAdvance("Pause") + current_theme().px(44)
        self.play.setMinimumWidth(width)
