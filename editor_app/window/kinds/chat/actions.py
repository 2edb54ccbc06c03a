"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.text import Sentence
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
    Sentence("window-chat.title"),
    (
        Action(
            "switch_chat_view",
            Sentence("window-chat.switch-view"),
            ("Shift+F9",),
            _MESSAGE,
            act=lambda chat: chat.navigation.switch_view(),
        ),
        None,
        Action(
            "new_message",
            Sentence("window-chat.new-message-entry"),
            ("Ctrl+Shift+M",),
            _CHAT,
            "plus",
            act=lambda chat: chat.new_here(),
        ),
        Action(
            "branch_here",
            Sentence("window-chat.branch-entry"),
            when=_CHAT,
            icon="split",
            act=lambda chat: chat.do_here(chat.commands.branch),
        ),
        None,
        Action(
            "show_request",
            Sentence("window-chat.request-entry"),
            ("Ctrl+Shift+Q",),
            _MESSAGE,
            act=lambda chat: chat.show_request(),
        ),
        Action(
            "send_request",
            Sentence("window-chat.send-request"),
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
            Sentence("window-chat.make-user"),
            when=_WRITABLE,
            act=lambda chat: chat.change_role_here("user"),
        ),
        Action(
            "make_assistant",
            Sentence("window-chat.make-assistant"),
            when=_WRITABLE,
            act=lambda chat: chat.change_role_here("assistant"),
        ),
        Action(
            "make_system",
            Sentence("window-chat.make-system"),
            when=_WRITABLE,
            act=lambda chat: chat.change_role_here("system"),
        ),
        Action(
            "move_message_up",
            Sentence("window-chat.move-message-up"),
            when=_CHAT,
            icon="arrow-up",
            act=lambda chat: chat.do_here(lambda path: chat.commands.move_by(path, -1)),
        ),
        Action(
            "move_message_down",
            Sentence("window-chat.move-message-down"),
            when=_CHAT,
            icon="arrow-down",
            act=lambda chat: chat.do_here(lambda path: chat.commands.move_by(path, 1)),
        ),
        Action(
            "delete_message",
            Sentence("window-chat.delete-message"),
            when=_CHAT,
            icon="trash-2",
            act=lambda chat: chat.do_here(chat.commands.delete),
        ),
        Action(
            "copy_request_json",
            Sentence("window-chat.copy-request-as-json"),
            when=_REQUEST,
            icon="copy",
            act=lambda chat: chat.request_commands.copy("json"),
        ),
        Action(
            "copy_request_curl",
            Sentence("window-chat.copy-request-as-curl"),
            when=_REQUEST,
            act=lambda chat: chat.request_commands.copy("curl"),
        ),
    ),
)

MESSAGES_WRITE: Final = PanelKey(
    Sentence("window-chat.messages"), Sentence("window-chat.write-its-text"), CHOOSE_KEYS
)
MESSAGES_NEW: Final = PanelKey(
    Sentence("window-chat.messages"), Sentence("window-chat.new-message-after-this"), "Ins"
)
MESSAGES_UP: Final = PanelKey(Sentence("window-chat.messages"), Sentence("window-chat.move-up"), "Alt+Up")
MESSAGES_DOWN: Final = PanelKey(
    Sentence("window-chat.messages"), Sentence("window-chat.move-down"), "Alt+Down"
)
MESSAGES_DELETE: Final = PanelKey(Sentence("window-chat.messages"), Sentence("window-chat.delete"), "Del")
KEYS: Final = (
    MESSAGES_WRITE,
    MESSAGES_NEW,
    MESSAGES_UP,
    MESSAGES_DOWN,
    MESSAGES_DELETE,
    PanelKey(Sentence("window-chat.messages"), Sentence("window-chat.clear-the-filter"), CLEAR_KEYS),
)
"""The keys of its panels."""
