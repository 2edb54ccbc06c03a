"""A conversation on the screen, with an owner that lends it editors."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conversation_owner import Owner
from pytestqt.qtbot import QtBot

from editor_app.window.kinds.chat.conversation.conversation_view import ConversationView
from editor_app.window.kit.theme.theme import Theme


@pytest.fixture
def conversation(qtbot: QtBot, theme: Theme, show: Callable[..., None]) -> Owner:
    view = ConversationView()
    owner = Owner(view, theme)
    qtbot.addWidget(owner.home)
    show(view, 640, 480)
    return owner
