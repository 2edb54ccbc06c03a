"""The messages panel: the messages of a chat in order, to choose, make, move and delete."""

from editor_app.window.kinds.chat.panels.messages.panel import MessagesPanel
from editor_app.window.kinds.chat.panels.messages.rows import MessageRow

__all__ = ["MessageRow", "MessagesPanel"]
