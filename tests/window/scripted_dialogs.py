"""Dialogs that are answered from a list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from editor_app.window.dialogs.answers import (
    AliasAnswer,
    BuildAnswer,
    BuildQuestion,
    Conflict,
    ConflictAnswer,
    GivenKey,
    NameQuestion,
    RecoveredText,
    RecoveryAnswer,
    SaveAnswer,
    SendAnswer,
    SendQuestion,
)


class ScriptedDialogs:
    """Answers from a list, in order, and records the questions; a question without an answer is an error.

    `answers` has the return values of the methods of `Dialogs`, in the order of the questions; `questions`
    has a word for each question, followed by its arguments.
    """

    def __init__(self, *answers: Any) -> None:
        """Use these answers."""
        self.answers: list[Any] = list(answers)
        self.questions: list[tuple[Any, ...]] = []

    def ask_save(self, names: Sequence[str]) -> SaveAnswer:
        """Return whether to save these documents before they close."""
        answer: SaveAnswer = self._answer("save", *names)
        return answer

    def ask_name(self, question: NameQuestion) -> str | None:
        """Return a name."""
        answer: str | None = self._answer("name", question)
        return answer

    def ask_build(self, question: BuildQuestion) -> BuildAnswer | None:
        """Return with what to build a prompt."""
        answer: BuildAnswer | None = self._answer("build", question)
        return answer

    def ask_key(self, origin: str, why: str, *, place: str = "", action: str = "Use key") -> GivenKey | None:
        """Return the key of an endpoint."""
        answer: GivenKey | None = self._answer("key", origin, why, place, action)
        return answer

    def ask_send(self, question: SendQuestion) -> SendAnswer | None:
        """Return where to send a request."""
        answer: SendAnswer | None = self._answer("send", question)
        return answer

    def confirm(self, title: str, sentence: str, action: str) -> bool:
        """Return whether to do what cannot be undone."""
        answer: bool = self._answer("confirm", title, sentence, action)
        return answer

    def ask_alias(self) -> AliasAnswer:
        """Return where a value is edited that others use too."""
        answer: AliasAnswer = self._answer("alias")
        return answer

    def resolve(self, conflict: Conflict) -> ConflictAnswer:
        """Return which text of a conflict to keep."""
        answer: ConflictAnswer = self._answer("resolve", conflict)
        return answer

    def compare_recovered(self, text: RecoveredText) -> RecoveryAnswer:
        """Return what becomes of a recovered text."""
        answer: RecoveryAnswer = self._answer("recovered", text)
        return answer

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

    def show_about(self, facts: Sequence[tuple[str, str]]) -> bool:
        """Return whether to copy the facts."""
        answer: bool = self._answer("about", *facts)
        return answer

    def show_changelog(self, text: str) -> None:
        """Record the text."""
        self.questions.append(("changelog", text))

    def show_notes(self, title: str, sentence: str, notes: Sequence[str]) -> None:
        """Record the notes."""
        self.questions.append(("notes", title, sentence, *notes))

    def show_shortcuts(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Record the shortcuts that were listed."""
        self.questions.append(("shortcuts", *rows))

    def _answer(self, *question: Any) -> Any:
        self.questions.append(question)
        if not self.answers:
            raise LookupError(f"The window asks {question}, and no answer to it is given.")
        return self.answers.pop(0)
