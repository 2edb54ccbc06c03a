"""Runs: sessions of many steps, the triggers that send messages between them, and what the model sees."""

from editor_app.runs.legality.checking import check_run_request
from editor_app.runs.loop.comparing import Reached, ReachedRow, compare_strategies, play_strategies
from editor_app.runs.loop.going_on import goes_on
from editor_app.runs.loop.grouping import Grouping, grouped
from editor_app.runs.loop.models import ModelError, RunModel, ScriptedModel, StepEnd, Upcoming
from editor_app.runs.loop.plan import RunPlan
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.recording import recorded
from editor_app.runs.loop.results import (
    Records,
    RunResult,
    collected,
    plan_of,
    play_in_slices,
    play_scenario,
    problems_of_run,
)
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Figures, Firing, Refusal, StepRecord
from editor_app.runs.model.scenario import Ramp, Scenario, ScenarioStep, Start, Steps, Todo, ToolCall
from editor_app.runs.model.session import Session, SessionMessage, SessionStep
from editor_app.runs.model.settings import ContinuePolicy, RunSettings, StepLimit
from editor_app.runs.model.triggers import Recovery, Trigger, TriggerEntry, TriggerSet
from editor_app.runs.model.words import PROVIDERS, Deliver, End, Level, Signal, Strategy
from editor_app.runs.sent.forms import message_forms
from editor_app.runs.sent.insertions import Insertion, insertions
from editor_app.runs.sent.model_messages import ModelMessage, ModelRole, build_model_messages
from editor_app.runs.sent.origins import TokenOrigin, tokens_by_origin
from editor_app.runs.sent.placement import placed_messages, type_of, wrapped
from editor_app.runs.sent.request_end import StepChange, request_end, step_change
from editor_app.runs.sent.request_log import RequestLog
from editor_app.runs.sent.request_structure import GroupKey, request_structure
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.runs.triggers.checking import Checked, Memory, check_triggers
from editor_app.runs.triggers.merging import trigger_set
from editor_app.runs.triggers.situation import Situation
from editor_app.runs.triggers.trying import TriggerTrial, try_trigger
from editor_app.runs.triggers.variables import (
    RUN_CATALOG,
    TRIGGER_CATALOG,
    todo_lines,
    variables_named,
)

__all__ = [
    "BUILT_IN",
    "PROVIDERS",
    "RUN_CATALOG",
    "TRIGGER_CATALOG",
    "Checked",
    "ContinuePolicy",
    "Deliver",
    "End",
    "Figures",
    "Firing",
    "GroupKey",
    "Grouping",
    "Insertion",
    "Level",
    "Memory",
    "ModelError",
    "ModelMessage",
    "ModelRole",
    "Ramp",
    "Reached",
    "ReachedRow",
    "Records",
    "Recovery",
    "Refusal",
    "RequestLog",
    "RunModel",
    "RunPlan",
    "RunResult",
    "RunSettings",
    "RunState",
    "Scenario",
    "ScenarioStep",
    "ScriptedModel",
    "Session",
    "SessionMessage",
    "SessionStep",
    "Signal",
    "Situation",
    "Start",
    "StepChange",
    "StepEnd",
    "StepLimit",
    "StepRecord",
    "Steps",
    "Strategy",
    "Todo",
    "TokenOrigin",
    "ToolCall",
    "Trigger",
    "TriggerEntry",
    "TriggerSet",
    "TriggerTrial",
    "Upcoming",
    "build_model_messages",
    "check_run_request",
    "check_triggers",
    "collected",
    "compare_strategies",
    "goes_on",
    "grouped",
    "insertions",
    "message_forms",
    "placed_messages",
    "plan_of",
    "play",
    "play_in_slices",
    "play_scenario",
    "play_strategies",
    "problems_of_run",
    "recorded",
    "request_end",
    "request_structure",
    "step_change",
    "todo_lines",
    "tokens_by_origin",
    "trigger_set",
    "try_trigger",
    "type_of",
    "variables_named",
    "wrapped",
]
