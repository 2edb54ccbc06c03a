"""Every face names what stayed blank for want of trust or of an allowed file, and nothing else."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from running_server import RunningServer, running_server

from editor_app.cli import main
from editor_app.conversations import open_service

TAGS = ("file:AGENTS.md", "git:branch", "file:../voice.md", "file:.env")
BLANK = {
    "restricted": dict.fromkeys(TAGS, "not-trusted"),
    "trusted": {"file:../voice.md": "needs-grant", "file:.env": "needs-grant"},
}
Say = Callable[..., str]


@pytest.fixture
def root(root: Path) -> Path:
    """Return a library whose template asks for what needs trust, and for what needs more."""
    folder = root.parent
    (folder / "AGENTS.md").write_text("rules")
    (folder / ".env").write_text("KEY=1")
    (folder.parent / "voice.md").write_text("voice")
    (root / "near.txt").write_text("near")
    lines = [f"[{tag}]" for tag in (*TAGS, "file:prompts/near.txt")]
    (root / "system-prompt.tmpl").write_text("\n".join(lines))
    who = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    for words in (("init", "-q", "-b", "topic"), (*who, "commit", "-q", "--allow-empty", "-m", "Begin")):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return root


@pytest.fixture(params=["restricted", "trusted"])
def state(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def say(capsysbinary, monkeypatch: pytest.MonkeyPatch, root: Path, state: str) -> Say:
    """Return a function that runs a command and gives what it prints, on standard error without JSON."""
    monkeypatch.chdir(root.parent)
    trust = ["--trust"] if state == "trusted" else []

    def run(*words: str) -> str:
        capsysbinary.readouterr()
        assert main([*words, *([] if words[:2] == ("conversation", "get") else trust)]) == 0
        out, err = capsysbinary.readouterr()
        return (out if "--json" in words else err).decode()

    return run


@pytest.fixture
def server(root: Path, own_home: Path, state: str) -> Iterator[RunningServer]:
    with running_server(root, own_home, *(["--trust"] if state == "trusted" else [])) as running:
        yield running


def named_in(text: str) -> set[str]:
    return {tag for tag in TAGS if f"[{tag}]" in text}


def causes_of(document: dict[str, Any]) -> dict[str, str]:
    return {one["tag"].strip("[]"): one["cause"] for one in document["blank"]}


def asked(server: RunningServer, action: str, **body: object) -> dict[str, Any]:
    data = json.dumps(body).encode()
    headers = {"Content_Type": "application/json", "Content_Length": str(len(data))}
    answer = server.ask(f"/conversations/api{action}", data, method="POST" if body else "GET", **headers)
    assert answer.status == 200, answer.body
    return json.loads(answer.body)


def test_every_face_names_what_stayed_blank(
    say: Say, server: RunningServer, root: Path, state: str, open_bench
) -> None:
    expected, file, cwd = BLANK[state], "prompts/system-prompt.tmpl", str(root.parent)
    said = {
        "render": say("render", file),
        "export": say("export", file, "--out", "out", "--format", "text"),
        "preview": say("conversation", "preview", "cli"),
        "construct": say("conversation", "construct", "cli"),
        "once": say("conversation", "construct", "cli", "--once"),
        "get": say("conversation", "get", "cli"),
        "compact": say("conversation", "compact", "cli"),
        "render --json": "\n".join(json.loads(say("render", file, "--json"))["warnings"]),
    }
    assert {face: named_in(text) for face, text in said.items()} == {face: set(expected) for face in said}
    service = open_service(root, trusted=True if state == "trusted" else None)
    documents = {
        "explain --json": json.loads(say("explain", file, "--json")),
        **{
            f"{action} --json": json.loads(say("conversation", action, "cli", "--json"))
            for action in ("preview", "construct", "get", "compact")
        },
        "API construct": asked(server, "/construct", cwd=cwd),
        "API preview": asked(server, "/preview", cwd=cwd),
        "API compact": asked(server, "/compact", cwd=cwd),
        "API get": asked(server, ""),
    }
    causes = {face: causes_of(document) for face, document in documents.items()}
    causes["Python"] = {one.tag.strip("[]"): one.cause for one in service.build("py", cwd).blank}
    assert causes == dict.fromkeys(causes, expected)

    bench = open_bench(root, "system-prompt.tmpl", real=True, trusted=state == "trusted", folder=root.parent)
    bench.resolve()
    bench.settle()
    rows = [row for row in bench.panels.preview.blank.rows if not row.left_out]
    assert {row.tag.strip("[]") for row in rows} == set(expected)
    assert all(row.link for row in rows), "each says what helps"
    assert ("Restricted" in bench.bar) is (state == "restricted")
