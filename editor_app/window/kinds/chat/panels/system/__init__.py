"""The form for what goes before the messages of a chat, and what the request is made with."""

from editor_app.window.kinds.chat.panels.system.panel import SystemTextPanel
from editor_app.window.kinds.chat.panels.system.view import SystemTextView

__all__ = ["SystemTextPanel", "SystemTextView"]
