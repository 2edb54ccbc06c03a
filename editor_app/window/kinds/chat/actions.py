"""The actions of the Chat menu: listed when the window is built, connected with the first message."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.frame.actions import ActionSpec


class ChatWhen(StrEnum):
    """The conditions under which actions on messages are enabled."""

    IS_MESSAGE = "the document is a message"
    IN_CHAT = "the document is a message of a chat"
    IS_WRITABLE_MESSAGE = "the document is a message that can be changed"
    HAS_REQUEST = "the chat in front makes a request"


_MENU: Final = "&Chat"
_MESSAGE, _CHAT = ChatWhen.IS_MESSAGE, ChatWhen.IN_CHAT
_WRITABLE, _REQUEST = ChatWhen.IS_WRITABLE_MESSAGE, ChatWhen.HAS_REQUEST

ACTIONS: Final = (
    ActionSpec("switch_chat_view", "Message, conversation or fi&le", _MENU, ("Shift+F9",), _MESSAGE),
    ActionSpec("new_message", "&New message", _MENU, ("Ctrl+Shift+M",), _CHAT, "plus", begins=True),
    ActionSpec("make_user", "Make it a &user message", _MENU, when=_WRITABLE),
    ActionSpec("make_assistant", "Make it an &assistant message", _MENU, when=_WRITABLE),
    ActionSpec("make_system", "Make it a &system message", _MENU, when=_WRITABLE),
    ActionSpec("move_message_up", "Move u&p", _MENU, when=_CHAT, icon="arrow-up", begins=True),
    ActionSpec("move_message_down", "Move &down", _MENU, when=_CHAT, icon="arrow-down"),
    ActionSpec("branch_here", "&Branch here", _MENU, when=_CHAT, icon="split"),
    ActionSpec("delete_message", "D&elete message", _MENU, when=_CHAT, icon="trash-2"),
    ActionSpec("show_request", "&Request", _MENU, ("Ctrl+Shift+Q",), _MESSAGE, begins=True),
    ActionSpec("copy_request_json", "Copy request as &JSON", _MENU, when=_REQUEST, icon="copy"),
    ActionSpec("copy_request_curl", "&Copy request as curl", _MENU, when=_REQUEST),
    ActionSpec("send_request", "Send re&quest…", _MENU, ("Ctrl+Shift+Return",), _REQUEST),
)
