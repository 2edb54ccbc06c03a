"""The menu of templates: listed when the window is built, its functions called with the perspective."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.kit.actions import Action, Menu


class TemplateWhen(StrEnum):
    """The conditions under which the actions for templates are enabled."""

    IS_TEMPLATE = "the document is a template"


MENU: Final = Menu(
    "&Prompt",
    (
        Action(
            "show_conversations",
            "Co&nversations",
            when=TemplateWhen.IS_TEMPLATE,
            icon="messages-square",
            act=lambda template: template.show_list(),
        ),
        Action(
            "build_and_freeze",
            "&Build and freeze…",
            when=TemplateWhen.IS_TEMPLATE,
            icon="snowflake",
            act=lambda template: template.build(),
        ),
    ),
)
