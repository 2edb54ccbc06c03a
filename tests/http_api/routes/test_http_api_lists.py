"""The list of conversations over HTTP says what the command line does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from asking import Client, client_of

from editor_app.cli import main
from editor_app.conversations.service import open_service


@pytest.fixture
def service(library: Path, state: Path):
    return open_service(library, state_dir=state, uses_grants=False)  # the database of the command line


def test_the_list_is_that_of_the_command_line(
    client: Client, service, library: Path, tmp_path: Path, capsysbinary
) -> None:
    template = library / "system-prompt.tmpl"
    template.write_text("In [prompt:cwd]\n")
    (tmp_path / "elsewhere").mkdir()
    for name, folder in (("old", library), ("new", library)):
        template.write_text(f"{name} in [prompt:cwd]\n")
        service.construct(name, folder)
    asked = client.get("/conversations").json
    capsysbinary.readouterr()
    main(["conversation", "list", "--json", "--library", str(library)])
    assert asked == json.loads(capsysbinary.readouterr().out)
    told = [(one["conversationId"], one["differs"]) for one in asked["conversations"]]
    assert told == [("new", False), ("old", True)]


def test_what_is_not_known_is_null_and_why_is_said(service, library: Path, tmp_path: Path) -> None:
    client = client_of(service)
    (library / "system-prompt.tmpl").write_text("[git:branch]\n")
    service.construct("outside", tmp_path)
    service.construct("here", library)
    listed = client.get("/conversations").json
    assert {one["conversationId"]: one["differs"] for one in listed["conversations"]} == {
        "outside": None,
        "here": False,
    }
    assert "is restricted: [git:branch]" in listed["warnings"][0]
    (library / "system-prompt.tmpl").write_bytes(b"\xff")
    broken = client.get("/conversations").json
    assert {one["differs"] for one in broken["conversations"]} == {None}
    assert broken["warnings"][0].startswith("What they would get now is unknown. ")
