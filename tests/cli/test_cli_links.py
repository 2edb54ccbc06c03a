"""Links and absolute paths on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def outside(here: Path) -> Path:
    (here.parent / "outside.md").write_text("outside")
    return here.parent / "outside.md"


@pytest.mark.parametrize(
    ("command", "name"),
    [("render", "system-prompt.tmpl"), ("conversation preview", "c"), ("render", "notes.md")],
)
def test_what_leads_out_is_read_only_where_its_end_is_allowed(
    foreword, library: Path, outside: Path, command: str, name: str
):
    for link in ("system-prompt.tmpl", "notes.md"):
        (library / link).symlink_to(outside)
    word = library / name if name == "notes.md" else name
    kind = ["--kind", "document"] if name == "notes.md" else []
    ran = foreword(*command.split(), word, *kind, "--trust")
    assert ran.code in {1, 2}
    assert "outside\n" not in ran.text
    assert f"is a link to ‘{outside}’, outside the workspace" in ran.err
    assert f"‘--allow-file {outside}’ allows it." in ran.err
    ran = foreword(*command.split(), word, *kind, "--trust", "--allow-file", outside)
    assert (ran.code, ran.text.rstrip(), ran.err) == (0, "outside", "")


def test_a_library_with_links_is_listed_and_checked(foreword, library: Path, here: Path, outside: Path):
    (here / "CLAUDE.md").write_text("rules")
    (library / "in.md").symlink_to(here / "CLAUDE.md")
    (library / "out.md").symlink_to(outside)
    for options, problems in (
        ((), ["in.md", "out.md"]),
        (("--trust",), ["out.md"]),
        (("--trust", "--allow-file", outside), []),
    ):
        text = foreword("check", *options).text
        found = [name for name in ("in.md", "out.md") if f"‘{name}’ is a link to" in text]
        assert found == problems
        assert foreword("list", *options).code == 0


@pytest.mark.parametrize("tag", ["{here}/CLAUDE.md", "AGENTS.md", "way/../CLAUDE.md", "way/CLAUDE.md"])
def test_a_path_inside_the_workspace_is_read_however_it_is_written(
    foreword, library: Path, here: Path, outside: Path, tag: str
):
    (here / "CLAUDE.md").write_text("rules")
    (here / "AGENTS.md").symlink_to("CLAUDE.md")
    (here / "sub").mkdir()
    (here / "way").symlink_to(here / "sub" / "..")
    (library / "system-prompt.tmpl").write_text(f"[file:{tag.format(here=here)}]")
    ran = foreword("render", "system-prompt.tmpl", "--trust")
    expected = "" if ".." in tag else "rules"  # `way` leads to the folder, and `..` above it
    assert ran.text.strip() == expected
    assert ("lies outside" in ran.err or "goes through the link" in ran.err) is not bool(expected)
    assert "leads out" not in ran.err


@pytest.mark.parametrize(
    "command",
    [
        "render {}.md",
        "explain {}.md",
        "check {}.md",
        "export {}.md --format text --out made",
        "render {}.tmpl",
        "render {}/1.md",
        "check {}/1.md",
        "request {}",
        "request {}.json",
        "request talk --system {}.md",
        "assemble {}.yaml",
        "run {}.yaml",
        "import {}.json --as chat --out made",
    ],
)
def test_a_link_out_of_a_repository_that_is_no_library_is_not_followed(foreword, here, tmp_path, command):
    secret = "topsecret"
    outside = {
        ".md": secret,
        ".tmpl": secret,
        ".json": json.dumps({"messages": [{"role": "user", "content": secret}]}),
        ".yaml": f"id: a\nrole: system\nblocks:\n- {{id: b, type: identity, content: {secret}}}\n",
        "/1.md": f"; role: user\n\n\n{secret}\n",
    }
    for folder, name in ((tmp_path / "away", "real"), (here, "inside")):
        for ending, text in outside.items():
            path = folder / f"{name}{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    (here / "talk").mkdir()
    (here / "talk" / "1.md").write_text("; role: user\n\n\nHi\n")
    for name, folder in (("away", tmp_path / "away" / "real"), ("near", here / "inside")):
        for ending in (".md", ".tmpl", ".json", ".yaml", ""):
            (here / f"{name}{ending}").symlink_to(f"{folder}{ending}")
    refused = foreword(*command.format("away").split())
    assert secret not in refused.text + refused.err
    assert "outside" in refused.err + refused.text
    near = foreword(*command.format("near").split())
    assert "outside" not in near.err + near.text, "the control: it lies in the repository"
    allowed = foreword("render", "away.md", "--allow-file", tmp_path / "away" / "real.md")
    assert allowed.text == secret
