"""Chat messages: Markdown without variables, below a header that is not sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time
from pathlib import Path

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.chats import MessageText, folder_problems, is_chat_folder, problems_of, read_chat, read_text
from editor_app.text import Diagnostic


def content_of(analysis: Analysis) -> MessageText | None:
    """Return what the message says; None where its text was not read."""
    return analysis.content if isinstance(analysis.content, MessageText) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    message = read_text(text.source)
    now = None if reading.today is None else datetime.combine(reading.today, time(), UTC)
    return replace(text, diagnostics=problems_of(message, now), content=message)


def _sent_from(analysis: Analysis) -> int:
    message = content_of(analysis)
    return message.parts.content.start if message is not None else 0


def _name_problems(folder: Path, names: Sequence[str]) -> Mapping[str, Diagnostic]:
    return {problem.path.name: problem.diagnostic for problem in folder_problems(folder, names)}


def _folder_problem(folder: Path) -> Diagnostic | None:
    """Return the problem of a chat's folder without messages."""
    own = (problem.diagnostic for problem in read_chat(folder).problems if problem.path == folder)
    return next(own, None) if is_chat_folder(folder) else None


ROW = KindRow(
    read=_read,
    is_markdown=True,
    sent_from=_sent_from,
    unsent_head="header",
    name_problems=_name_problems,
    folder_problem=_folder_problem,
)
