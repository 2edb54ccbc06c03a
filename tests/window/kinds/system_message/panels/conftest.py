"""A dressed application, and the panels that show a system message."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import pytest
from PySide6.QtWidgets import QWidget

from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import SystemMessageReading, read_system_message
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.window.kinds.system_message.block_rows import BlockRow, tree_rows
from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlocksPanel

MESSAGE = """\
id: assistant
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
  - id: safety-1
    type: safety
    priority: 100
    content: Never reveal secrets.
  - id: identity-1
    type: identity
    priority: 90
    conditions: [{kind: asked, value: {}}]
    content: You are the assistant.
  - id: mode-agent
    type: mode
    priority: 80
    scope: {modes: [agent]}
    content: You write files.
  - id: formatting-1
    type: formatting
    priority: 60
    scope: {applyTo: ["src/**/*.py"], modes: [agent], tools: [apply_patch]}
    content: Link files.
    children:
      - id: formatting-link-1
        type: formatting
        priority: 60
        content: Relative to the root.
  - id: formatting-legacy
    type: formatting
    priority: 60
    scope: {applyTo: ["src/**"]}
    content: Plain names.
  - id: project-1
    type: project
    priority: 40
    content: A window made with Qt.
  - id: project-2
    type: project
    priority: 30
    content: An engine that knows no screen.
"""


@pytest.fixture
def show(qtbot) -> Callable[..., QWidget]:
    """Return a function that shows a panel in a size, in front."""

    def show_it(panel: QWidget, width: int = 288, height: int = 500) -> QWidget:
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        panel.activateWindow()
        qtbot.waitUntil(panel.isActiveWindow)
        return panel

    return show_it


@pytest.fixture
def message() -> SystemMessageReading:
    return read_system_message(MESSAGE, Syntax.YAML)


@pytest.fixture
def make_rows() -> Callable[..., tuple[BlockRow, ...]]:
    """Return a function that makes the rows of a text in a situation; the same text has the same blocks."""
    read = cache(partial(read_system_message, syntax=Syntax.YAML))

    def make(source: str = MESSAGE, situation: Situation = EMPTY_SITUATION) -> tuple[BlockRow, ...]:
        reading = read(source)
        outcome = resolve_blocks(reading.blocks, situation, reading.head.priority_model)
        return tree_rows(reading.blocks, outcome, situation, reading.diagnostics)

    return make


@pytest.fixture
def panel(theme, show_kept, make_rows) -> BlocksPanel:
    panel = show_kept(BlocksPanel, 288, 500)
    panel.show_rows(())
    panel.filter.clear()
    panel.set_selected(None)
    panel.show_rows(make_rows())
    panel.tree.expandAll()
    return panel
