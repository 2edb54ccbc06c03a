"""Links and absolute paths over HTTP, as `foreword serve` reads them and as the command line does."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import Client, client_of

from editor_app.conversations.service import open_service
from editor_app.library.folders import open_library
from editor_app.library.paths import TEMPLATE_NAME
from editor_app.library.trust.trust import library_with_trust
from editor_app.wire.named_texts import find_standard

SECRET = "the private key"


@pytest.fixture
def workspace(library: Path) -> Path:
    (library / ".git").mkdir()
    (library / "CLAUDE.md").write_text("rules")
    (library / "AGENTS.md").symlink_to("CLAUDE.md")
    (library.parent / "outside.md").write_text("outside")
    return library


def served(library: Path, *allowed: Path, trusted: bool = True) -> Client:
    """Return a client of the service that `serve --allow-file` makes."""
    state = library.parent / "state"
    service = open_service(
        library, state / "c.db", state_dir=state, trusted=trusted, allowed_files=allowed, uses_grants=False
    )
    return client_of(service)


@pytest.mark.parametrize("place", [".ssh/id_rsa", "outside.md"])
def test_a_template_that_leads_out_is_neither_read_nor_written(workspace: Path, place: str) -> None:
    end = workspace.parent / place
    end.parent.mkdir(exist_ok=True)
    end.write_text(SECRET)
    (workspace / "system-prompt.tmpl").symlink_to(end)
    for trusted in (True, False):
        client = served(workspace, trusted=trusted)
        answers = [
            client.get("/system-prompt"),
            client.put("/system-prompt", {"template": "mine"}),
            client.get("/prompts/system-prompt.tmpl"),
            client.post("/conversations/c/preview", {"cwd": str(workspace)}),
        ]
        for answer in answers:
            assert answer.status in {403, 422}, answer
            assert SECRET not in answer.body.decode()
            assert f"‘{end}’" in answer.json["error"]["message"], "the sentence names the end"
        assert (answers[1].status, answers[1].code) == (403, "not-allowed")
        assert "--allow-file" in answers[1].json["error"]["message"]
        assert end.read_text() == SECRET
    client = served(workspace, end)
    assert client.get("/system-prompt").json == {"template": SECRET}, "the control"
    assert client.put("/system-prompt", {"template": "mine"}).status == 200
    assert end.read_text() == "mine"


@pytest.mark.parametrize(
    ("tag", "trusted", "text"),
    [
        ("{workspace}/CLAUDE.md", True, "rules"),
        ("{workspace}/AGENTS.md", False, "rules"),
        ("AGENTS.md", False, "rules"),
        ("sub/../AGENTS.md", True, "rules"),
        ("{outside}", True, ""),
        ("../outside.md", True, ""),
    ],
)
def test_a_path_inside_is_read_however_it_is_written(
    workspace: Path, tag: str, trusted: bool, text: str
) -> None:
    outside = workspace.parent / "outside.md"
    (workspace / "system-prompt.tmpl").write_text(
        f"[file:{tag.format(workspace=workspace, outside=outside)}]"
    )
    given = {"cwd": str(workspace)}
    client = served(workspace, trusted=trusted)
    answer = client.post("/conversations/c/preview", given).json
    assert answer["systemPrompt"] == text
    assert "leads out" not in str(answer)
    rendered = client.post("/prompts/system-prompt.tmpl/render", given).json
    assert rendered["renderedContent"] == text
    if not text:
        told = " ".join(rendered["warnings"])
        assert "lies outside" in told
        assert f"--allow-file {outside}" in told
        allowed = served(workspace, outside).post("/conversations/c/preview", given).json
        assert allowed["systemPrompt"] == "outside", "the control"


def test_a_file_that_was_allowed_in_the_window_is_not_read_over_http(workspace: Path) -> None:
    from datetime import UTC, datetime

    from editor_app.library.trust.trust import allow_file, trust_workspace

    now, state = datetime(2026, 3, 4, tzinfo=UTC), workspace.parent / "state"
    outside = workspace.parent / "outside.md"
    trust_workspace(state, workspace, now=now)
    allow_file(state, workspace, outside, now=now)
    (workspace / "system-prompt.tmpl").symlink_to(outside)
    service = open_service(workspace, state / "c.db", state_dir=state, uses_grants=False)
    assert client_of(service).get("/system-prompt").status == 422
    own = library_with_trust(open_library(workspace)[0], state)
    found = find_standard(TEMPLATE_NAME, own, now=now).source
    assert found is not None
    assert found.analysis.source == "outside", "the control"
