"""Folders, files and results of very many items: capped where nobody reads on, with what is left."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import count

import pytest

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
    assert ran.err.startswith("foreword: More problems are not listed: error 2")
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


class _AfterTwoSeconds:
    """An event that is set at the third look."""

    def __init__(self) -> None:
        self.looks = iter((False, False, True))

    def wait(self, seconds: float) -> bool:
        assert seconds == 1
        return next(self.looks)

    def set(self) -> None:
        pass


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run runs/trial.yaml", "Playing:"),
        ("test runs/trial.yaml", "Playing:"),
        ("import talk.jsonl --as scenario --out made.yaml", "Importing:"),
        ("run runs/trial.yaml --strategy all", "Playing:"),
        ("import talk.json --as chat --out made", "Importing:"),
        ("import talk.json --as chat --out made", "Writing:"),
    ],
)
def test_what_cannot_be_counted_says_how_long_it_takes(foreword, here, monkeypatch, words, said):
    (here / "runs").mkdir()
    (here / "runs" / "trial.yaml").write_text("format: 1\nsystem: {text: a}\nsteps: [{user: Hi, text: Ho}]\n")
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]
    (here / "talk.jsonl").write_text("\n".join(map(json.dumps, messages)))
    (here / "talk.json").write_text(json.dumps({"messages": messages}))
    monkeypatch.setattr(streams, "monotonic", count().__next__)
    monkeypatch.setattr(streams, "Event", _AfterTwoSeconds)
    errors = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(errors, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", errors)
    assert foreword(*words.split()).code == 0, errors.buffer.getvalue()
    shown = re.findall(r"\r\x1b\[K([^\r]*)", errors.buffer.getvalue().decode())
    ours = [text for text in shown if text.startswith(said)]
    assert len(ours) == 2, shown
    assert all(re.fullmatch(rf"{said} \d+ s …", text) for text in ours)
    assert shown[-1] == "", "nothing stays"


def test_what_is_printed_meanwhile_takes_the_place_of_how_far_it_is(foreword, here, monkeypatch):
    (here / "defaults").mkdir()
    for name in "ab":
        (here / f"{name}.md").write_text("Hello\n")
        (here / f"{name}.cases.yaml").write_text("cases: {one: {expect: {contains: [Bye]}}}\n")
    monkeypatch.setattr(streams, "monotonic", count().__next__)
    screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", screen)
    assert foreword("test").code == 1
    lines = screen.buffer.getvalue().decode().split("\n")
    assert "Files tested: 1 …\r\x1b[K" in "".join(lines)
    assert not any("…" in line.rpartition("\r\x1b[K")[2] for line in lines)
