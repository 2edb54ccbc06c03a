"""Which page of the manual is about what has the focus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from editor_app.window.documents.open_file import OpenFile

FIRST_PAGE: Final = "index"
TOPICS: Final[Mapping[str, str]] = {
    # panels that are about something else than the kind of the file in front
    "library": "libraries-and-files",
    "values": "cases",
    "history": "history-and-recovery",
    "request": "requests",
    "run-request": "requests",
    "conversation": "conversations",
    "conversations": "conversations",
    # questions, and windows beside the main one
    "SaveQuestion": "history-and-recovery",
    "Conflict": "history-and-recovery",
    "RecoveredText": "history-and-recovery",
    "KeyQuestion": "requests",
    "SendQuestion": "requests",
    "BuildQuestion": "conversations",
    "Notes": "chats",
    "Shortcuts": "settings-and-shortcuts",
    "About": "install-and-update",
    "Changelog": "install-and-update",
    "ServerDialog": "http-api",
}
"""The page for the key of a dock's page, and for the class of a question."""


def page_about(panel: str, file: OpenFile | None, question: str = "") -> str:
    """Return the page for a question, for the panel it is asked over, or for the file in front, if any."""
    about_file = file.kind.manual_page if file is not None else FIRST_PAGE
    return TOPICS.get(question) or TOPICS.get(panel) or about_file
