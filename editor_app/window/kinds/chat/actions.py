"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, PanelKey


class ChatCondition(StrEnum):
    """The conditions under which actions on messages are enabled."""

    IS_MESSAGE = "the document is a message"
    IN_CHAT = "the document is a message of a chat"
    IS_WRITABLE_MESSAGE = "the document is a message that can be changed"
    HAS_REQUEST = "the chat in front makes a request"


_MESSAGE, _CHAT = ChatCondition.IS_MESSAGE, ChatCondition.IN_CHAT
_WRITABLE, _REQUEST = ChatCondition.IS_WRITABLE_MESSAGE, ChatCondition.HAS_REQUEST

MENU: Final = Menu(
    "Ch&at",
    (
        Action(
            "switch_chat_view",
            "Message, conversation or fi&le",
            ("Shift+F9",),
            _MESSAGE,
            act=lambda chat: chat.navigation.switch_view(),
        ),
        None,
        Action(
            "new_message",
            "&New message",
            ("Ctrl+Shift+M",),
            _CHAT,
            "plus",
            act=lambda chat: chat.new_here(),
        ),
        Action(
            "branch_here",
            "&Branch here",
            when=_CHAT,
            icon="split",
            act=lambda chat: chat.do_here(chat.commands.branch),
        ),
        None,
        Action(
            "show_request",
            "&Request",
            ("Ctrl+Shift+Q",),
            _MESSAGE,
            act=lambda chat: chat.show_request(),
        ),
        Action(
            "send_request",
            "&Send request…",
            ("Ctrl+Shift+Return",),
            _REQUEST,
            act=lambda chat: chat.sending.send(),
        ),
        None,
        "show_history",
    ),
    (
        Action(
            "make_user",
            "Make it a user message",
            when=_WRITABLE,
            act=lambda chat: chat.change_role_here("user"),
        ),
        Action(
            "make_assistant",
            "Make it an assistant message",
            when=_WRITABLE,
            act=lambda chat: chat.change_role_here("assistant"),
        ),
        Action(
            "make_system",
            "Make it a system message",
            when=_WRITABLE,
            act=lambda chat: chat.change_role_here("system"),
        ),
        Action(
            "move_message_up",
            "Move message up",
            when=_CHAT,
            icon="arrow-up",
            act=lambda chat: chat.do_here(lambda path: chat.commands.move_by(path, -1)),
        ),
        Action(
            "move_message_down",
            "Move message down",
            when=_CHAT,
            icon="arrow-down",
            act=lambda chat: chat.do_here(lambda path: chat.commands.move_by(path, 1)),
        ),
        Action(
            "delete_message",
            "Delete message",
            when=_CHAT,
            icon="trash-2",
            act=lambda chat: chat.do_here(chat.commands.delete),
        ),
        Action(
            "copy_request_json",
            "Copy request as JSON",
            when=_REQUEST,
            icon="copy",
            act=lambda chat: chat.request_commands.copy("json"),
        ),
        Action(
            "copy_request_curl",
            "Copy request as curl",
            when=_REQUEST,
            act=lambda chat: chat.request_commands.copy("curl"),
        ),
    ),
)

MESSAGES_WRITE: Final = PanelKey("Messages", "Write its text", CHOOSE_KEYS)
MESSAGES_NEW: Final = PanelKey("Messages", "New message after this one", "Ins")
MESSAGES_UP: Final = PanelKey("Messages", "Move up", "Alt+Up")
MESSAGES_DOWN: Final = PanelKey("Messages", "Move down", "Alt+Down")
MESSAGES_DELETE: Final = PanelKey("Messages", "Delete", "Del")
KEYS: Final = (
    MESSAGES_WRITE,
    MESSAGES_NEW,
    MESSAGES_UP,
    MESSAGES_DOWN,
    MESSAGES_DELETE,
    PanelKey("Messages", "Clear the filter", CLEAR_KEYS),
)
"""The keys of its panels."""
