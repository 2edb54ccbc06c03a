"""The sorts of files that the dialogs of files offer."""

from __future__ import annotations

from typing import Final

from editor_app.text import Sentence

JSON_FILES: Final = Sentence("window-kit.json-files"), "*.json"
MARKDOWN_FILES: Final = Sentence("window-kit.markdown-files"), "*.md"
ALL_FILES: Final = Sentence("window-kit.all-files"), "*"


def file_filters(*filters: tuple[str, str]) -> str:
    """Return the filters of a file dialog, each a name and the patterns of its files."""
    return ";;".join(f"{name} ({patterns})" for name, patterns in filters)
