"""The folders a server was given: where variables are resolved, and that naming one is no trust."""

from __future__ import annotations

import json
from pathlib import Path

from running_server import Answer, RunningServer, running_server


def preview(server: RunningServer, cwd: Path) -> Answer:
    body = json.dumps({"cwd": str(cwd)}).encode()
    fields = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    return server.ask("/conversations/c/preview", body, method="POST", **fields)


def test_a_workspace_is_where_variables_look_and_only_trust_opens_its_files(tmp_path: Path) -> None:
    atlas, library, other = tmp_path / "atlas", tmp_path / "atlas" / "prompts", tmp_path / "other"
    for folder in (atlas, other):
        (folder / ".git").mkdir(parents=True)
        (folder / "AGENTS.md").write_text(f"Rules of {folder.name}.\n")
    library.mkdir()
    (library / "system-prompt.tmpl").write_text("Here: [file:AGENTS.md]")
    (tmp_path / "link").symlink_to(other)
    with running_server(library, tmp_path / "home") as server:
        assert json.loads(server.ask().body)["workspaces"] == [str(atlas)]
        found = preview(server, atlas)
        assert (found.status, json.loads(found.body)["systemPrompt"]) == (200, "Here: ")
        assert [one["tag"] for one in json.loads(found.body)["blank"]] == ["[file:AGENTS.md]"]
        assert preview(server, other).status == 403
    words = ("--workspace", str(tmp_path / "link"), "--trust")
    with running_server(library, tmp_path / "home", *words) as server:
        assert json.loads(server.ask().body)["workspaces"] == [str(other)]
        assert json.loads(preview(server, other).body)["systemPrompt"] == "Here: Rules of other.\n"
        assert [preview(server, folder).status for folder in (atlas, tmp_path)] == [403, 403]
    with running_server(library, tmp_path / "home", *words[:2]) as server:
        assert json.loads(preview(server, other).body)["systemPrompt"] == "Here: "  # trust was for one start
