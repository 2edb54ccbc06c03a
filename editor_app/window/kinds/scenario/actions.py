"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Final

from editor_app.text import Sentence
from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, PanelKey


class RunCondition(StrEnum):
    """The conditions under which actions on runs are enabled."""

    IS_SCENARIO = auto()
    HAS_RUN = auto()
    CAN_ASK = auto()
    IS_ASKING = auto()
    CAN_RECORD = auto()


_RUN: Final = RunCondition.HAS_RUN

MENU: Final = Menu(
    Sentence("window-scenario.menu"),
    (
        Action(
            "show_run",
            Sentence("window-scenario.menu-run-or-source"),
            ("Ctrl+F9",),
            RunCondition.IS_SCENARIO,
            act=lambda scenario: scenario.switch_view(),
        ),
        None,
        Action(
            "play_run",
            Sentence("window-scenario.menu-play"),
            when=_RUN,
            icon="play",
            act=lambda scenario: scenario.view.transport.toggle(),
        ),
        Action(
            "previous_firing",
            Sentence("window-scenario.menu-previous-firing"),
            when=_RUN,
            act=lambda scenario: scenario.run.choose_step(scenario.view.chart.firing_beside(-1)),
        ),
        Action(
            "next_firing",
            Sentence("window-scenario.menu-next-firing"),
            when=_RUN,
            act=lambda scenario: scenario.run.choose_step(scenario.view.chart.firing_beside(1)),
        ),
        None,
        Action(
            "run_endpoint",
            Sentence("window-scenario.menu-run-endpoint"),
            when=RunCondition.CAN_ASK,
            act=lambda scenario: scenario.run.run_endpoint(),
        ),
        Action(
            "cancel_run",
            Sentence("window-scenario.menu-cancel"),
            when=RunCondition.IS_ASKING,
            act=lambda scenario: scenario.run.cancel_endpoint(),
        ),
        None,
        Action(
            "export_run",
            Sentence("window-scenario.menu-export"),
            when=_RUN,
            act=lambda scenario: scenario.exporter.export(),
        ),
        "show_history",
    ),
    (
        Action(
            "record_run",
            Sentence("window-scenario.record-as-scenario"),
            when=RunCondition.CAN_RECORD,
            act=lambda scenario: scenario.endpoint.record(),
        ),
        Action(
            "compare_strategies",
            Sentence("window-scenario.strategies-side-by-side"),
            when=_RUN,
            act=lambda scenario: scenario.run.choose_strategy("all"),
        ),
        Action(
            "send_run_request",
            Sentence("window-scenario.send-request"),
            when=_RUN,
            act=lambda scenario: scenario.sending.send(),
        ),
        Action(
            "copy_run",
            Sentence("window-scenario.copy-as-markdown"),
            when=_RUN,
            icon="copy",
            act=lambda scenario: scenario.exporter.copy(),
        ),
    ),
)
IN_PAGE_MENU: Final = ("show_run", "compare_strategies", "record_run", "export_run", "copy_run")
"""The actions that the menu of the page of a run has, too."""

_PANEL: Final = Sentence("window-scenario.run")
RUN_BACK: Final = PanelKey(_PANEL, Sentence("window-scenario.step-back"), "Left")
RUN_FORWARD: Final = PanelKey(_PANEL, Sentence("window-scenario.step-forward"), "Right")
RUN_STEPS: Final = {
    RUN_BACK: -1,
    RUN_FORWARD: 1,
    PanelKey(_PANEL, Sentence("window-scenario.ten-steps-back"), "Shift+Left"): -10,
    PanelKey(_PANEL, Sentence("window-scenario.ten-steps-forward"), "Shift+Right"): 10,
}
"""The keys that move by so many steps."""
RUN_FIRING_BEFORE: Final = PanelKey(_PANEL, Sentence("window-scenario.firing-before"), "Ctrl+Left")
RUN_NEXT_FIRING: Final = PanelKey(_PANEL, Sentence("window-scenario.next-firing"), "Ctrl+Right")
RUN_FIRST: Final = PanelKey(_PANEL, Sentence("window-scenario.first-step"), "Home")
RUN_LAST: Final = PanelKey(_PANEL, Sentence("window-scenario.last-step"), "End")
RUN_PLAY: Final = PanelKey(_PANEL, Sentence("window-scenario.play-or-pause"), "Space")
RUN_REQUEST: Final = PanelKey(_PANEL, Sentence("window-scenario.go-to-request"), CHOOSE_KEYS)
RUN_CANCEL: Final = PanelKey(_PANEL, Sentence("window-scenario.cancel-or-pause"), CLEAR_KEYS)
RUN_SWITCH: Final = PanelKey(_PANEL, Sentence("window-scenario.switch-trigger"), "Space")
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
