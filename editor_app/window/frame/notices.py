"""Notices at the bottom of the editor area: what happened, with a link such as Undo.

The `InfoBar` above a document tells of a lasting state instead, with links to what can be done.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal, SignalInstance
from PySide6.QtGui import QEnterEvent, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget
from shiboken6 import isValid

from editor_app.text import Sentence, Severity
from editor_app.window.kit.application import application
from editor_app.window.kit.card.controls import icon_button, link_button, set_link_words
from editor_app.window.kit.card.sentence_bar import BarLook, Link, SentenceBar
from editor_app.window.kit.dialogs.question import Dialogs
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.layouts import row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, repolish
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import repeating, single_shot

SHOWN_MS = 10_000
_BEGINNING_MS = 4_000
_CHARACTER_MS = 80  # for slow reading in a foreign language
_LOOK_MS = 200
_MARGIN = 12
_LOW = 3  # a text of so many heights of a notice is covered by none
_WIDEST = 640
_MOST_IN_TWO_LINES = 600


class WritingArea(NamedTuple):
    """The place on the screen where the user is writing: the text's rectangle and the caret's line."""

    text: QRect
    row: QRect


class Notices(QFrame):
    """One notice at a time over the bottom of its parent; it stays while pointer or focus is in it.

    If the caret is there, the notice is at the top of the text instead, or above a low one: `caret_area`
    tells where it is. What is said is announced to screen readers, too.
    """

    gone = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._over = parent
        self._is_above = False
        self._is_of_file = self._stays = False
        self._say_again: Callable[[], object] | None = None  # the last notice that stays
        self._step: object = None
        self._kept_step: object = None
        self._until = Connections()  # what closes it
        self.caret_area: Callable[[], WritingArea | None] = lambda: None
        self._acts: list[Callable[[], object]] = []
        self.setProperty("look", "popup")
        self.setAccessibleName(Sentence("window-frame.notice"))
        self.words = PlainLabel("", "", self)
        self.words.setWordWrap(True)
        self.link, self.other_link = (link_button("", self, partial(self._do, index)) for index in range(2))
        self.close_button = icon_button("x", Sentence("window-frame.dismiss"), self, self.dismiss)
        self._buttons = (self.link, self.other_link, self.close_button)
        for button in self._buttons:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the focus from the text
            keep_key(button, "Esc", self.dismiss)
        self._row = row(self, (self.words, 1), *self._buttons, margins=(14, 4, 6, 4), spacing=8)
        self._timer = single_shot(self, SHOWN_MS, self._time_out)
        self._look = repeating(self, _LOOK_MS, self.make_way)  # no signal tells of all that moves a text
        parent.installEventFilter(self)
        on_theme(self, self._place)
        self._focus_before: QWidget | None = None
        application().focusChanged.connect(self._note_focus)
        self.hide()

    def say(
        self,
        sentence: str,
        *links: Link,
        is_of_file: bool = False,
        step: object = None,
        until: Sequence[SignalInstance] = (),
        stays: bool = False,
    ) -> None:
        """Show and announce `sentence`; a click on one of its links, two at most, closes the notice.

        With `is_of_file` it is closed when another file becomes the current one, and by any signal of
        `until`: then it is no longer true. `step` is what its Undo takes back, for `dismiss_of_step`. With
        `stays` it is there until the user closes it or the next such one replaces it.
        """
        self._until.end()
        self.end_with(*until)
        self._is_of_file, self._stays = is_of_file, stays
        self._step = step
        if stays:
            self._say_again = partial(self.say, sentence, *links, step=step, stays=True)
            self._kept_step = step
        self.words.setText(sentence)
        self._acts = [act for _words, act in links]
        for index, button in enumerate((self.link, self.other_link)):
            words = links[index][0] if index < len(links) else ""
            set_link_words(button, words)
            name = Sentence("window-frame.link-of-notice", link=words, sentence=sentence)
            button.setAccessibleName(name if words else "")
            button.setVisible(bool(words))
        repolish(self)
        self._is_above = False
        self._place()
        self.show()
        self.raise_()
        self._look.start()
        self._start_timer(max(SHOWN_MS, _BEGINNING_MS + _CHARACTER_MS * len(sentence)))
        announce(self, sentence)

    def end_with(self, *signals: SignalInstance) -> None:
        """Close the notice by any of these signals, too."""
        for signal in signals:
            self._until.add(signal, self.dismiss)

    def say_of_file(self, sentence: str) -> None:
        """Show a message about the current file; it is closed when that is no longer the current one."""
        self.say(sentence, is_of_file=True)

    def announce(self, sentence: str) -> None:
        """Announce to screen readers only what the window shows elsewhere than at the focus."""
        announce(self.window(), sentence)

    def dismiss(self) -> None:
        """Close the notice; one that stays, and that it covered, is shown again."""
        if self._stays:
            self._say_again = None
        self._timer.stop()
        self._look.stop()
        self._until.end()
        if self.isVisible():
            before = self._focus_before if any(button.hasFocus() for button in self._buttons) else None
            self.hide()
            if before is not None and isValid(before) and before.isVisible():
                before.setFocus()
            self.gone.emit()
            if self._say_again is not None:
                self._say_again()

    def dismiss_of_file(self) -> None:
        """Close a notice about the current file, which is no longer current or has changed since."""
        if self._is_of_file:
            self.dismiss()

    def dismiss_of_step(self, step: object) -> None:
        """Close the notice about a step that was taken back: its Undo would do it again."""
        if step is not None and self._kept_step is step:
            self._say_again = None
        if step is not None and self._step is step:
            self.dismiss()

    def stay(self) -> None:
        """Let the notice stay until somebody closes it or had the pointer on it."""
        self._timer.stop()

    def make_way(self) -> None:
        """Move away from the caret, but not from under the pointer."""
        if self.isVisible() and not self.underMouse():
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the bottom of the parent when that is resized."""
        if event.type() == QEvent.Type.Resize and watched is self._over:
            self._place()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stop the timeout while the pointer is in the notice."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Continue the timeout."""
        if self.isVisible():
            self._start_timer()
        super().leaveEvent(event)

    def _start_timer(self, milliseconds: int | None = None) -> None:
        if milliseconds is not None:
            self._timer.setInterval(milliseconds)
        if self._stays:
            self._timer.stop()
        else:
            self._timer.start()

    def _do(self, index: int) -> None:
        act = self._acts[index]
        self.dismiss()
        act()

    def _note_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        if now in self._buttons and before not in self._buttons:
            self._focus_before = before

    def _time_out(self) -> None:
        if any(button.hasFocus() for button in self._buttons) or self.underMouse():
            self._timer.start()
        else:
            self.dismiss()

    def _place(self) -> None:
        parent, margin = self._over, current_theme().px(_MARGIN)
        words = self.words.fontMetrics().horizontalAdvance(self.words.text()) + 2
        buttons = self._row.totalMinimumSize().width() - self.words.minimumSizeHint().width()
        width = max(0, min(words + buttons, current_theme().px(_WIDEST), parent.width() - 2 * margin))
        height = self._row.totalHeightForWidth(width)
        left, lowest = (parent.width() - width) // 2, parent.height() - height - margin
        area = self.caret_area()
        highest = lowest
        if area is not None:
            top_of_text = parent.mapFromGlobal(area.text.topLeft()).y()
            is_low = area.text.height() < _LOW * height
            highest = max(margin, top_of_text - height - margin) if is_low else top_of_text + margin
            avoided = area.text if is_low else area.row
            for _ in range(2):  # above or below, it stays there unless it would cover the caret
                corner = parent.mapToGlobal(QPoint(left, highest if self._is_above else lowest))
                if not avoided.intersects(QRect(corner.x(), corner.y(), width, height)):
                    break
                self._is_above = not self._is_above
        self.setGeometry(left, highest if self._is_above else lowest, width, height)


