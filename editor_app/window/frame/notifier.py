"""Saying what happened: in the window's notice, or to a screen reader alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from editor_app.window.frame.announcing import announce
from editor_app.window.frame.notices import Notices


@dataclass(frozen=True, slots=True, weakref_slot=True)  # Qt connects to `say` by weak reference
class Notifier:
    """Says what happened in `notices`, which are seen and heard, or has it announced for `window`."""

    notices: Notices
    window: QWidget

    def say(self, sentence: str) -> None:
        """Say something that happened, for everybody to see and to hear."""
        self.notices.show_notice(sentence)

    def say_of_file(self, sentence: str) -> None:
        """Say something that happened in the file in front, as long as that is there."""
        self.notices.show_notice(sentence, is_of_file=True)

    def dismiss_of_file(self) -> None:
        """Take away what was said of the file in front."""
        self.notices.dismiss_of_file()

    def say_with_undo(self, sentence: str, undo: Callable[[], object]) -> None:
        """Say something that happened, with a link that takes it back."""
        self.notices.show_notice(sentence, "Undo", undo)

    def announce(self, sentence: str) -> None:
        """Let a screen reader say what the window shows in another place than the focus."""
        announce(self.window, sentence)
