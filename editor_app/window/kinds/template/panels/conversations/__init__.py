"""The list of conversations."""

from editor_app.window.kinds.template.panels.conversations.panel import ConversationsPanel, Scope

__all__ = ["ConversationsPanel", "Scope"]
