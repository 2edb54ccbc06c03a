"""`foreword import`: a body of another program becomes a folder of message files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from editor_app.requests.building import build_request
from editor_app.requests.importing import import_chat

CHAT = [
    ("user", "\nRun `a`:\n\n```sh\na\n```\n\n\n\nPlease."),
    ("assistant", "No.  "),
    ("system", "Be kind."),
]


def test_a_body_becomes_files_that_give_the_same_request(foreword, here):
    body = build_request("anthropic", CHAT, system="Help.", model="claude-opus-4-8")
    (here / "body.json").write_text(json.dumps(body))
    ran = foreword("import", "body.json", "--as", "chat", "--out", "chats/talk")
    assert (ran.code, ran.text.splitlines()) == (0, [f"chats/talk/{number}.md" for number in range(1, 5)])
    assert "foreword: warning: The cache mark is not kept" in ran.err
    assert (here / "chats/talk/1.md").read_text() == "; role: system\n\n\nHelp.\n"
    made = foreword(
        "request", "chats/talk", "--provider", "anthropic", "--model", "claude-opus-4-8", "--cache", "off"
    )
    del body["system"][0]["cache_control"]
    assert json.loads(made.out) == body
    again = foreword("import", "body.json", "--as", "chat", "--out", "chats/talk")
    assert (again.code, "has files already" in again.err) == (2, True)


def test_json_lists_files_losses_and_where_a_key_stands(foreword, here):
    key = "sk-ant-api03-" + "a1" * 20
    body = {"model": "m", "messages": [{"role": "user", "content": f"My key is {key}"}]}
    ran = foreword("import", "-", "--as", "chat", "--out", "new", "--json", stdin=json.dumps(body).encode())
    document = json.loads(ran.out)
    assert (ran.code, document["format"], document["written"]) == (0, 1, [str(here / "new" / "1.md")])
    assert document["losses"][0]["message"].startswith("‘model’ does not belong to a chat")
    assert document["warnings"][0]["place"] == "messages[0].content"
    assert key[:20] not in ran.text + ran.err
    assert key in (here / "new" / "1.md").read_text()


def test_a_chat_outside_of_the_library_that_is_named_is_printed_in_full(foreword, here, library):
    body = b'[{"role": "user", "content": "\\n\\nfoo\\n"}]'
    for out, printed in [("chats/zz", here / "chats/zz/1.md"), ("prompts/chats/zz", "prompts/chats/zz/1.md")]:
        arguments = ("--as", "chat", "--out", out, "--library", "prompts")
        ran = foreword("import", "-", *arguments, stdin=body)
        assert (ran.code, ran.text) == (0, f"{printed}\n")
        assert ran.err == "foreword: warning: The newlines at the ends of messages[0] are not sent.\n"


def test_what_cannot_be_imported_is_said_and_nothing_is_written(foreword, here):
    file = here / "body.json"
    for text, code, said in [
        ("{", 1, "body.json"),
        ("[" * 10_000, 1, "levels deep"),
        ('{"messages": []}', 2, "no message with a text"),
        (json.dumps([{"role": "user", "content": "Hi"}] * 10_001), 2, "10,001 messages"),
    ]:
        file.write_text(text)
        ran = foreword("import", file, "--as", "chat", "--out", "new")
        assert (ran.code, ran.out) == (code, b"")
        assert said in ran.err
    for arguments, said in [
        (("--out", "new"), "needs ‘--as’"),
        (("--as", "poem", "--out", "new"), "‘poem’ is not a value of ‘--as’"),
        (("--as", "chat"), "needs ‘--out DIR’"),
    ]:
        ran = foreword("import", file, *arguments)
        assert (ran.code, said in ran.err) == (2, True)
    assert not (here / "new").exists()


@pytest.fixture
def bytes_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the length of each piece that is read of a file."""
    read, pieces = os.read, []

    def counted(descriptor: int, size: int) -> bytes:
        piece = read(descriptor, size)
        pieces.append(len(piece))
        return piece

    monkeypatch.setattr(os, "read", counted)
    return pieces


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (("import", "--as", "chat", "--out", "new"), "64 MB"),
        (("import", "--as", "scenario", "--out", "new.yaml"), "256 MB"),
        (("request",), "64 MB"),
    ],
    ids=["chat", "scenario", "request"],
)
def test_a_body_that_is_far_too_large_is_refused_by_its_size(foreword, here, bytes_read, arguments, most):
    file = here / "body.json"
    with file.open("wb") as opened:
        opened.truncate(100_000_000 if most == "64 MB" else 300_000_000)  # no disk space is taken
    ran = foreword(*arguments, "body.json")
    said = f"foreword: ‘body.json’ is larger than {most}, more than can be opened here.\n"
    assert (ran.code, ran.out, ran.err) == (2, b"", said)
    assert sum(bytes_read) < 1_000_000
    assert not (here / "new").exists()
    file.write_text(json.dumps([{"role": "user", "content": "x" * 2_000_000}]))
    assert foreword(*arguments, "body.json").code == (1 if arguments == ("request",) else 0)
    assert sum(bytes_read) > 2_000_000, "the control: what is read is seen"


