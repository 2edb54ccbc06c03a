"""The API of a real `foreword serve`: a conversation and its template, by httpx."""

from __future__ import annotations

import json
import os
from contextlib import chdir
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from asking import Reply, check_as_described
from running_server import RunningServer, home_environment, running_server

from editor_app.cli import main
from editor_app.library.files.unsaved_marks import hold_unsaved_mark


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    (folder / "defaults").mkdir(parents=True)
    (folder / "note.md").write_text("the words of a note")
    (folder / "hello.md").write_text(
        "---\nname: hello\nversion: 1.0.0\ndescription: Hello\nmax_tokens: 9\n"
        "variables: [{name: who, description: Who, required: true}]\n---\nHello {{who}}\n"
    )
    return folder


@pytest.fixture
def server(library: Path, tmp_path: Path):
    with running_server(library, tmp_path / "home") as running:
        yield running


def _checked(response: httpx.Response) -> httpx.Response:
    request = response.request
    reply = Reply(response.status_code, dict(response.headers), response.content)
    check_as_described(request.method, request.url.raw_path, reply)
    return response


def test_a_program_runs_a_conversation_and_saves_its_template(
    server: RunningServer, library: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    headers = {"Authorization": f"Bearer {server.token}"}
    with httpx.Client(base_url=server.url, headers=headers, event_hooks={"response": [_read_first]}) as api:
        template = _checked(api.get("/system-prompt"))
        etag = template.headers["etag"]
        asked = {"template": "[prompt:conversation_id]: [file:note.md]"}
        saved = _checked(api.put("/system-prompt", json=asked, headers={"If-Match": etag}))
        assert (saved.status_code, saved.json()) == (200, asked)
        assert _checked(api.put("/system-prompt", json=asked, headers={"If-Match": etag})).status_code == 412
        seen = {"If-None-Match": saved.headers["etag"]}
        assert _checked(api.get("/system-prompt", headers=seen)).status_code == 304
        state = tmp_path / "home" / "state" / "foreword"
        mark = hold_unsaved_mark(state, library / "system-prompt.tmpl")  # as the window of another process
        assert mark.is_held
        assert _checked(api.put("/system-prompt", json={"template": "x"})).status_code == 409
        mark.release()
        for name, escaped in (("a/b", "a%2Fb"), ("🙂", "%F0%9F%99%82"), ("e\u0301?", "e%CC%81%3F")):
            place = f"/conversations/{escaped}"
            text = f"{name}: the words of a note"
            built = _checked(api.post(f"{place}/construct", json={"cwd": str(library), "once": True}))
            assert (built.json()["conversationId"], built.json()["systemPrompt"]) == (name, text)
            assert _checked(api.get(place)).json()["systemPrompt"] == text
            compacted = _checked(api.post(f"{place}/compact", json={"instructions": "Sum up."}))
            assert compacted.json()["sent"] == f"{text}\n\nSum up."
            assert _checked(api.delete(place)).status_code == 204
            assert _checked(api.get(place)).status_code == 404
        _assert_as_printed(api, library, tmp_path / "home", capsysbinary)
        rendered = _checked(api.post("/prompts/hello/render", json={"values": {"who": "Ada"}}))
        assert rendered.json()["renderedContent"] == "Hello Ada"
        outside = _checked(api.post("/conversations/a/construct", json={"cwd": "/"}))
        assert outside.status_code == 403
    dots = server.ask("/conversations/%2E%2E")
    check_as_described("GET", b"/conversations/%2E%2E", Reply(dots.status, dots.headers, dots.body))
    assert dots.code == "never-constructed"


def _assert_as_printed(
    api: httpx.Client, library: Path, home: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """What the API answers of a conversation is what the command line prints with `--json`."""

    def printed(*words: str) -> dict[str, Any]:
        with patch.dict(os.environ, home_environment(home)), chdir(home):
            assert main(["conversation", *words, "--json", "--library", str(library)]) == 0
        return json.loads(capsysbinary.readouterr().out)

    asked = {"cwd": str(library)}
    built = _checked(api.post("/conversations/same/construct", json=asked)).json()
    printed_build = printed("construct", "same", "--cwd", str(library))
    assert printed_build.pop("constructedAt") >= built.pop("constructedAt")
    assert (printed_build, built["created"]) == (built, True)
    got = _checked(api.get("/conversations/same")).json()
    assert printed("get", "same") == got
    assert printed("construct", "same", "--cwd", str(library), "--once") == {**got, "created": False}
    compacted = _checked(api.post("/conversations/same/compact", json={})).json()
    printed_compaction = printed("compact", "same")
    assert printed_compaction.pop("constructedAt") >= compacted.pop("constructedAt")
    assert (printed_compaction, compacted["created"]) == (compacted, True)


def _read_first(response: httpx.Response) -> None:
    response.read()
