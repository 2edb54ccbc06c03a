"""Dialogs that are answered from a list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from editor_app.window.commands.files import SaveQuestion
from editor_app.window.commands.questions.about import About, Changelog
from editor_app.window.commands.questions.conflict_question import Conflict
from editor_app.window.commands.questions.import_notes import Notes
from editor_app.window.commands.settings.dialog import SettingsQuestion
from editor_app.window.endpoint.send_question import KeyQuestion, SendQuestion
from editor_app.window.kinds.cases.paste_question import PasteQuestion
from editor_app.window.kinds.system_message.block_commands import ALIAS_QUESTION
from editor_app.window.kinds.template.commands import BuildQuestion
from editor_app.window.kit.dialogs.question import NameQuestion, Question, UserQuestion
from editor_app.window.session.recovery import RecoveredText


class ScriptedDialogs:
    """Answers from a list, in order, and records the questions; a question without an answer is an error.

    `answers` has the return values of the methods of `Dialogs`, in the order of the questions; `questions`
    has a word for each question, followed by what it is about. What only has to be closed has no answer.
    """

    def __init__(self, *answers: Any) -> None:
        """Use these answers."""
        self.answers: list[Any] = list(answers)
        self.questions: list[tuple[Any, ...]] = []

    def ask(self, asked: UserQuestion[Any]) -> Any:
        """Return the answer to a question."""
        return self._answer(*_RECORDED[type(asked)](asked), is_closed=len(asked.question().buttons) == 1)

    def choose_folder(self, title: str, start: Path) -> Path | None:
        """Return a folder."""
        answer: Path | None = self._answer("folder", title, start)
        return answer

    def choose_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Return a file to open."""
        answer: Path | None = self._answer("file", title, start)
        return answer

    def choose_new_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Return a path to save a file at."""
        answer: Path | None = self._answer("new file", title, start)
        return answer

    def _answer(self, *question: Any, is_closed: bool = False) -> Any:
        self.questions.append(question)
        if is_closed:
            return None
        if not self.answers:
            raise LookupError(f"The window asks {question}, and no answer to it is given.")
        return self.answers.pop(0)


_RECORDED: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    SaveQuestion: lambda asked: ("save", *asked.names),
    NameQuestion: lambda asked: ("name", asked),
    PasteQuestion: lambda asked: ("rows", asked.known, asked.taken),
    BuildQuestion: lambda asked: ("build", asked),
    KeyQuestion: lambda asked: ("key", asked.origin, asked.why, asked.place, asked.action),
    SendQuestion: lambda asked: ("send", asked),
    Conflict: lambda asked: ("resolve", asked),
    RecoveredText: lambda asked: ("recovered", asked),
    About: lambda asked: ("about", *asked.facts),
    Changelog: lambda asked: ("changelog", asked.text),
    Notes: lambda asked: ("notes", asked.title, asked.sentence, *asked.notes),
    SettingsQuestion: lambda asked: ("settings", asked.page),
    Question: lambda asked: (
        ("alias",)
        if asked is ALIAS_QUESTION
        else ("confirm", asked.title, asked.sentence, asked.buttons[-1].words)
    ),
}
"""A word for each question, and what it is about."""
