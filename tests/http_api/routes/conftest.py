"""A library, a service and a client of its API."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import Client, client_of

from editor_app.conversations.service import ConversationService, open_service


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def service(library: Path, state: Path, tmp_path: Path) -> ConversationService:
    return open_service(library, tmp_path / "conversations.db", state_dir=state, uses_grants=False)


@pytest.fixture
def client(service: ConversationService) -> Client:
    return client_of(service)
