"""A dressed application, and a preview in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.window.panels.preview import PreviewPanel
from editor_app.window.style.theme import Theme, load_theme, style_sheet

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let windows be shown: the headless platform warns that it has no frame to size."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(scope="module")
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = load_theme("light", 1.0)
    qapp.setStyleSheet(style_sheet(theme))
    yield theme
    qapp.setStyleSheet("")


@pytest.fixture
def show(qtbot) -> Callable[[QWidget, int, int], None]:
    """Return a function that shows a widget at a size, active."""

    def show(widget: QWidget, width: int = 420, height: int = 640) -> None:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)

    return show


@pytest.fixture
def panel(theme, show) -> PreviewPanel:
    panel = PreviewPanel(theme)
    show(panel)
    return panel
