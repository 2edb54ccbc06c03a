"""Chats: folders of message files, which have problems of their own by the names in them."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.analysis import FolderProblems, KindRow
from editor_app.analysis.new_files import NewFile, new_text
from editor_app.chats.chat import folder_problems, is_chat_folder, read_chat
from editor_app.chats.reading import new_source
from editor_app.text import Diagnostic


def _folder_problem(folder: Path) -> Diagnostic | None:
    """Return the problem of a chat's folder without messages."""
    own = (problem.diagnostic for problem in read_chat(folder).problems if problem.path == folder)
    return next(own, None) if is_chat_folder(folder) else None


ROW = KindRow(
    folder=FolderProblems(
        lambda folder, names: {
            problem.path.name: problem.diagnostic for problem in folder_problems(folder, names)
        },
        _folder_problem,
    ),
    new=NewFile(lambda _name, _now: new_text(new_source("user", "", {}), "", "")),
)
