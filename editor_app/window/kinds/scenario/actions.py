"""The actions of the Run menu: listed when the window is built, connected with the first scenario."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.frame.actions import ActionSpec


class RunWhen(StrEnum):
    """The conditions under which actions on runs are enabled."""

    IS_SCENARIO = "the document is a scenario"
    HAS_RUN = "the scenario was played"
    CAN_ASK = "an endpoint can be asked"
    IS_ASKING = "an endpoint is asked"
    CAN_RECORD = "a run at an endpoint can be recorded"


_MENU: Final = "&Run"
_RUN: Final = RunWhen.HAS_RUN

ACTIONS: Final = (
    ActionSpec("show_run", "&Run or source", _MENU, ("Ctrl+F9",), RunWhen.IS_SCENARIO),
    ActionSpec("play_run", "&Play or pause", _MENU, when=_RUN, icon="play", begins=True),
    ActionSpec("run_endpoint", "Run at the &endpoint", _MENU, when=RunWhen.CAN_ASK, begins=True),
    ActionSpec("cancel_run", "&Cancel the run", _MENU, when=RunWhen.IS_ASKING),
    ActionSpec("record_run", "Record as &scenario…", _MENU, when=RunWhen.CAN_RECORD),
    ActionSpec("next_firing", "&Next firing", _MENU, when=_RUN),
    ActionSpec("previous_firing", "Pre&vious firing", _MENU, when=_RUN),
    ActionSpec("send_run_request", "Send re&quest…", _MENU, when=_RUN),
    ActionSpec("compare_strategies", "S&trategies side by side", _MENU, when=_RUN, begins=True),
    ActionSpec("export_run", "E&xport…", _MENU, when=_RUN, begins=True),
    ActionSpec("copy_run", "Copy as &Markdown", _MENU, when=_RUN, icon="copy"),
)

IN_PAGE_MENU: Final = ("show_run", "compare_strategies", "record_run", "export_run", "copy_run")
"""The actions that the menu of the page of a run has, too."""