@dataclass(frozen=True, slots=True)
class User:
    """The user of one window: asked in dialogs, told in notices and by the screen reader."""

    dialogs: Dialogs
    notifier: Notices


_TINTS: Final = {Severity.ERROR: "errbg", Severity.WARNING: "warnbg", Severity.INFORMATION: "blkbg"}

QUIET: Final = BarLook("shield", "soft", link="outlined")
"""The look of what warns of nothing and asks for nothing now."""

DECISION: Final = BarLook("history", "acc", "accbg", first_link="outlined")
"""The look of what there is to decide."""


class InfoBar(SentenceBar):
    """One sentence with links, such as that callers get a default, in a second line if it needs one."""

    def __init__(self) -> None:
        """Start hidden."""
        words = _TwoLines()
        super().__init__(height=34, gap=8, words=words, icon_size=16)
        words.resized.connect(self._fit)

    def tell(
        self,
        severity: Severity,
        sentence: str,
        links: Sequence[Link] = (),
        *,
        is_news: bool = False,
        look: BarLook | None = None,
        closed: Callable[[], object] | None = None,
    ) -> None:
        """Show `sentence` in the look of its severity, or in another; with `closed`, a button calls that.

        With `is_news` it is announced once, with what can be done.
        """
        is_new = self.isHidden() or sentence != self.words.text()
        self.setAccessibleName(Sentence("window-frame.bar", severity=severity.in_words, sentence=sentence))
        self.say(
            sentence, links, look=look or BarLook(*SEVERITY_ICONS[severity], _TINTS[severity]), closed=closed
        )
        if is_news and is_new:
            choices = [words.removesuffix("…") for words, _act in links]
            told = Sentence("window-frame.bar-with-links", sentence=sentence, choices=choices)
            announce(self, told if choices else sentence)


class _TwoLines(ElidedLabel):
    """An elided label that continues in a second line."""

    resized = Signal()

    def lines(self) -> list[str]:
        """Return one line if the text fits into it, else two; the second has the remaining text."""
        metrics, text = QFontMetrics(self.font()), self.text()
        if metrics.horizontalAdvance(text) <= self.width():
            return [text]
        ends = [index for index, character in enumerate(text[:_MOST_IN_TWO_LINES]) if character == " "]
        fitting = bisect_right(ends, self.width(), key=lambda end: metrics.horizontalAdvance(text[:end]))
        end = ends[fitting - 1] if fitting else 0
        return [text[:end], text[end + 1 :]] if end else [text]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the layout that the height may have changed."""
        super().resizeEvent(event)
        self.resized.emit()
