"""The menu of the kind."""

from __future__ import annotations

from enum import StrEnum

from editor_app.window.frame.actions import ActionSpec


class VerseWhen(StrEnum):
    IS_VERSE = "the document is a verse"


ACTIONS = (ActionSpec("count_lines", "&Count lines", "&Verse", ("Ctrl+Shift+Y",), VerseWhen.IS_VERSE),)
