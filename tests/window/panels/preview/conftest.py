"""A preview on the screen."""

from __future__ import annotations

import pytest

from editor_app.window.panels.preview import PreviewPanel


@pytest.fixture
def panel(theme, show) -> PreviewPanel:
    panel = PreviewPanel(theme)
    show(panel)
    return panel
