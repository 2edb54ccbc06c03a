"""The state of a window's session as a value, and as the JSON that the journal keeps.

What cannot be read there counts as missing: a state of an earlier or later version gives what it can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Final

from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Situation
from editor_app.window.text.open_documents import TabSort

FORMAT: Final = 1
MOST_TABS: Final = 1_000
_MOST_ITEMS = 10_000
_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LinesInSight:
    """The first line in sight, and the first lines of what is folded, from 0."""

    first: int = 0
    folds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TabLook:
    """How a tab is kept, and whether a file that has another view is shown as text.

    `beside` is the caret and the first line in sight of its text beside, () where there is none.
    """

    in_source: bool = False
    sort: TabSort = TabSort.KEPT
    beside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TabTrial:
    """The case and the situation that a text is tried with; values only where it is in no file yet."""

    case: str | None = None
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    situation: Situation | None = None
    situation_name: str | None = None


@dataclass(frozen=True, slots=True)
class TabState:
    """One tab: its file, or its number in the journal while it has none, and how it was shown.

    `caret` and `anchor` are the ends of the selection, `lines` which lines are in sight. `of_kind` is what
    the perspective of the file's kind keeps, as JSON values; only that reads it.
    """

    path: str | None = None
    number: int | None = None
    caret: int = 0
    anchor: int = 0
    lines: LinesInSight = LinesInSight()
    look: TabLook = TabLook()
    tried: TabTrial = field(default_factory=TabTrial)
    of_kind: Mapping[str, object] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class SessionState:
    """The tabs in their order, which of them is in front, and what is the same for all of them.

    `model`, `conversation_id` and `clock` are those that variables are resolved for; None where none was
    chosen.
    """

    tabs: tuple[TabState, ...] = ()
    front: int = 0
    zoom: int = 0
    preview: str = ""
    model: str | None = None
    conversation_id: str | None = None
    clock: datetime | None = None


def session_to_json(state: SessionState) -> dict[str, object]:
    """Return a state as JSON values."""
    return {
        "format": FORMAT,
        "tabs": [_tab_to_json(tab) for tab in state.tabs],
        "front": state.front,
        "zoom": state.zoom,
        "preview": state.preview,
        "model": state.model,
        "conversation": state.conversation_id,
        "clock": None if state.clock is None else state.clock.isoformat(),
    }


def session_from_json(value: object) -> SessionState:
    """Return the state in JSON values; what is not of its sort has its default."""
    table = _table(value)
    tabs = tuple(_tab_from_json(tab) for tab in _items(table.get("tabs"))[:MOST_TABS])
    front = _whole(table.get("front"))
    return SessionState(
        tabs,
        front if front < len(tabs) else 0,
        _whole(table.get("zoom"), least=-100, most=100),
        _text(table.get("preview")) or "",
        _text(table.get("model")),
        _text(table.get("conversation")),
        _moment(table.get("clock")),
    )


def _tab_to_json(tab: TabState) -> dict[str, object]:
    values: dict[str, object] = {
        "path": tab.path,
        "number": tab.number,
        "caret": tab.caret,
        "anchor": tab.anchor,
        "first_line": tab.lines.first,
        "in_source": tab.look.in_source,
        "beside": list(tab.look.beside),
        "sort": None if tab.look.sort is TabSort.KEPT else tab.look.sort.value,
        "folds": list(tab.lines.folds),
        "case": tab.tried.case,
        "values": dict(tab.tried.values),
        "situation": _situation_to_json(tab.tried.situation),
        "situation_name": tab.tried.situation_name,
        "of_kind": dict(tab.of_kind),
    }
    return {key: value for key, value in values.items() if value not in (None, 0, [], {}, False)}


def _tab_from_json(value: object) -> TabState:
    table = _table(value)
    number = table.get("number")
    path = _text(table.get("path"))
    return TabState(
        path=path if path and "\0" not in path else None,
        number=_whole(number) if _is_whole(number) else None,
        caret=_whole(table.get("caret")),
        anchor=_whole(table.get("anchor")),
        lines=LinesInSight(
            _whole(table.get("first_line")),
            tuple(_whole(line) for line in _items(table.get("folds")) if _is_whole(line)),
        ),
        look=TabLook(
            table.get("in_source") is True,
            _sort(table.get("sort")),
            tuple(map(_whole, _items(table.get("beside"))[:2])),
        ),
        tried=TabTrial(
            _text(table.get("case")),
            _texts(table.get("values")),
            _situation_from_json(table.get("situation")),
            _text(table.get("situation_name")),
        ),
        of_kind=_table(table.get("of_kind")),
    )


def _situation_to_json(situation: Situation | None) -> dict[str, object] | None:
    """Return a situation without what is left open in it, and without what is muted to try it."""
    if situation is None:
        return None
    tools = situation.tools if situation.tools is OPEN else list(situation.tools)
    fields = {"file": situation.file, "mode": situation.mode, "tools": tools}
    table: dict[str, object] = {name: value for name, value in fields.items() if value is not OPEN}
    for name, keys in (("holds", situation.holds), ("fails", situation.fails)):
        table[name] = sorted(([key.kind, key.value] for key in keys), key=repr)
    return {**table, "values": dict(situation.values)}


def _situation_from_json(value: object) -> Situation | None:
    if not isinstance(value, dict):
        return None
    table = _table(value)
    tools = table.get("tools")
    values = _table(table.get("values"))
    return Situation(
        file=_text(table["file"]) if "file" in table else OPEN,
        mode=_text(table["mode"]) if "mode" in table else OPEN,
        tools=tuple(tool for tool in tools if isinstance(tool, str)) if isinstance(tools, list) else OPEN,
        holds=_keys(table.get("holds")),
        fails=_keys(table.get("fails")),
        values=MappingProxyType(
            {name: text for name, text in values.items() if text is None or isinstance(text, str)}
        ),
    )


def _keys(value: object) -> frozenset[ConditionKey]:
    keys = set()
    for item in _items(value):
        match item:
            case [str(kind), str() | None as key]:
                keys.add(ConditionKey(kind, key))
    return frozenset(keys)


def _texts(value: object) -> Mapping[str, str]:
    return MappingProxyType({name: text for name, text in _table(value).items() if isinstance(text, str)})


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        return {}
    return {key: item for key, item in value.items() if isinstance(key, str)}


def _items(value: object) -> list[object]:
    return value[:_MOST_ITEMS] if isinstance(value, list) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _sort(value: object) -> TabSort:
    return next((sort for sort in TabSort if sort.value == value), TabSort.KEPT)


def _moment(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(value: object, *, least: int = 0, most: int = 1 << 40) -> int:
    return value if isinstance(value, int) and _is_whole(value) and least <= value <= most else 0
