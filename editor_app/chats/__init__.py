"""Chats: folders of message files, read with every problem, and changed by file operations with Undo."""

from editor_app.chats.chat import Chat, ChatProblem, read_chat
from editor_app.chats.checks import ROLES
from editor_app.chats.message import Message, UnwritableMessageError, read_message, write_message
from editor_app.chats.operations import (
    branch_chat,
    change_role,
    delete_message,
    header_like,
    insert_message,
    move_message,
)

__all__ = [
    "ROLES",
    "Chat",
    "ChatProblem",
    "Message",
    "UnwritableMessageError",
    "branch_chat",
    "change_role",
    "delete_message",
    "header_like",
    "insert_message",
    "move_message",
    "read_chat",
    "read_message",
    "write_message",
]
