"""A dressed application, and a preview in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from editor_app.window.panels.preview import PreviewPanel
from editor_app.window.style.theme import Theme, load_theme, style_sheet


@pytest.fixture(scope="module")
def theme(qapp: QApplication, undress: Callable[[], None]) -> Iterator[Theme]:
    theme = load_theme("light", 1.0)
    qapp.setStyleSheet(style_sheet(theme))
    yield theme
    undress()


@pytest.fixture
def panel(theme, show) -> PreviewPanel:
    panel = PreviewPanel(theme)
    show(panel)
    return panel
