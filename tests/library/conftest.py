"""What the tests of libraries share."""

from __future__ import annotations

from pathlib import Path

import pytest
from windows_rules import follow_windows_rules


@pytest.fixture
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder that is not there yet."""
    return tmp_path_factory.mktemp("place") / "state"


@pytest.fixture(params=["here", "on Windows"])
def each_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test as it is, and with what Windows does otherwise with files."""
    if request.param != "here":
        follow_windows_rules(monkeypatch)
