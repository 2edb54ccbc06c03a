"""The actions for templates: listed when the window is built, connected with the first template."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.frame.actions import ActionSpec


class TemplateWhen(StrEnum):
    """The conditions under which the actions for templates are enabled."""

    IS_TEMPLATE = "the document is a template"


_MENU: Final = "&Prompt"
_TEMPLATE: Final = TemplateWhen.IS_TEMPLATE

ACTIONS: Final = (
    ActionSpec("show_conversations", "Co&nversations", _MENU, when=_TEMPLATE, icon="messages-square"),
    ActionSpec("build_and_freeze", "&Build and freeze…", _MENU, when=_TEMPLATE, icon="snowflake"),
)
