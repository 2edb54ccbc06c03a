"""What is shown about the program: its version and parts, which can be copied, and what is new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel
from editor_app.window.panels.preview.markdown_view import MarkdownView

_REMARKS = (
    Sentence("window-commands.looks-for-no-updates"),
    Sentence("window-commands.licences"),
)


@dataclass(frozen=True, slots=True)
class About:
    """Facts about the program, pairs of a name and a value; the answer is whether to copy them."""

    facts: Sequence[tuple[str, str]]

    def question(self) -> Question[bool]:
        """Return how they are shown, with what the program does not do."""
        sentence = Sentence("window-commands.what-foreword-is")
        buttons = (
            Button(Sentence("window-commands.close"), answer=False),
            Button(Sentence("window-commands.copy-details"), answer=True),
        )
        return Question(
            Sentence("window-commands.about-foreword"), sentence, buttons, content=self._shown, size=(480, 0)
        )

    def _shown(self, parent: QWidget) -> QWidget:
        shown, grid = QWidget(parent), spaced(QGridLayout(), spacing=(16, 6))
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(self.facts):
            label = ReadableLabel(has_caret=False)
            label.say(value, about=name)
            grid.addWidget(PlainLabel(name, "field"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, row, 1)
        remarks = [PlainLabel(remark, "soft") for remark in _REMARKS]
        for remark in remarks:
            remark.setWordWrap(True)
        column(shown, grid, *remarks, ..., spacing=12)
        return shown


@dataclass(frozen=True, slots=True)
class Changelog:
    """What changed from version to version, as Markdown, whose links lead nowhere."""

    text: str

    def question(self) -> Question[None]:
        """Return how it is shown."""
        return Question(
            Sentence("window-commands.whats-new"),
            "",
            (Button(Sentence("window-commands.close"), None),),
            content=self._shown,
            size=(640, 640),
        )

    def _shown(self, parent: QWidget) -> QWidget:
        view = MarkdownView(parent)
        view.setAccessibleName(Sentence("window-commands.changelog"))
        view.show_text(self.text)
        view.setFocus()
        return view
