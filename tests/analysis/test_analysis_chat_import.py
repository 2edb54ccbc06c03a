"""Bodies as message files: what is written gives the same messages back."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.chat_requests.importing import (
    message_files,
    read_body_bytes,
    why_not_imported,
    write_imported,
)
from editor_app.chats.chat import read_message
from editor_app.library.files.operations import undo_file_change
from editor_app.library.files.reading import FileError
from editor_app.requests.building import build_request
from editor_app.requests.importing import import_chat
from editor_app.requests.parts import Provider
from editor_app.text import to_engine_text

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    ["```py\na\n```", "\\`", "\n\n\nx\n\n", "; role: user\n\n\n", "; a: b", " "]
)
MESSAGES = st.lists(st.tuples(st.sampled_from(["user", "assistant"]), TEXTS), min_size=1, max_size=5)


@given(MESSAGES, TEXTS, st.sampled_from(list(Provider)))
def test_the_files_of_a_body_hold_its_messages(messages, system, provider):
    body = build_request(provider, messages, system=system)
    read = read_body_bytes(json.dumps(body).encode())
    assert (read.body, read.why_none) == (body, "")
    chat = import_chat(read.body)
    assert why_not_imported(chat, "It") == ""
    files = [read_message(data, now=NOW) for data in message_files(chat).values()]
    expected = [("system", system)] * bool(system) + messages
    assert [(one.role, one.sent_content) for one in files] == [
        (role, to_engine_text(text).strip("\n")) for role, text in expected
    ]
    assert not any(one.has_errors for one in files)


def test_a_chat_is_written_into_a_new_or_empty_folder_only_and_taken_back_whole(tmp_path):
    chat = import_chat([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}])
    state = tmp_path / "state"
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder in (empty, tmp_path / "chats" / "new"):
        change = write_imported(chat, folder, state_dir=state, now=NOW)
        assert change.appeared == (folder / "1.md", folder / "2.md")
        assert (folder / "2.md").read_bytes() == b"; role: assistant\n\n\nHo\n"
        with pytest.raises(FileError, match="has files already"):
            write_imported(chat, folder, state_dir=state, now=NOW)
        undo_file_change(change, now=NOW)
        assert not folder.exists() or list(folder.iterdir()) == []
    assert not (tmp_path / "chats").exists()
