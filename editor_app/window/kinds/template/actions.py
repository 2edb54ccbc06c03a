"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.text import Sentence
from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey


class TemplateCondition(StrEnum):
    """The conditions under which the actions for templates are enabled."""

    IS_TEMPLATE = "the document is a template"


MENU: Final = Menu(
    Sentence("window-template.title"),
    (
        Action(
            "show_conversations",
            Sentence("window-template.conversations-entry"),
            when=TemplateCondition.IS_TEMPLATE,
            icon="messages-square",
            act=lambda template: template.show_list(),
        ),
        Action(
            "build_and_freeze",
            Sentence("window-template.build-entry"),
            when=TemplateCondition.IS_TEMPLATE,
            icon="snowflake",
            act=lambda template: template.build(),
        ),
        "compaction_instructions",
        None,
        "insert_variable",
        "insert_condition",
        None,
        "show_history",
        "copy_model_text",
        "refresh_values",
        "library_variables",
    ),
)

CONVERSATIONS_DELETE: Final = PanelKey(
    Sentence("window-template.conversations"), Sentence("window-template.delete-the-conversations"), "Del"
)
CONVERSATIONS_ALL: Final = PanelKey(
    Sentence("window-template.conversations"), Sentence("window-template.select-all-conversations"), "Ctrl+A"
)
KEYS: Final = (
    PanelKey(
        Sentence("window-template.conversations"),
        Sentence("window-template.show-the-conversation"),
        CHOOSE_KEYS,
    ),
    CONVERSATIONS_DELETE,
    CONVERSATIONS_ALL,
)
"""The keys of its panels."""
