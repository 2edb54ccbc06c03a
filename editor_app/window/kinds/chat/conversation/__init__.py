"""The surface of all messages of a chat, one of them in a live editor."""

from editor_app.window.kinds.chat.conversation.items import ConversationItem
from editor_app.window.kinds.chat.conversation.view import ConversationView

__all__ = ["ConversationItem", "ConversationView"]
