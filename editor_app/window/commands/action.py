"""The short form in which the tables of actions are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from editor_app.text import Sentence
from editor_app.window.kit.actions import Action, CheckMark
from editor_app.window.perspectives.perspective import FileCondition

if TYPE_CHECKING:
    from editor_app.window.commands.commands import Commands


def action(
    words: Sentence,
    act: Callable[[Commands], object],
    *keys: str,
    when: FileCondition | None = None,
    icon: str = "",
    check: CheckMark | None = None,
    key_alone: str = "",
) -> Action[Commands]:
    """Return an action; its id, by which settings know it, is the name of its sentence."""
    name = words.id.partition(".")[2].replace("-", "_")
    return Action(name, words, keys, when, icon, check, key_alone, act=act)
