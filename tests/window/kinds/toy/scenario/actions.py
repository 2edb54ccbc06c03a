"""The menu of the kind."""

from __future__ import annotations

from enum import StrEnum

from editor_app.window.actions import ActionSpec


class ToyWhen(StrEnum):
    IS_TOY = "the document is a toy"


ACTIONS = (ActionSpec("count_lines", "&Count lines", "&Toy", ("Ctrl+Shift+Y",), ToyWhen.IS_TOY),)
