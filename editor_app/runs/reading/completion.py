"""What can be written at a place of a scenario or triggers file: keys, words, ids, tools, expectations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from editor_app.runs.expectations.forms import When
from editor_app.runs.model.words import (
    PROVIDERS,
    Counting,
    Deliver,
    End,
    FinishReason,
    Level,
    Policy,
    Rearm,
    Signal,
    Strategy,
    Tokenizer,
)
from editor_app.runs.reading import scenario_settings as settings
from editor_app.runs.reading import scenario_steps as steps
from editor_app.runs.reading.scenario_file import SCENARIO_KEYS, STEPS_KEYS, SYSTEM_KEYS
from editor_app.runs.reading.trigger_fields import RECOVERY_KEYS, TRIGGER_KEYS
from editor_app.runs.reading.triggers_file import FILE_KEYS
from editor_app.runs.reading.typed_place import TypedPlace, typed_place
from editor_app.text import Span
from editor_app.text.completions import Completion
from editor_app.variables import Catalog

Path = tuple[str, ...]


class KnownNames(NamedTuple):
    """The names that a file can use: the ids of triggers, the tools, and the variables of texts."""

    ids: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    catalog: Catalog = ()


_SCENARIO_KEYS: Final[Mapping[Path, tuple[str, ...]]] = {
    (): SCENARIO_KEYS,
    ("system",): SYSTEM_KEYS,
    ("model",): settings.MODEL_KEYS,
    ("max_steps",): settings.LIMIT_KEYS,
    ("continue",): settings.POLICY_KEYS,
    ("start",): settings.START_KEYS,
    ("todos",): settings.TODO_KEYS,
    ("steps",): (*steps.STEP_KEYS, "ramp", *STEPS_KEYS),
    ("steps", "todos"): settings.TODO_KEYS,
    ("steps", "tools"): steps.TOOL_KEYS,
    ("steps", "usage"): steps.USAGE_KEYS,
    ("steps", "compact"): steps.COMPACT_KEYS,
    ("steps", "ramp"): steps.RAMP_KEYS,
    ("steps", "ramp", "tools"): steps.TOOL_KEYS,
}
_TRIGGERS_KEYS: Final[Mapping[Path, tuple[str, ...]]] = {
    (): FILE_KEYS,
    ("triggers",): TRIGGER_KEYS,
    ("triggers", "recovery"): RECOVERY_KEYS,
}
_TRUTH: Final = ("true", "false")
_SCENARIO_WORDS: Final[Mapping[Path, type[StrEnum] | tuple[str, ...]]] = {
    ("strategy",): Strategy,
    ("provider",): tuple(map(str, PROVIDERS)),
    ("continue",): Policy,
    ("count",): Counting,
    ("tokenizer",): Tokenizer,
    ("deliver",): Deliver,
    ("model",): (settings.SCRIPTED,),
    ("model", "tools"): settings.MODEL_TOOLS,
    ("steps", "finish"): FinishReason,
    ("todos", "status"): settings.TODO_STATUSES,
    ("steps", "todos", "status"): settings.TODO_STATUSES,
}
_TRIGGERS_WORDS: Final[Mapping[Path, type[StrEnum] | tuple[str, ...]]] = {
    ("triggers", "signal"): Signal,
    ("triggers", "level"): Level,
    ("triggers", "rearm"): Rearm,
    ("triggers", "enabled"): _TRUTH,
    ("triggers", "once"): _TRUTH,
}
_SIGNALS: Final[Mapping[Signal, str]] = {
    Signal.CONTEXT: "the context is that full, in percent",
    Signal.MEMORY: "so much memory is in use, in percent",
    Signal.CPU: "so much of the CPU is in use, in percent",
    Signal.FIRST_MESSAGE: "before the first message of the user",
    Signal.COMPACTION: "after a compaction",
    Signal.STEPS: "the turn has taken so many steps",
    Signal.STEPS_LEFT: "so few steps are left of max_steps",
    Signal.TOOL_UNUSED: "a tool was not called in so many steps",
}
_TOOL_PLACES: Final = frozenset(
    [("steps", "tools", "name"), ("steps", "ramp", "tools", "name"), ("continue", "after")]
)
_FLAG_PLACES: Final = frozenset([("start", "flags")])
_TEXT_PLACES: Final = frozenset(
    [
        ("triggers", "text"),
        ("triggers", "tag"),
        ("triggers", "recovery", "text"),
        ("triggers", "recovery", "tag"),
    ]
)
_open_tag = re.compile(r"\[(if +!?)?([A-Za-z0-9_]*(?::[^\]\[\n]*)?)\Z").search


def complete_scenario(source: str, offset: int, known: KnownNames) -> tuple[Completion, ...]:
    """Return what can stand at an offset of a scenario."""
    place = typed_place(source, offset)
    if place.path == ("expect",) or (place.path == () and place.key == "expect"):
        return tuple(_expectations(place, known, offset))
    if _full_path(place) in _TOOL_PLACES:
        return _matching(place, ((tool, "tool") for tool in known.tools))
    if _full_path(place) in _FLAG_PLACES:
        return _matching(place, ((id_, "flag") for id_ in known.ids))
    return _of_tables(place, _SCENARIO_KEYS, _SCENARIO_WORDS)


def complete_triggers(source: str, offset: int, known: KnownNames) -> tuple[Completion, ...]:
    """Return what can stand at an offset of a triggers file."""
    place = typed_place(source, offset)
    full = _full_path(place)
    tag = _open_tag(source, max(source.rfind("\n", 0, offset) + 1, offset - 200), offset)
    if tag is not None and (full in _TEXT_PLACES or place.path in _TEXT_PLACES):
        span = Span(offset - len(tag[2]), offset)
        entries = ((entry.key, entry.description) for entry in known.catalog if not entry.dynamic)
        return tuple(Completion(key, span, said) for key, said in entries if key.startswith(tag[2]))
    if full == ("triggers", "id"):
        return _matching(place, ((id_, "built-in trigger") for id_ in known.ids))
    if full == ("triggers", "tool"):
        return _matching(place, ((tool, "tool") for tool in known.tools))
    return _of_tables(place, _TRIGGERS_KEYS, _TRIGGERS_WORDS)


def _full_path(place: TypedPlace) -> Path:
    return place.path if place.key is None else (*place.path, place.key)


def _of_tables(
    place: TypedPlace,
    keys: Mapping[Path, tuple[str, ...]],
    words: Mapping[Path, type[StrEnum] | tuple[str, ...]],
) -> tuple[Completion, ...]:
    if place.key is None and place.line == place.typed and place.path in keys:
        return _matching(place, ((key, "key") for key in keys[place.path]), ": ")
    found = words.get(_full_path(place), ())
    if place.line.lstrip("[ ").rpartition(" ")[2] != place.typed:
        return ()
    return _matching(place, ((str(word), _detail(word)) for word in found))


def _detail(word: object) -> str:
    return _SIGNALS[word] if isinstance(word, Signal) else ""


def _matching(
    place: TypedPlace, found: Iterable[tuple[str, str]], behind: str = ""
) -> tuple[Completion, ...]:
    typed = place.typed.lower()
    listed = dict(found)
    return tuple(
        Completion(text + behind, place.span, detail)
        for text, detail in listed.items()
        if text.lower().startswith(typed) and text != place.typed
    )


def _expectations(place: TypedPlace, known: KnownNames, offset: int) -> Iterator[Completion]:
    """Yield the words that can come next in an expectation."""
    words = place.line.lstrip("\"'").split()
    before = words[: len(words) - bool(place.typed)]
    for text, detail in _next_words(tuple(before), known):
        if text.lower().startswith(place.typed.lower()) and text != place.typed:
            yield Completion(text, Span(offset - len(place.typed), offset), detail)


def _next_words(before: Path, known: KnownNames) -> Iterable[tuple[str, str]]:
    ids = tuple((id_, "trigger") for id_ in known.ids)
    if not before:
        return (*_STARTS.items(), *ids)
    if before in _BEFORE_IDS:
        return ids
    if len(before) == 1 and before[0] in known.ids:
        return (("at most ", ""),)
    for pattern, words in _FOLLOWING:
        if len(pattern) == len(before) and all(
            one in {_ANY, word} for one, word in zip(pattern, before, strict=True)
        ):
            return ((word, "") for word in words)
    return ()


_BEFORE_IDS: Final = frozenset([("fires",), ("never",), ("present", "after", "compaction:")])
_ANY: Final = "*"
_FOLLOWING: Final[tuple[tuple[Path, tuple[str, ...]], ...]] = (
    (("fires", _ANY), tuple(f"{when} step " for when in When)),
    (("legal", "for"), tuple(map(str, PROVIDERS))),
    (("stops", "with"), tuple(map(str, End))),
    (("request", "at", "step", _ANY), ('contains "', 'does not contain "')),
    ((_ANY, "at", "most", "1"), ("time", "time in ")),
    ((_ANY, "at", "most", _ANY), ("times", "times in ")),
    ((_ANY, "at", "most", _ANY, "time", "in", _ANY), ("steps",)),
    ((_ANY, "at", "most", _ANY, "times", "in", _ANY), ("steps",)),
)
_STARTS: Final[Mapping[str, str]] = {
    "fires ": "a trigger fires",
    "never ": "a trigger does not fire",
    "present after compaction: ": "the model has its message again",
    "request at step ": "what the model reads there",
    "legal for ": "a provider takes every request",
    "prefix kept": "each request begins with the one before it",
    "stops with ": "how the run ends",
}
