"""A link that leads out of the library, in a window: named with its end, allowed, read and saved."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work" / "prompts"
    (root.parent / ".git").mkdir(parents=True)
    root.mkdir()
    (root.parent / "CLAUDE.md").write_text("Rules.\n")
    (root / "AGENTS.md").symlink_to("../CLAUDE.md")
    (tmp_path / "diary.md").write_text("Dear diary.\n")
    (root / "notes.md").symlink_to(tmp_path / "diary.md")
    (root / "plain.md").write_text("Plain.\n")
    return root


def test_a_link_out_is_named_with_its_end_and_opened_once_that_is_allowed(open_bench, root, tmp_path):
    diary = tmp_path / "diary.md"
    bench = open_bench(root, "plain.md", trusted=False)
    files, trust = bench.workbench.files, bench.workbench.trust
    assert files.open(root / "notes.md") is None
    assert bench.notice.startswith(f"‘notes.md’ is a link to ‘{diary}’, outside the library.")
    assert files.open(root / "AGENTS.md") is None, "it is not trusted yet"

    trust.trust_here(root.parent)
    assert files.open(root / "AGENTS.md").text == "Rules.\n", "in the workspace it is one like any other"
    assert files.open(root / "notes.md") is None
    assert bench.notice.startswith(f"‘notes.md’ is a link to ‘{diary}’, outside the workspace.")
    bench.window.notices.link.click()
    assert bench.text == "Dear diary.\n"
    bench.type("Mine. ")
    bench.press("Ctrl+S", bench.editor)
    assert diary.read_text() == "Mine. Dear diary.\n"

    trust.take_back(root.parent)
    bench.type("More. ")
    bench.press("Ctrl+S", bench.editor)
    assert diary.read_text() == "Mine. Dear diary.\n"
    assert "was not saved" in bench.notice
