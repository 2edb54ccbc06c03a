"""Who asks the user's questions: a window, or nobody.

    dialogs = WindowDialogs(window, show_help)
    path = dialogs.choose_file("Open file", folder, "Prompts (*.md)")

Files and folders are asked for by the dialogs of the system.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Never, TypeVar

from PySide6.QtWidgets import QFileDialog, QWidget

from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.kit.dialogs.question import Asked

_Answer = TypeVar("_Answer")


class WindowDialogs:
    """Asks with modal dialogs over a window."""

    def __init__(self, parent: QWidget, show_help: Callable[[str, QWidget], object]) -> None:
        """Open dialogs over `parent`; `show_help` gets the class of a question and its dialog on F1."""
        self._parent = parent
        self._show_help = show_help

    def ask(self, asked: Asked[_Answer]) -> _Answer:
        """Show a question, wait, and return the answer; nothing that was typed is kept."""
        dialog = QuestionDialog(asked.question(), self._parent)
        dialog.help_requested.connect(lambda: self._show_help(type(asked).__name__, dialog))
        dialog.exec()
        dialog.deleteLater()
        answer: _Answer = dialog.answer
        return answer

    def choose_folder(self, title: str, start: Path) -> Path | None:
        """Ask for a folder."""
        return _path(QFileDialog.getExistingDirectory(self._parent, title, str(start)))

    def choose_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask for a file to open."""
        return _path(QFileDialog.getOpenFileName(self._parent, title, str(start), patterns)[0])

    def choose_new_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask where to save a file."""
        return _path(QFileDialog.getSaveFileName(self._parent, title, str(start), patterns)[0])


class NoDialogs:
    """Raises `LookupError` at each question: nobody is there to answer."""

    def ask(self, *question: object) -> Never:
        """Raise the error."""
        raise LookupError(f"The window asks {question}, and no answer to it is given.")

    choose_folder = choose_file = choose_new_file = ask


def _path(chosen: str) -> Path | None:
    return Path(chosen) if chosen else None
