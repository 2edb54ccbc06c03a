"""One conversation: what it got, what it would get now, and its compaction."""

from editor_app.window.kinds.template.conversation.panel import ConversationPanel, View

__all__ = ["ConversationPanel", "View"]