def test_a_body_with_far_too_many_messages_is_refused_before_they_are_looked_at(foreword, here, monkeypatch):
    looked_at = []
    command = "editor_app.cli.commands.importing.import_chat"
    monkeypatch.setattr(command, lambda body: looked_at.append(len(body)) or import_chat(body))
    arguments = ("import", "body.json", "--as", "chat", "--out", "new")
    for count, calls in ((100_001, []), (10_001, [10_001])):
        (here / "body.json").write_text(json.dumps([{"role": "user", "content": "Hi"}] * count))
        ran = foreword(*arguments)
        assert (ran.code, looked_at) == (2, calls)
        assert f"‘body.json’ has {count:,} messages; the most for a chat is 10,000" in ran.err
    results = [{"role": "tool", "tool_call_id": "a", "content": "R"}] * 10_001
    (here / "body.json").write_text(json.dumps([{"role": "user", "content": "Hi"}, *results]))
    assert foreword(*arguments).code == 0, "what becomes no message does not count"


TRANSCRIPT = b"""\
{"type": "summary"}
{"role": "user", "content": "Read it"}
{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": "{}"}}]}
{"role": "tool", "tool_call_id": "a", "content": "The text.\\n<system-reminder>x</system-reminder>"}
{"role": "user", "content": "<system-reminder>Hurry</system-reminder>"}
{"role": "assistant", "content": "Done"}
"""


def test_a_transcript_becomes_a_scenario_that_plays(foreword, here: Path):
    (here / "t.jsonl").write_bytes(TRANSCRIPT)
    ran = foreword("import", "t.jsonl", "--as", "scenario", "--out", "runs/a.yaml")
    assert (ran.code, ran.text) == (0, "runs/a.yaml\n")
    assert ran.err.splitlines() == [
        "foreword: warning: Line 1: it is of type ‘summary’, not a message, and is left out.",
        "foreword: warning: Line 5: it holds a message that the program had added.",
    ]
    played = foreword("run", "runs/a.yaml")
    assert played.code == 0
    assert "Ended: finished" in played.text
    again = foreword("import", "t.jsonl", "--as", "scenario", "--out", "runs/a.yaml")
    assert (again.code, again.err) == (2, "foreword: ‘runs/a.yaml’ exists already. Name a new file.\n")


def test_a_large_transcript_has_its_steps_beside(foreword, here: Path):
    line = b'{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "n"}}]}\n'
    answer = b'{"role": "tool", "tool_call_id": "a", "content": "' + b"x" * 500 + b'"}\n'
    source = b'{"role": "user", "content": "Go"}\n' + (line + answer) * 300
    ran = foreword("import", "-", "--as", "scenario", "--out", "runs/big.yaml", "--json", stdin=source)
    document = json.loads(ran.out)
    assert document["written"] == [str(here / "runs/big.yaml"), str(here / "runs/big.steps.jsonl")]
    assert (document["steps"], document["losses"], document["marked"]) == (300, [], [])
    assert (here / "runs/big.yaml").read_text() == (
        "format: 1\nmax_steps: 301\nsteps: {file: big.steps.jsonl}\n"
    )
    assert foreword("check", "runs").out == b""
    assert "300 steps" in foreword("run", "runs/big.yaml").text


@pytest.mark.parametrize(
    ("source", "out", "said"),
    [
        (b"", "runs/a.yaml", "has no message to play."),
        (b"garbage", "runs/a.yaml", "has no message to play. Line 1: it can’t be read as JSON"),
        (b"\xff", "runs/a.yaml", "is not UTF-8 from byte 0 on."),
        (TRANSCRIPT, "runs/a.txt", "A scenario’s name ends with ‘.yaml’, and ‘a.txt’ does not."),
    ],
)
def test_what_is_no_transcript_makes_no_file(foreword, here: Path, source: bytes, out: str, said: str):
    (here / "t.jsonl").write_bytes(source)
    ran = foreword("import", "t.jsonl", "--as", "scenario", "--out", out)
    assert (ran.code, ran.out) == (2, b"")
    assert said in ran.err
    assert not (here / "runs").exists()
