"""The question with what the prompt of a conversation is built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

from editor_app.window.kit.dialogs.question import CANCEL, Button, Question, Read, Typed, Values, line
from editor_app.window.kit.form.form import Form

_TITLE = "Build and freeze"
_SENTENCE = (
    "The template is resolved as it is saved now. The conversation keeps that until it is built again."
)


@dataclass(frozen=True, slots=True)
class BuildAnswer:
    """With what the prompt of a conversation is built."""

    conversation_id: str
    cwd: str
    model: str | None = None


@dataclass(frozen=True, slots=True)
class BuildQuestion:
    """A question with what to build a prompt; `problem` and `about` say in words what an answer means.

    `problem` is what is wrong with it, "" for nothing; `remark` is said whatever the answer. `known` returns
    with what a conversation was built last, None where it is not known.
    """

    suggestion: BuildAnswer
    problem: Callable[[BuildAnswer], str]
    about: Callable[[BuildAnswer], str]
    remark: str = ""
    known: Callable[[str], BuildAnswer | None] = lambda _conversation_id: None

    def question(self) -> Question[BuildAnswer | None]:
        """Return how it is asked, starting with what is suggested."""
        first = self.suggestion
        fields = (
            line("conversation_id", "Conversation", first.conversation_id, "its id"),
            line("cwd", "Working folder", first.cwd, "an absolute path"),
            line("model", "Model", first.model or "", "none"),
        )
        focus = "cwd" if first.conversation_id else ""
        typed = Typed(fields, self._read, self._fill, _add_button, first=focus)
        return Question(_TITLE, _SENTENCE, (CANCEL, Button(_TITLE, None, is_primary=True)), typed)

    def _read(self, values: Values) -> Read[BuildAnswer | None]:
        answer = BuildAnswer(values["conversation_id"], values["cwd"], values["model"].strip() or None)
        is_whole = bool(answer.conversation_id and answer.cwd)
        problem = self.problem(answer) if is_whole else ""
        remarks = self.remark, "" if problem else self.about(answer)
        return Read(answer if is_whole else None, problem, "\n".join(filter(None, remarks)))

    def _fill(self, before: Values, now: Values) -> Values:
        """Fill in with what a known conversation was built last, but over nothing that was typed."""
        if before["conversation_id"] == now["conversation_id"]:
            return {}
        old, new = (self.known(one["conversation_id"]) or self.suggestion for one in (before, now))
        filled = {"cwd": (old.cwd, new.cwd), "model": (old.model or "", new.model or "")}
        return {key: new_text for key, (old_text, new_text) in filled.items() if now[key] == old_text}


def _add_button(form: Form) -> None:
    """Add the button that chooses the folder."""
    field = form.cell("cwd").widget
    assert isinstance(field, QLineEdit)

    def choose() -> None:
        chosen = QFileDialog.getExistingDirectory(form, "Working folder", field.text() or str(Path.home()))
        if chosen:
            field.setText(chosen)

    button = QPushButton("Choose…", form)
    button.setAutoDefault(False)
    button.setAccessibleName("Choose the working folder")
    button.clicked.connect(choose)
    form.cell("cwd").row.addWidget(button)
