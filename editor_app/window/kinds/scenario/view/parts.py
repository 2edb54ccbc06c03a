"""What the view of a run has around its chart and its lists.

These are the buttons that move through the run, the button that runs at an endpoint, the strip above a run
that goes on, and the page in place of one that was not made yet. Play moves 10 steps a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from editor_app.runs.endpoint.addresses import Endpoint
from editor_app.text import Sentence
from editor_app.window.kinds.scenario.actions import RUN_BACK, RUN_FORWARD
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground, Separator
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import (
    PlainLabel,
    ReadableLabel,
    WordedLabel,
    menu_words,
    repolish,
    set_plain_tooltip,
)
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.kit.work.timers import repeating


@dataclass(frozen=True, slots=True)
class EndpointTarget:
    """Where a run would be made, and in lines what would be sent.

    `why_not` is a sentence where it cannot be made; with `needs_trust` trust in the workspace mends that.
    `workspace` is the folder that tools would read in, None without tools.
    """

    endpoint: Endpoint | None = None
    host: str = ""
    model: str = ""
    facts: tuple[str, ...] = ()
    why_not: str = ""
    needs_trust: bool = False
    workspace: Path | None = None

    @property
    def can_run(self) -> bool:
        """Whether nothing is in the way."""
        return self.endpoint is not None and not self.why_not


class Transport(QWidget):
    """Announces where to go: `moved` by so many steps.

    `about_to_play` comes before it plays, `paused` when it plays no more.
    """

    about_to_play = Signal()
    paused = Signal()
    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start paused."""
        super().__init__(parent)
        self.timer = repeating(self, 100, lambda: self.moved.emit(1))
        self.play = QPushButton(Sentence("window-scenario.play"), self)
        self.play.setProperty("look", "primary")
        buttons = (
            icon_button(
                "step-back",
                RUN_BACK.text,
                self,
                partial(self.moved.emit, -1),
                about=Sentence("window-scenario.step-back-key"),
            ),
            self.play,
            icon_button(
                "step-forward",
                RUN_FORWARD.text,
                self,
                partial(self.moved.emit, 1),
                about=Sentence("window-scenario.step-forward-key"),
            ),
        )
        row(self, *buttons, spacing=4)
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
            self.about_to_play.emit()
            self.timer.start()
            self._show_state()

    def pause(self) -> None:
        """Stop moving."""
        was_playing = self.is_playing
        self.timer.stop()
        self._show_state()  # by now the button has the font that its width is measured with
        if was_playing:
            self.paused.emit()

    def _show_state(self) -> None:
        pause, name = Sentence("window-scenario.pause"), "pause" if self.is_playing else "play"
        words = pause if self.is_playing else Sentence("window-scenario.play")
        with_icon(self.play, name, "onacc").setText(words)
        set_plain_tooltip(self.play, Sentence("window-scenario.with-space", words=words))
        widest = self.play.fontMetrics().horizontalAdvance(pause)
        self.play.setMinimumWidth(widest + current_theme().px(44))


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run at an endpoint is.

    `steps` are over, `step` goes on and `text` came of it; `waiting` says why nothing is asked now.
    """

    host: str
    step: int = 0
    steps: int = 0
    seconds: int = 0
    text: str = ""
    waiting: str = ""

    @property
    def elapsed(self) -> str:
        """The time since it began, as "0:12"."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class RunStrip(QWidget):
    """Shows a `RunProgress`, with a button that is to `cancel` the run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent, accessibleName=Sentence("window-scenario.running"))
        self.title = PlainLabel("", "strong", self)
        self.about = WordedLabel("soft", self, "")
        self.cancel = with_icon(
            QPushButton(Sentence("window-scenario.cancel"), self, autoDefault=True), "x", "acc"
        )
        self.cancel.setProperty("look", "outlined")
        set_plain_tooltip(self.cancel, Sentence("window-scenario.cancel-run"))
        self.text = QPlainTextEdit(self, readOnly=True, tabChangesFocus=True)
        self.text.setAccessibleName(Sentence("window-scenario.answer-so-far"))
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setProperty("look", "pane")
        self.text.document().setDocumentMargin(0)
        line = row(None, self.title, (self.about, 1), self.cancel, margins=(12, 5, 8, 3), spacing=8)
        paper = Ground(self, ground="paper")
        row(paper, self.text, margins=(12, 0, 0, 6))
        column(self, line, paper, Separator(self))
        self._step, self._shown = 0, ""
        on_theme(self, lambda: self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * 4))
        self.hide()

    def show_progress(self, progress: RunProgress) -> None:
        """Show how far the run is."""
        self.title.setText(Sentence("window-scenario.step-title", step=str(progress.step)))
        if progress.waiting:
            self.about.say(progress.waiting)
        else:
            steps, elapsed = Sentence("text.steps", count=progress.steps), progress.elapsed
            host = progress.host
            self.about.say(
                Sentence("window-scenario.asks-host", host=host, steps=steps, elapsed=elapsed),
                Sentence("window-scenario.steps-and-time", steps=steps, elapsed=elapsed),
                elapsed,
            )
        if (progress.step, progress.text) != (self._step, self._shown):
            self._show_text(progress)
        self.show()

    def _show_text(self, progress: RunProgress) -> None:
        """Append what came to an answer; nothing moves for who left its end, or selected some of it."""
        bar, before, text = self.text.verticalScrollBar(), self._shown, progress.text
        is_followed = bar.value() >= bar.maximum() and not self.text.textCursor().hasSelection()
        # of a long answer only the end is told: what is missing at the front, nobody needs who follows it
        gone = next(at for at in range(len(before) + 1) if text.startswith(before[at:]))
        is_more = progress.step == self._step and gone < len(before) <= len(text)
        if is_more and not (is_followed and gone):
            end = QTextCursor(self.text.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText(for_qt(text[len(before) - gone :]))
        else:
            self.text.setPlainText(for_qt(text))
        self._step, self._shown = progress.step, text
        if is_followed or not is_more:
            bar.setValue(bar.maximum())


_MOST: int = 44


class RunButton(QPushButton):
    """Says where it runs, or that it runs again; the owner chooses one of its `wordings` by their widths."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden: a scripted scenario needs no such button."""
        super().__init__(parent, autoDefault=True)
        self.wordings: tuple[str, ...] = (Sentence("window-scenario.run"),)
        """The words it can have, the longest first."""
        self.setProperty("look", "primary")
        self.hide()
        with_icon(self, "play", "onacc")

    def show_endpoint(self, ask: EndpointTarget, *, has_run: bool) -> None:
        """Say where it runs; why it cannot is the tooltip while it cannot."""
        host, model, brief = ask.host, ask.model, menu_words(ask.host, _MOST)
        run, again = Sentence("window-scenario.run"), "yes" if has_run else "no"
        at_host = Sentence("window-scenario.run-at", again=again, host=brief)
        self.wordings = (at_host, Sentence("window-scenario.run-again"), run)
        if not has_run:
            asked = menu_words(model, _MOST)
            self.wordings = (
                Sentence("window-scenario.run-model-at", again=again, host=brief, model=asked),
                at_host,
                run,
            )
        look = "" if has_run else "primary"
        if self.property("look") != look:
            self.setProperty("look", look)
            repolish(self)
        self.setEnabled(ask.can_run)
        words = Sentence("window-scenario.run-model-at", again=again, host=host, model=model) if host else run
        self.setAccessibleName(words)
        set_plain_tooltip(self, words if ask.can_run else ask.why_not)
        with_icon(self, *(("refresh-cw", "ink") if has_run else ("play", "onacc")))

    def width_of(self, words: str) -> int:
        """Return the width it has with some words."""
        return self.fontMetrics().horizontalAdvance(words.replace("&&", "&")) + current_theme().px(52)


class ReadyPage(Ground):
    """Shows a title, facts in lines, and a sentence below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent, ground="paper")
        self.setAccessibleName(Sentence("window-scenario.ready"))
        self._title = PlainLabel("", "title", self)
        self._title.setWordWrap(True)
        self.facts = ReadableLabel("", "", self, has_caret=False)
        self.sentence = ReadableLabel("", "soft", self, has_caret=False)
        parts = self._title, self.facts, self.sentence, ...
        column(self, *parts, margins=(24, 20, 24, 12), spacing=12)
        self.setFocusProxy(self.sentence)

    def say(self, title: str, facts: Sequence[str], sentence: str) -> None:
        """Show another title, other facts and another sentence."""
        self._title.setText(title)
        for label, words in ((self.facts, "\n".join(facts)), (self.sentence, sentence)):
            if label.text() != words:  # else what is read in it now would be read again
                label.say(words, about=title)
