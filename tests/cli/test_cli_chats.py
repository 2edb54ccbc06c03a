"""Chats on the command line: what `check` and `list` say of messages and of the folders they are in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


@pytest.fixture
def chat(library: Path) -> Path:
    folder = library / "chats" / "talk"
    folder.mkdir(parents=True)
    (folder / "1.md").write_text("; role: user\n\n\nHello\n")
    return folder


def test_every_fault_of_a_chat_is_said_at_its_place(foreword, library: Path, chat: Path):
    (chat / "01.md").write_text("; role: user\n\n\nthe same number\n")
    (chat / "2.md").write_text("No header at all.\n")
    (chat / "4.md").write_text("; Version: 1.0.0\r\n; role: assisant\r\n\r\n\r\nx\r\n", newline="")
    (chat / "5.md").write_text("; role: user\n\nx\n")
    (chat / "6.md").write_bytes(b"; role: user\n\n\n" + b"x" * 5_000_000)
    (chat / "notes.md").write_text("no message\n")
    os.mkfifo(chat / "3.md")
    ran = foreword("check", chat, "--json")
    assert ran.code == 1
    problems = json.loads(ran.out)["problems"]
    assert json.loads(ran.out)["files"] == 8
    found = {
        (Path(one["filePath"]).name, one["code"], one.get("line"))
        for one in problems
        if one["severity"] == "error"
    }
    assert found == {
        ("1.md", "duplicate-number", 1),
        ("2.md", "no-role", 1),
        ("3.md", "unreadable-file", None),
        ("4.md", "unknown-role", 2),
        ("5.md", "no-separator", 1),
        ("6.md", "large-message", 1),
    }
    [role] = [one for one in problems if one["code"] == "unknown-role"]
    assert "‘assistant’" in role["message"]
    whole = json.loads(foreword("check", "--json").out)["problems"]
    assert [one for one in whole if "/talk/" in one["filePath"]] == problems
    listed = json.loads(foreword("list", "--json").out)["files"]
    assert [(one["path"], one.get("status")) for one in listed if one["kind"] == "message"] == [
        ("chats/talk/01.md", None),
        ("chats/talk/1.md", "invalid"),
        *((f"chats/talk/{number}.md", None) for number in (2, 3, 4, 5, 6)),
    ]


def test_a_chat_without_messages_and_one_without_faults(foreword, library: Path, chat: Path):
    assert foreword("check", chat, "--strict").code == 0
    (library / "chats" / "empty").mkdir()
    ran = foreword("check", library / "chats" / "empty")
    assert ran.code == 1
    assert ran.text == (
        "prompts/chats/empty: error no-messages ‘empty’ has no messages. "
        "They are files called 1.md, 2.md and so on.\n"
    )
    (library / "elsewhere").mkdir()
    assert foreword("check", library / "elsewhere") == (0, b"", "")
    (library / "messages" / "draft").mkdir(parents=True)
    (library / "messages" / "draft" / "1.md").write_text("x")
    assert "no-role" in foreword("check", library / "messages").text


def test_a_chat_is_listed_once_with_the_number_of_its_messages(foreword, library: Path, chat: Path):
    (chat / "2.md").write_text("; role: assistant\n\n\nHi\n")
    (chat / "02.md").write_text("; role: assistant\n\n\nHi\n")
    (library / "chats" / "empty").mkdir()
    (library / "notes").mkdir()
    (library / "notes" / "x.md").write_text("; role: user\n\n\nalone\n")
    rows = foreword("list").text.splitlines()
    assert [" ".join(row.split()) for row in rows if row.startswith(("chat ", "message "))] == [
        "chat chats/empty 0 messages",
        "chat chats/talk 3 messages, 1 invalid",
        "message notes/x.md",
    ]
    listed = json.loads(foreword("list", "--json").out)
    assert listed["chats"] == [
        {"path": "chats/empty", "name": "empty", "messages": 0},
        {"path": "chats/talk", "name": "talk", "messages": 3},
    ]
    messages = [one["path"] for one in listed["files"] if one["kind"] == "message"]
    assert messages == ["chats/talk/02.md", "chats/talk/1.md", "chats/talk/2.md", "notes/x.md"]


def test_the_whole_library_says_what_is_wrong_with_a_chat_without_messages(
    foreword, library: Path, chat: Path
):
    (library / "chats" / "empty").mkdir()
    whole = json.loads(foreword("check", "--json").out)["problems"]
    alone = json.loads(foreword("check", library / "chats" / "empty", "--json").out)["problems"]
    assert [one for one in whole if one["code"] == "no-messages"] == alone
    assert len(alone) == 1


def test_a_message_renders_as_it_is_sent(foreword, library: Path, chat: Path):
    (chat / "1.md").write_text("; role: user\n\n\n\n\\```\n{{x}}\n\\```\n\n")
    assert foreword("render", chat / "1.md").text == "```\n{{x}}\n```"
    explained = json.loads(foreword("explain", chat / "1.md", "--at", "5", "--json").out)
    assert explained["at"]["line"] == 6
    (chat / "2.md").write_text("no role")
    ran = foreword("render", chat / "2.md")
    assert (ran.code, ran.out) == (1, b"")
    assert "no-role" in ran.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check", "1.md", "--kind", "chat"], "‘chat’ is a kind of folder; the files in one are of kind"),
        (
            ["export", "1.md", "--out", "o", "--format", "openai"],
            "‘1.md’ is a message, and ‘openai’ holds whole chats",
        ),
        (["export", "1.md", "--out", "o", "--format", "json"], "Name the chat’s folder."),
        (["request", ".", "--system", "1.md"], "‘1.md’ is a message. Name a template"),
    ],
)
def test_a_message_is_no_chat_and_no_system_text(
    foreword, chat: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
):
    monkeypatch.chdir(chat)
    ran = foreword(*words)
    assert ran.code == 2
    assert sentence in ran.err
    assert foreword("export", "1.md", "--out", "o", "--format", "text").code == 0
    assert (chat / "o" / "1.txt").read_text() == "Hello"
