"""What the tests of libraries share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder that is not there yet."""
    return tmp_path_factory.mktemp("place") / "state"
