"""Chats: folders of message files, read with every problem, and changed by file operations with Undo."""

from editor_app.chats.chat import Chat, ChatProblem, read_chat
from editor_app.chats.checks import ROLES
from editor_app.chats.message import Message, UnwritableMessageError, read_message, write_message

__all__ = [
    "ROLES",
    "Chat",
    "ChatProblem",
    "Message",
    "UnwritableMessageError",
    "read_chat",
    "read_message",
    "write_message",
]
