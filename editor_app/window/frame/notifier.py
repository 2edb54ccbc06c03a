"""Messages about what happened: in the window's notice, or for screen readers alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from editor_app.window.frame.notices import Notices
from editor_app.window.kit.focus.announcing import announce


@dataclass(frozen=True, slots=True, weakref_slot=True)  # Qt connects to `say` by weak reference
class Notifier:
    """Shows messages in `notices`, which screen readers announce too, or only announces them for `window`."""

    notices: Notices
    window: QWidget

    def say(self, sentence: str) -> None:
        """Show and announce a message."""
        self.notices.show_notice(sentence)

    def say_of_file(self, sentence: str) -> None:
        """Show a message about the current file; it is closed when that is no longer the current one."""
        self.notices.show_notice(sentence, is_of_file=True)

    def offer_of_file(
        self,
        sentence: str,
        links: tuple[tuple[str, Callable[[], object]], tuple[str, Callable[[], object]]],
        until: Sequence[SignalInstance],
    ) -> None:
        """Show a message about the current file with two links; the first signal of `until` closes it.

        What only it offers stays in reach: no time closes it.
        """
        (link, act), other = links
        self.notices.show_notice(sentence, link, act, is_of_file=True, other=other, until=until)
        self.notices.stay()

    def dismiss_of_file(self) -> None:
        """Close a message about the current file."""
        self.notices.dismiss_of_file()

    def say_with_undo(
        self,
        sentence: str,
        undo: Callable[[], object],
        *,
        other: tuple[str, Callable[[], object]] | None = None,
        until: Sequence[SignalInstance] = (),
    ) -> None:
        """Show a message with an Undo link, and with an `other` one if there is one.

        The first signal of `until` closes it: then what it says is no longer true.
        """
        self.notices.show_notice(sentence, "Undo", undo, other=other, until=until)

    def say_with_link(self, sentence: str, link: str, act: Callable[[], object]) -> None:
        """Show a message with a link."""
        self.notices.show_notice(sentence, link, act)

    def announce(self, sentence: str) -> None:
        """Announce to screen readers only what the window shows elsewhere than at the focus."""
        announce(self.window, sentence)
