"""What the tests of conversations share: a library, a folder to work in, a database that needs no disk."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversation_setup import Clock, Opener

from editor_app.conversations.building import Permissions
from editor_app.conversations.service import ConversationService, Setup

MEMORY = Path("/dev/shm")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: making a file outlast a power cut costs nothing there."""
    if not os.access(MEMORY, os.W_OK):  # pragma: no cover
        yield tmp_path / "fast"
        return
    folder = Path(tempfile.mkdtemp(dir=MEMORY, prefix="foreword-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def database(fast: Path) -> Path:
    return fast / "private" / "conversations.db"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library that has nothing of its own yet."""
    folder = tmp_path / "library"
    folder.mkdir()
    return folder


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """The folder that conversations work in, which the tests' services trust."""
    folder = tmp_path / "atlas"
    folder.mkdir()
    return folder


@pytest.fixture
def opened(library: Path, work: Path, database: Path, clock: Clock, tmp_path: Path) -> Opener:
    """Return a function that opens the service, for `library` or another one."""

    def open_it(folder: Path = library, trusted: bool | None = True, **setup: object) -> ConversationService:
        permissions = Permissions(tmp_path / "state", trusted, (work,))
        known = {"database": database, "clock": clock, "permissions": permissions, **setup}
        return ConversationService(folder, Setup(**known))  # type: ignore[arg-type]  # by their names

    return open_it


@pytest.fixture
def service(opened: Opener) -> ConversationService:
    return opened()
