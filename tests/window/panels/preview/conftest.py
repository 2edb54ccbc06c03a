"""A preview on the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from editor_app.window.panels.preview.preview_panel import PreviewPanel


@pytest.fixture
def panel(theme, show_kept) -> Iterator[PreviewPanel]:
    panel = show_kept(PreviewPanel)
    yield panel
    panel.text.pointing.leave()
    panel.why.close_section()
    panel.choose_view("text")
    panel.show_context(None)
    panel.show_comparisons(list)
    panel.show_nothing("Nothing open", "Open a prompt.")
