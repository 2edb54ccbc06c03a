"""The actions of the Run menu: listed when the window is built, connected with the first scenario."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.frame.actions import ActionSpec


class RunWhen(StrEnum):
    """The conditions under which actions on runs are enabled."""

    IS_SCENARIO = "the document is a scenario"
    HAS_RUN = "the scenario was played"


_MENU: Final = "&Run"
_RUN: Final = RunWhen.HAS_RUN

ACTIONS: Final = (
    ActionSpec("show_run", "&Run or source", _MENU, when=RunWhen.IS_SCENARIO),
    ActionSpec("play_run", "&Play or pause", _MENU, when=_RUN, icon="play", begins=True),
    ActionSpec("next_firing", "&Next firing", _MENU, when=_RUN),
    ActionSpec("previous_firing", "Pre&vious firing", _MENU, when=_RUN),
    ActionSpec("compare_strategies", "&Strategies side by side", _MENU, when=_RUN, begins=True),
    ActionSpec("export_run", "E&xport…", _MENU, when=_RUN, begins=True),
    ActionSpec("copy_run", "&Copy as Markdown", _MENU, when=_RUN, icon="copy"),
)
