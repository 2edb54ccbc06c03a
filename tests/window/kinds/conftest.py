"""An application that is dressed once for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from editor_app.window.style.theme_choice import ThemeChoice


@pytest.fixture(scope="module")
def dressed(qapp: QApplication) -> Iterator[ThemeChoice]:
    """Dress the application once for all tests of a file."""
    choice = ThemeChoice(qapp, "light", 1.0)
    yield choice
    choice.deleteLater()


@pytest.fixture
def choice(dressed: ThemeChoice) -> Iterator[ThemeChoice]:
    yield dressed
    dressed.choose("light")
