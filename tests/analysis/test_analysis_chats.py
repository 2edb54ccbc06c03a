"""Chats in a library: listed once by their folders, checked with it; and what a model gets of a message."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.explanation import explain_at
from editor_app.analysis.library_facts.check import check_file, files_to_check
from editor_app.analysis.library_facts.index import LibraryIndex, first_message, index_library
from editor_app.analysis.model_text import render
from editor_app.analysis.rendered_file import render_file
from editor_app.analysis.trials import Trial
from editor_app.chats.chat import read_message
from editor_app.library.folders import open_library
from editor_app.library.kinds import Kind, container_of, kind_named, kind_names
from editor_app.variables.catalog import TEMPLATE_CATALOG

NOW = datetime(2026, 3, 4, 12, 30, 5, tzinfo=UTC)
MESSAGE = "; role: user\n\n\nHi"


def write(root: Path, *names: str, text: str = MESSAGE) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def index_of(root: Path) -> LibraryIndex:
    return index_library(open_library(root)[0])


def problems_in(root: Path) -> dict[str, list[str]]:
    library = open_library(root)[0]
    files = files_to_check(library, index_library(library).files)
    checked = [(file, check_file(file, TEMPLATE_CATALOG, NOW)) for file in files]
    return {
        file.relative: [one.code for one in found.diagnostics if one.severity != "information"]
        for file, found in checked
    }


def test_a_chat_is_listed_once_with_its_messages_in_order(tmp_path: Path):
    write(tmp_path, *(f"chats/talk/{name}.md" for name in ("10", "2", "1")), "team/a/3.md", "notes/x.md")
    write(tmp_path, "chats/talk/readme.md", text="# about it")
    (tmp_path / "chats" / "empty").mkdir()
    (tmp_path / "chats" / "2026" / "inner").mkdir(parents=True)
    index = index_of(tmp_path)
    assert {chat.relative: [file.path.name for file in chat.messages] for chat in index.chats} == {
        "chats/empty": [],
        "chats/talk": ["1.md", "2.md", "10.md"],
        "team/a": ["3.md"],
    }
    assert {chat.kind for chat in index.chats} == {Kind.CHAT}
    assert [file.relative for file in index.others] == ["chats/talk/readme.md", "notes/x.md"]
    assert {"chats/talk/10.md", "chats/talk/2.md"} <= {file.relative for file in index.files}
    talk = tmp_path / "chats" / "talk"
    assert index.chat_at(talk).name == "talk"
    assert first_message(index, talk) == talk / "1.md"
    assert first_message(index, tmp_path / "chats" / "empty") is None
    assert index.chat_at(tmp_path / "notes") is None
    assert first_message(index, tmp_path / "notes") is None


def test_a_library_that_is_a_chat_itself(tmp_path: Path):
    write(tmp_path, "1.md", "2.md")
    [chat] = index_of(tmp_path).chats
    assert (chat.folder, chat.relative, len(chat.messages)) == (tmp_path, ".", 2)


def test_what_is_wrong_with_a_folder_is_found_with_the_whole_library(tmp_path: Path):
    write(tmp_path, "chats/talk/1.md", "chats/talk/01.md", "team/a/1.md", "team/a/01.md", "notes/x.md")
    write(tmp_path, "chats/papers/notes.md", text="no message")
    (tmp_path / "chats" / "empty").mkdir()
    (tmp_path / "chats" / "2026" / "inner").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    assert problems_in(tmp_path) == {
        "chats/empty": ["no-messages"],
        "chats/papers": ["no-messages"],
        "chats/papers/notes.md": [],
        "chats/talk/01.md": [],
        "chats/talk/1.md": ["duplicate-number"],
        "notes/x.md": [],
        "team/a/01.md": [],
        "team/a/1.md": ["duplicate-number"],
    }


def test_no_file_is_a_chat(tmp_path: Path):
    assert kind_named("chat") is Kind.CHAT
    assert "chat" not in kind_names()
    write(tmp_path, "chats/talk/1.md")
    (tmp_path / "foreword.toml").write_text('[kinds]\n"*.txt" = "chat"\n"*.rst" = "document"\n')
    library, problems = open_library(tmp_path)
    [problem] = problems
    said = "‘chat’ is a kind of folder; the files in one are of kind ‘message’."
    assert (problem.code, problem.message) == ("config-value", f"{said} It is not used.")
    assert [rule.pattern for rule in library.config.kinds] == ["*.rst"]
    with pytest.raises(ValueError, match="is a kind of folder"):
        render_file(tmp_path / "chats" / "talk" / "1.md", kind="chat")


@pytest.mark.parametrize(
    ("kind", "path", "folder"),
    [
        (Kind.MESSAGE, "chats/a/1.md", "chats/a"),
        (Kind.MESSAGE, "anywhere/007.MD", "anywhere"),
        (Kind.MESSAGE, "notes/x.md", None),
        (Kind.MESSAGE, "notes/1.txt", None),
        (Kind.DOCUMENT, "chats/a/1.md", None),
    ],
)
def test_a_message_is_in_a_chat_if_it_has_a_number(kind: Kind, path: str, folder: str | None):
    assert container_of(kind, Path(path)) == (Path(folder) if folder is not None else None)


TEXTS = st.text(st.sampled_from("ab\n\\` {}[]é"), max_size=40)


@given(TEXTS)
def test_a_model_gets_the_content_and_each_character_says_where_it_stands(raw: str):
    source = f"; role: user\n\n\n{raw}"
    made = render(analyse(source, Kind.MESSAGE, "1.md"), Trial())
    assert made is not None
    assert made.text == read_message(source.encode()).sent_content
    for at, character in enumerate(made.text):
        place = made.source_map.source_at(at)
        assert source[place] == character
        assert made.output_of(place) == at
        assert explain_at(made, at).why == "text"
    assert made.output_of(3) is None, "the header is not sent"


def test_a_file_of_a_chat_renders_as_it_is_sent(tmp_path: Path):
    write(tmp_path, "1.md", text="; role: user\n\n\n\n\\```py\n{{a}} [b:c]\n\\```\n\n")
    made = render_file(tmp_path / "1.md")
    assert made.text == "```py\n{{a}} [b:c]\n```"
    assert made.explain_at(6).place == (6, 1)
    write(tmp_path, "2.md", text="no header")
    assert render_file(tmp_path / "2.md", kind="message").text is None


def test_fixes_write_the_time_now():
    source = "; Created-at: soon\n; role: user\n\n\nHi"
    found = [
        fix.edits[0].text
        for one in analyse(source, Kind.MESSAGE, "1.md", now=NOW).diagnostics
        for fix in one.fixes
        if fix.title == "Set it to now"
    ]
    assert found == ["2026-03-04T12:30:05.000Z"]
    undated = analyse("", Kind.SYSTEM_MESSAGE, "a.yaml", now=NOW.replace(hour=23)).diagnostics
    texts = [edit.text for one in undated for fix in one.fixes for edit in fix.edits]
    assert any("2026-03-04T00:00:00Z" in text for text in texts)
