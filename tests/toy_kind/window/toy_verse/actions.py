"""The menu of the kind."""

from __future__ import annotations

from enum import StrEnum

from editor_app.window.kit.actions import Action, Menu


class VerseWhen(StrEnum):
    IS_VERSE = "the document is a verse"


COUNT = Action(
    "count_lines", "&Count lines", ("Ctrl+Shift+Y",), VerseWhen.IS_VERSE, act=lambda verse: verse.count()
)
MENU = Menu("&Verse", (COUNT,))
