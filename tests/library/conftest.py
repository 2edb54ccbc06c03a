"""What the tests of libraries share."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def seconds_of() -> Callable[[Callable[[], object]], float]:
    """Return a function that tells how much processor time a call takes."""

    def measure(call: Callable[[], object]) -> float:
        started = time.process_time()
        call()
        return time.process_time() - started

    return measure


@pytest.fixture
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder that is not there yet."""
    return tmp_path_factory.mktemp("place") / "state"
