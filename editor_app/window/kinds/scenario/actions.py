"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.text import Sentence
from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, PanelKey


class RunCondition(StrEnum):
    """The conditions under which actions on runs are enabled."""

    IS_SCENARIO = "the document is a scenario"
    HAS_RUN = "the scenario was played"
    CAN_ASK = "an endpoint can be asked"
    IS_ASKING = "an endpoint is asked"
    CAN_RECORD = "a run at an endpoint can be recorded"


_RUN: Final = RunCondition.HAS_RUN

MENU: Final = Menu(
    Sentence("window-scenario.menu"),
    (
        Action(
            "show_run",
            "&Run or source",
            ("Ctrl+F9",),
            RunCondition.IS_SCENARIO,
            act=lambda scenario: scenario.switch_view(),
        ),
        None,
        Action(
            "play_run",
            "&Play or pause",
            when=_RUN,
            icon="play",
            act=lambda scenario: scenario.view.transport.toggle(),
        ),
        Action(
            "previous_firing",
            "Pre&vious firing",
            when=_RUN,
            act=lambda scenario: scenario.run.choose_step(scenario.view.chart.firing_beside(-1)),
        ),
        Action(
            "next_firing",
            "&Next firing",
            when=_RUN,
            act=lambda scenario: scenario.run.choose_step(scenario.view.chart.firing_beside(1)),
        ),
        None,
        Action(
            "run_endpoint",
            "Run at the &endpoint",
            when=RunCondition.CAN_ASK,
            act=lambda scenario: scenario.run.run_endpoint(),
        ),
        Action(
            "cancel_run",
            "&Cancel the run",
            when=RunCondition.IS_ASKING,
            act=lambda scenario: scenario.run.cancel_endpoint(),
        ),
        None,
        Action("export_run", "E&xport…", when=_RUN, act=lambda scenario: scenario.exporter.export()),
        "show_history",
    ),
    (
        Action(
            "record_run",
            "Record as scenario…",
            when=RunCondition.CAN_RECORD,
            act=lambda scenario: scenario.endpoint.record(),
        ),
        Action(
            "compare_strategies",
            "Strategies side by side",
            when=_RUN,
            act=lambda scenario: scenario.run.choose_strategy("all"),
        ),
        Action("send_run_request", "Send request…", when=_RUN, act=lambda scenario: scenario.sending.send()),
        Action(
            "copy_run",
            "Copy as Markdown",
            when=_RUN,
            icon="copy",
            act=lambda scenario: scenario.exporter.copy(),
        ),
    ),
)
IN_PAGE_MENU: Final = ("show_run", "compare_strategies", "record_run", "export_run", "copy_run")
"""The actions that the menu of the page of a run has, too."""

RUN_STEPS: Final = {
    PanelKey("Run", "Step back", "Left"): -1,
    PanelKey("Run", "Step forward", "Right"): 1,
    PanelKey("Run", "Ten steps back", "Shift+Left"): -10,
    PanelKey("Run", "Ten steps forward", "Shift+Right"): 10,
}
"""The keys that move by so many steps."""
RUN_FIRING_BEFORE: Final = PanelKey("Run", "Firing before", "Ctrl+Left")
RUN_NEXT_FIRING: Final = PanelKey("Run", "Next firing", "Ctrl+Right")
RUN_FIRST: Final = PanelKey("Run", "First step", "Home")
RUN_LAST: Final = PanelKey("Run", "Last step", "End")
RUN_PLAY: Final = PanelKey("Run", "Play or pause", "Space")
RUN_REQUEST: Final = PanelKey("Run", "Go to the request", CHOOSE_KEYS)
RUN_CANCEL: Final = PanelKey("Run", "Cancel, pause, or take a dragged limit back", CLEAR_KEYS)
RUN_SWITCH: Final = PanelKey("Run", "Switch a trigger on or off", "Space")
KEYS: Final = (
    *RUN_STEPS,
    RUN_FIRING_BEFORE,
    RUN_NEXT_FIRING,
    RUN_FIRST,
    RUN_LAST,
    RUN_PLAY,
    RUN_REQUEST,
    RUN_CANCEL,
    RUN_SWITCH,
)
"""The keys of its panels."""
