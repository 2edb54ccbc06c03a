"""Chats: the messages of a folder, one in front, and what is sent of them."""

AHEAD = (
    "editor_app.requests.checking",
    "editor_app.window.panels.request.panel",
    "editor_app.window.kinds.chat.conversation.view",
    "editor_app.window.kinds.chat.chat_request",
    "editor_app.window.kinds.chat.current_chat",
)
"""What the perspective imports, in parts of less than a tenth of a second."""
