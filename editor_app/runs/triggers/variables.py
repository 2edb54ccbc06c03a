"""The variables of trigger texts: the figures of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

from editor_app.runs.model.scenario import Todo, Trigger
from editor_app.runs.triggers.situation import Situation
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog, CatalogEntry, Volatility, types_of


def _entry(key: str, description: str, example: str) -> CatalogEntry:
    type_, _, name = key.partition(":")
    return CatalogEntry(type_, name, description, Volatility.TURN, example=example)


RUN_CATALOG: Final[Catalog] = (
    _entry("context:percent", "How full the context is, in percent, rounded down", "83"),
    _entry("context:tokens", "The tokens in the context", "166000"),
    _entry("context:limit", "The tokens that fit into the context", "200000"),
    _entry("resource:memory", "The memory in use, in percent, rounded down", "41"),
    _entry("resource:cpu", "The CPU in use, in percent, rounded down", "72"),
    _entry(
        "todo:list",
        "The open tasks, a line each; does not exist without any",
        "1. [pending] Write the parser",
    ),
    _entry("todo:count", "How many tasks are open", "3"),
    _entry("step:index", "The number of the step in whose request the text stands, from 0", "12"),
    _entry("step:left", "How many steps the turn has left", "88"),
)
"""What only trigger texts can name."""

TRIGGER_CATALOG: Final[Catalog] = (*TEMPLATE_CATALOG, *RUN_CATALOG)
"""What trigger texts and tags can name."""


def run_values(situation: Situation) -> Mapping[str, str]:
    """Return the values of the figures; what has no figure is not in it."""
    figures = situation.figures
    opened = open_todos(figures.todos)
    tokens = situation.tokens
    found = {
        "context:percent": None if tokens is None or not figures.limit else tokens * 100 // figures.limit,
        "context:tokens": tokens,
        "context:limit": figures.limit,
        "resource:memory": percent(figures.memory),
        "resource:cpu": percent(figures.cpu),
        "todo:list": todo_lines(opened) if opened else None,
        "todo:count": len(opened),
        "step:index": situation.step,
        "step:left": max(situation.steps_left, 0),
    }
    return {key: str(value) for key, value in found.items() if value is not None}


def variables_named(triggers: Iterable[Trigger]) -> tuple[str, ...]:
    """Return the variables that texts and tags of triggers name besides the figures of a run, each once."""
    types = types_of(RUN_CATALOG)
    owners = (one for trigger in triggers for one in (trigger, trigger.recovery) if one is not None)
    texts = (text for one in owners for text in (one.tag, one.text))
    names = (name for text in texts for name in parse(text, Dialect.BRACKETS).names)
    return tuple(dict.fromkeys(name for name in names if name.partition(":")[0] not in types))


def percent(share: Decimal | None) -> int | None:
    """Return a share of 1 as percent, rounded down."""
    if share is None:
        return None
    over, under = share.as_integer_ratio()
    return over * 100 // under


def open_todos(todos: Iterable[Todo]) -> tuple[Todo, ...]:
    """Return those that are not completed."""
    return tuple(one for one in todos if one.is_open)


def todo_lines(todos: Iterable[Todo]) -> str:
    """Return todos as text, a numbered line each: `1. [in_progress] Write the parser`."""
    return "\n".join(f"{number}. [{one.status}] {one.content}" for number, one in enumerate(todos, 1))
