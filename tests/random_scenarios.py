"""Random scenarios and triggers for the properties of runs."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import strategies as st

from editor_app.runs.model.scenario import (
    WRITES,
    ContinuePolicy,
    Measures,
    Ramp,
    Recovery,
    RunSettings,
    Scenario,
    ScenarioStep,
    Start,
    StepLimit,
    Steps,
    Todo,
    ToolCall,
    TriggerEntry,
)
from editor_app.runs.model.session import PROVIDERS, Deliver, FinishReason, Level, Rearm, Signal, Strategy

LIMIT = 500
TEXTS = st.text(st.sampled_from("aé😀 \n<"), max_size=40).map(lambda text: f"a{text}b")
SHARES = st.none() | st.integers(0, 100).map(lambda percent: Decimal(percent) / 100)
NAMES = st.sampled_from(("read_file", "Edit", "Bash"))
CALLS = st.builds(
    ToolCall,
    name=NAMES,
    arguments=st.sampled_from(({}, {"path": "é.py"})),
    result=st.just("") | TEXTS,
    error=st.none() | TEXTS,
)
TODOS = st.lists(
    st.builds(Todo, content=TEXTS, status=st.sampled_from(("pending", "in_progress", "completed"))),
    max_size=3,
).map(tuple)


GOING_ON = st.builds(
    ScenarioStep,
    text=st.none() | TEXTS,
    tools=st.lists(CALLS, min_size=1, max_size=3).map(tuple),
    total=st.none() | st.none() | st.integers(0, LIMIT),
    measures=st.builds(Measures, SHARES, SHARES, st.none() | TODOS),
    compact=st.sampled_from((None, None, None, "What happened so far")),
)
"""Steps with calls, which a run goes on after."""


@st.composite
def ending(draw: st.DrawFn) -> list[ScenarioStep]:
    """Give a step that ends a turn, and one that begins the next."""
    text, total = draw(TEXTS), draw(st.none() | st.integers(0, LIMIT))
    tools = draw(st.just(()) | st.lists(CALLS, max_size=2).map(tuple))
    finish = draw(st.sampled_from((None, FinishReason.STOP, FinishReason.LENGTH)))
    return [ScenarioStep(text=text, tools=tools, total=total, finish=finish), _begun(draw(GOING_ON))]


def _begun(step: ScenarioStep) -> ScenarioStep:
    return replace(step, user="Go on")


RAMPS = st.builds(Ramp, steps=st.integers(1, 6), first=st.integers(0, LIMIT), last=st.integers(0, LIMIT))
SETTINGS = st.builds(
    RunSettings,
    strategy=st.sampled_from(tuple(Strategy)),
    go_on=st.sampled_from((*[ContinuePolicy()] * 5, ContinuePolicy(WRITES))),
    max_steps=st.sampled_from((*[StepLimit()] * 4, StepLimit(3), StepLimit(2, 2, 5))),
    deliver=st.sampled_from(tuple(Deliver)),
    hints_every=st.integers(1, 3),
    provider=st.sampled_from(PROVIDERS),
    context_limit=st.sampled_from((None, LIMIT, LIMIT, LIMIT)),
)
STARTS = st.builds(
    Start,
    total=st.none() | st.integers(0, LIMIT),
    measures=st.builds(Measures, SHARES, SHARES, TODOS.map(lambda todos: todos or None)),
    flags=st.dictionaries(st.sampled_from(("contextWarning80", "cpuWarning", "t0", "t1")), st.booleans()),
)
FIGURES = (Signal.CONTEXT, Signal.CPU, Signal.MEMORY)


@st.composite
def entries(draw: st.DrawFn) -> TriggerEntry:
    """Give a trigger of a file, without its id."""
    signal = draw(st.sampled_from(tuple(Signal)))
    at = None
    if signal.needs_at:
        at = Decimal(draw(st.integers(1, 100 if signal.is_percent else 5)))
    repeat = draw(st.sampled_from(({}, {"once": True}, {"once": False}, {"every": 2}, {"recovery": True})))
    if repeat.get("recovery"):
        repeat = (
            {"recovery": Recovery("back", "back", "[context:percent] again")} if signal in FIGURES else {}
        )
    return TriggerEntry(
        "t",
        level=draw(st.sampled_from((None, *Level))),
        order=draw(st.none() | st.integers(0, 9)),
        signal=signal,
        at=at,
        tool="Edit" if signal is Signal.TOOL_UNUSED else None,
        rearm=draw(st.sampled_from((None, *Rearm))),
        text=draw(
            st.sampled_from(
                ("x", "[context:percent] [todo:list]", "[resource:cpu]", "[step:index] [step:left]")
            )
        ),
        tag=draw(st.sampled_from((None, None, "tag", "[no:tag]"))),
        **repeat,
    )


TRIGGERS = st.lists(entries(), min_size=2, max_size=5).map(
    lambda found: [_with_id(one, f"t{number}") for number, one in enumerate(found)]
)


def _with_id(entry: TriggerEntry, id_: str) -> TriggerEntry:
    recovery = entry.recovery
    return replace(entry, id=id_, recovery=recovery and replace(recovery, id=f"{id_}-back"))


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Give scenarios whose calls are answered, and whose texts are not blank."""
    first = replace(draw(GOING_ON), user="Do it", compact=None)
    parts = draw(
        st.lists(
            GOING_ON.map(lambda one: [one]) | RAMPS.map(lambda one: [one]) | ending(), min_size=3, max_size=10
        )
    )
    items = [item for part in parts for item in part]
    return Scenario(Steps([first, *items]), settings=draw(SETTINGS), start=draw(STARTS))


HISTORY = st.lists(st.tuples(st.sampled_from(("user", "assistant", "system")), TEXTS), max_size=3).map(tuple)

ALL_FORMS = tuple((provider, deliver) for provider in PROVIDERS for deliver in Deliver)
