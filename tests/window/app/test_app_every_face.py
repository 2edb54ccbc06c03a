"""Every face names what stayed blank for want of trust or of an allowed file, and nothing else."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from named_cases import in_case
from running_server import RunningServer, running_server

from editor_app.cli import main
from editor_app.conversations.service import open_service

TAGS = ("file:AGENTS.md", "git:branch", "file:../voice.md", "file:.env")
BLANK = {
    "restricted": dict.fromkeys(TAGS, "not-trusted"),
    "trusted": {"file:../voice.md": "needs-grant", "file:.env": "needs-grant"},
}
Say = Callable[..., str]
Documents = dict[str, dict[str, Any]]


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


@pytest.fixture
def say(capsysbinary, monkeypatch: pytest.MonkeyPatch, root: Path) -> Say:
    """Return a function that runs a command and gives what it prints, on standard error without JSON."""
    monkeypatch.chdir(root.parent)

    def run(state: str, *words: str) -> str:
        is_asked = state == "trusted" and words[:2] != ("conversation", "get")
        capsysbinary.readouterr()
        assert main([*words, *(["--trust"] if is_asked else [])]) == 0
        out, err = capsysbinary.readouterr()
        return (out if "--json" in words else err).decode()

    return run


def named_in(text: str) -> set[str]:
    return {tag for tag in TAGS if f"[{tag}]" in text}


def causes_of(document: dict[str, Any]) -> dict[str, str]:
    return {one["tag"].strip("[]"): one["cause"] for one in document["blank"]}


def asked(server: RunningServer, path: str, **body: object) -> dict[str, Any]:
    data = json.dumps(body).encode()
    headers = {"Content_Type": "application/json", "Content_Length": str(len(data))}
    answer = server.ask(f"/conversations/{path}", data, method="POST" if body else "GET", **headers)
    assert answer.status == 200, answer.body
    return json.loads(answer.body)


def said_in_words(say: Say, name: str, file: str) -> dict[str, str]:
    """Return what the commands say that print for people, about the conversation of a name too."""
    return {
        "render": say("render", file),
        "export": say("export", file, "--out", f"out-{name}", "--format", "text"),
        "preview": say("conversation", "preview", name),
        "construct": say("conversation", "construct", name),
        "once": say("conversation", "construct", name, "--once"),
        "get": say("conversation", "get", name),
        "compact": say("conversation", "compact", name),
        "render --json": "\n".join(json.loads(say("render", file, "--json"))["warnings"]),
    }


def said_in_json(say: Say, server: RunningServer, name: str, file: str, cwd: str) -> Documents:
    """Return what the commands and the server say to programs."""
    return {
        "explain --json": json.loads(say("explain", file, "--json")),
        **{
            f"{action} --json": json.loads(say("conversation", action, name, "--json"))
            for action in ("preview", "construct", "get", "compact")
        },
        "API construct": asked(server, f"{name}-api/construct", cwd=cwd),
        "API preview": asked(server, f"{name}-api/preview", cwd=cwd),
        "API compact": asked(server, f"{name}-api/compact", cwd=cwd),
        "API get": asked(server, f"{name}-api"),
    }


def see_in_window(bench, state: str) -> None:
    bench.resolve()
    bench.settle()
    rows = [row for row in bench.panels.preview.blank.rows if not row.left_out]
    assert {row.tag.strip("[]") for row in rows} == set(BLANK[state])
    assert all(row.link for row in rows), "each says what helps"
    assert ("Restricted" in bench.bar) is (state == "restricted")


def test_every_face_names_what_stayed_blank(say: Say, own_home: Path, root: Path, open_bench) -> None:
    file, cwd = "prompts/system-prompt.tmpl", str(root.parent)
    for state, expected in BLANK.items():
        with in_case(state):
            said = said_in_words(partial(say, state), state, file)
            named = {face: named_in(text) for face, text in said.items()}
            assert named == {face: set(expected) for face in said}
            service = open_service(root, trusted=True if state == "trusted" else None)
            with running_server(root, own_home, *(["--trust"] if state == "trusted" else [])) as server:
                documents = said_in_json(partial(say, state), server, state, file, cwd)
            causes = {face: causes_of(document) for face, document in documents.items()}
            causes["Python"] = {one.tag.strip("[]"): one.cause for one in service.build("py", cwd).blank}
            assert causes == dict.fromkeys(causes, expected)

    bench = open_bench(root, "system-prompt.tmpl", real=True, trusted=False, folder=root.parent)
    see_in_window(bench, "restricted")
    bench.workbench.trust.trust_here(root.parent)
    see_in_window(bench, "trusted")
