"""Folders, files and results of very many items: capped where nobody reads on, with what is left."""

from __future__ import annotations

import io
import json
import sys

from editor_app.cli import streams


def _write_messages(folder, number):
    folder.mkdir(parents=True)
    for n in range(1, number + 1):
        (folder / f"{n}.md").write_text("; role: nobody\n\n\nHi\n", encoding="utf-8")


def test_of_very_many_problems_the_first_are_listed_and_the_others_counted(foreword, here):
    _write_messages(here / "chats" / "huge", 1003)
    (here / "chats" / "huge" / "2.md").write_text("; role: user\n; Version: x\n\n\nHi\n", encoding="utf-8")
    ran = foreword("check", "chats")
    assert ran.code == 1
    lines = ran.text.splitlines()
    assert sum(": error " in line for line in lines) == 1000
    assert any(": warning " in line for line in lines), "those of another severity stay"
    assert ran.err.startswith("foreword: Not listed are more problems: error 2")
    document = json.loads(foreword("check", "--json", "chats").text)
    assert (document["files"], document["leftOut"]["error"]) == (1003, 2)
    assert "leftOut" not in json.loads(foreword("check", "--json", "chats/huge/1.md").text)


def test_what_takes_long_says_how_far_it_is_on_a_terminal_alone(foreword, here, monkeypatch):
    _write_messages(here / "chats" / "long", 3)
    monkeypatch.setattr(streams, "monotonic", iter(range(100)).__next__)
    shown = "".join(f"\r\x1b[K{text}" for text in (*(f"Files checked: {n} …" for n in (1, 2, 3)), ""))
    for is_terminal, said in ((False, ""), (True, shown)):
        errors = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(errors, "isatty", lambda answer=is_terminal: answer, raising=False)
        monkeypatch.setattr(sys, "stderr", errors)
        assert foreword("check", "chats").code == 1
        assert errors.buffer.getvalue().decode() == said
