"""Chats: folders of message files, read with every problem, and changed by file operations with Undo."""

from editor_app.chats.chat import (
    Chat,
    ChatProblem,
    folder_problems,
    is_chat_folder,
    message_names,
    read_chat,
    read_message_file,
)
from editor_app.chats.checks import ROLES, problems_of
from editor_app.chats.edits import content_edits, message_edits, role_edits
from editor_app.chats.escaping import EscapedText
from editor_app.chats.folders import delete_chat, duplicate_chat, new_chat, new_chat_problem, rename_chat
from editor_app.chats.message import Message, UnwritableMessageError, read_message, write_message
from editor_app.chats.operations import (
    branch_chat,
    change_role,
    delete_message,
    header_like,
    insert_message,
    move_message,
)
from editor_app.chats.reading import MessageText, read_text

__all__ = [
    "ROLES",
    "Chat",
    "ChatProblem",
    "EscapedText",
    "Message",
    "MessageText",
    "UnwritableMessageError",
    "branch_chat",
    "change_role",
    "content_edits",
    "delete_chat",
    "delete_message",
    "duplicate_chat",
    "folder_problems",
    "header_like",
    "insert_message",
    "is_chat_folder",
    "message_edits",
    "message_names",
    "move_message",
    "new_chat",
    "new_chat_problem",
    "problems_of",
    "read_chat",
    "read_message",
    "read_message_file",
    "read_text",
    "rename_chat",
    "role_edits",
    "write_message",
]
