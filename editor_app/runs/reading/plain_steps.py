"""Reading steps that are written as most are, quickly and without places; others are left to `read_item`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NoReturn

from editor_app.runs.model.scenario import ScenarioStep, Todo, ToolCall
from editor_app.runs.model.words import FinishReason
from editor_app.runs.reading.scenario_settings import MOST_TODOS, SHARE, TODO_KEYS, TODO_STATUSES, TOKENS
from editor_app.runs.reading.scenario_steps import MOST_TOOLS, OUR_OPENING_TAG, STEP_KEYS, TOOL_KEYS
from editor_app.structured.budget import MOST_DEPTH
from editor_app.structured.json_reader import has_half_characters
from editor_app.text import Span

_STEP_KEYS: Final = frozenset(STEP_KEYS)
_TOOL_KEYS: Final = frozenset(TOOL_KEYS)
_TODO_KEYS: Final = frozenset(TODO_KEYS)
_FINISH: Final = {str(reason): reason for reason in FinishReason}


class _Unsure(ValueError):  # noqa: N818  it never leaves this file
    """The line may be wrong, or mean something else to the reader with places."""


def plain_step(line: str, origin: Span, *, may_hold_our_tag: bool = False) -> ScenarioStep | None:
    """Return the step that a line of JSON is; None where it is to be read with places.

    A line that holds our own tag is one of these, but where `may_hold_our_tag` is true.
    """
    if OUR_OPENING_TAG in line and not may_hold_our_tag:
        return None
    try:
        data = _load(line)
        if not isinstance(data, dict) or (_may_be_deep(line) and _is_deep(data)):
            return None
        if "\\u" in line and has_half_characters(data):
            return None
        return _step(data, origin)
    except (ValueError, RecursionError):
        return None


def _may_be_deep(line: str) -> bool:
    return line.count("{") + line.count("[") > MOST_DEPTH


def _is_deep(data: object) -> bool:
    """Whether data are nested deeper than the reader with places goes."""
    level = [data]
    for _ in range(MOST_DEPTH):
        level = [one for above in level for one in _inside(above) if isinstance(one, (dict, list))]
    return bool(level)


def _inside(data: object) -> Iterable[object]:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list) else ()


class _Figure(float):
    """A number that knows how it is spelled."""

    spelling: str

    @staticmethod
    def of(spelling: str) -> _Figure:
        """Return the number that a text spells."""
        figure = _Figure(spelling)
        if figure - figure != 0:
            raise _Unsure
        figure.spelling = spelling
        return figure


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Unsure
    return found


def _refuse(constant: str) -> NoReturn:
    raise _Unsure(constant)


_load: Final = json.JSONDecoder(
    object_pairs_hook=_mapping, parse_float=_Figure.of, parse_constant=_refuse
).decode


def _step(data: Mapping[str, Any], origin: Span) -> ScenarioStep:
    if not data.keys() <= _STEP_KEYS:
        raise _Unsure
    finish = data.get("finish")
    return ScenarioStep(
        _text(data, "user"),
        _text(data, "text"),
        tuple(map(_tool, _list(data, "tools", MOST_TOOLS))) if "tools" in data else (),
        _total(data["usage"]) if "usage" in data else None,
        _share(data["cpu"]) if "cpu" in data else None,
        _share(data["memory"]) if "memory" in data else None,
        tuple(map(_todo, _list(data, "todos", MOST_TODOS))) if "todos" in data else None,
        _finish(finish) if "finish" in data else None,
        _summary(data["compact"]) if "compact" in data else None,
        origin,
    )


def _text(data: Mapping[str, Any], key: str) -> str | None:
    text = data.get(key)
    if text is not None and type(text) is not str:
        raise _Unsure
    return text


def _list(data: Mapping[str, Any], key: str, most: int) -> list[Any]:
    found = data[key]
    if type(found) is not list or len(found) > most:
        raise _Unsure
    return found


def _tool(data: object) -> ToolCall:
    if type(data) is not dict or not data.keys() <= _TOOL_KEYS:
        raise _Unsure
    name, error, arguments = _text(data, "name"), _text(data, "error"), data.get("args", {})
    if name is None or not name.strip() or type(arguments) is not dict:
        raise _Unsure
    id_ = _text(data, "id")
    if (error is not None and "result" in data) or (id_ is not None and not id_.strip()):
        raise _Unsure
    result = _text(data, "result") if "result" in data else ""
    return ToolCall(name, arguments, None if error is not None else result, error, id_)


def _total(data: object) -> int:
    total = data.get("total") if type(data) is dict and len(data) == 1 else None
    if type(total) is not int or not TOKENS.holds(total):
        raise _Unsure
    return total


def _share(value: object) -> Decimal:
    if type(value) is int:
        number = Decimal(value)
    elif type(value) is _Figure and len(value.spelling) < 20:
        number = Decimal(value.spelling)
    else:
        raise _Unsure
    if not SHARE.holds(number):
        raise _Unsure
    return number


def _todo(data: object) -> Todo:
    if type(data) is not dict or data.keys() != _TODO_KEYS:
        raise _Unsure
    content, status = _text(data, "content"), _text(data, "status")
    if content is None or not content.strip() or status not in TODO_STATUSES:
        raise _Unsure
    return Todo(content, status)


def _finish(value: object) -> FinishReason:
    found = _FINISH.get(value) if type(value) is str else None
    if found is None:
        raise _Unsure
    return found


def _summary(data: object) -> str:
    summary = data.get("summary") if type(data) is dict and len(data) == 1 else None
    if type(summary) is not str or not summary.strip():
        raise _Unsure
    return summary
