from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from running_server import RunningServer, running_server


def make_library(folder: Path) -> Path:
    (folder / "defaults").mkdir(parents=True)
    (folder / "system-prompt.tmpl").write_text("You answer.\n", "utf-8")
    return folder


@pytest.fixture
def api_library(tmp_path: Path) -> Path:
    return make_library(tmp_path / "prompts")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Return a server that all tests of a module talk to."""
    folder = tmp_path_factory.mktemp("served")
    with running_server(make_library(folder / "prompts"), folder / "home") as running:
        yield running
