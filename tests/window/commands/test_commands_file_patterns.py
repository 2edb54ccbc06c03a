"""The filters of the dialogs that open and save files."""

from __future__ import annotations

import re

from editor_app.library.kinds import all_kinds
from editor_app.window.commands.files import file_patterns
from editor_app.window.kit.dialogs.file_filters import (
    ALL_FILES,
    JSON_FILES,
    MARKDOWN_FILES,
    file_filters,
)


def test_the_dialog_lists_all_kinds_first_and_each_by_its_heading() -> None:
    first, *others, last = file_patterns().split(";;")
    assert last == "All files (*)"
    every = {f"*{suffix}" for kind in all_kinds() for suffix in kind.recognition.suffixes}
    assert first.startswith("All kinds (")
    assert set(re.findall(r"\*\.\w+", first)) == every >= {"*.md", "*.tmpl", "*.yaml", "*.json", "*.jsonl"}
    headings = [one.partition(" (")[0] for one in others]
    assert headings == ["Prompts", "Documents", "Template", "System messages", "Runs", "Chats"]
    assert "System messages (*.yaml *.yml *.json)" in others


def test_dialogs_for_some_sorts_name_these_and_only_where_wanted_all_files() -> None:
    assert file_filters(MARKDOWN_FILES, JSON_FILES) == "Markdown (*.md);;JSON (*.json)"
    assert file_filters(JSON_FILES, ALL_FILES) == "JSON (*.json);;All files (*)"
