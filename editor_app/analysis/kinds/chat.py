"""Chats: folders of message files, which have problems of their own by the names in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from editor_app.analysis.analysis import Analysis, FolderProblems, KindRow, Reading, ReadWith
from editor_app.chats.chat import folder_problems, is_chat_folder, read_chat
from editor_app.text import Diagnostic


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    """Return a text as it is: a chat is a folder, and has none."""
    del reading
    return text


def _name_problems(folder: Path, names: Sequence[str]) -> Mapping[str, Diagnostic]:
    return {problem.path.name: problem.diagnostic for problem in folder_problems(folder, names)}


def _folder_problem(folder: Path) -> Diagnostic | None:
    """Return the problem of a chat's folder without messages."""
    own = (problem.diagnostic for problem in read_chat(folder).problems if problem.path == folder)
    return next(own, None) if is_chat_folder(folder) else None


ROW = KindRow(Reading(_read), folder=FolderProblems(_name_problems, _folder_problem))
