"""The header bar of a message: its role, its metadata in a line, and a form for the fields."""

from __future__ import annotations

from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView
from editor_app.window.kinds.chat.panels.header.panel import HeaderBar

__all__ = ["HeaderBar", "HeaderField", "HeaderView"]
