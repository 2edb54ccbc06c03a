"""What can be written at a place of a scenario or triggers file: keys, words, ids, tools, expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from editor_app.runs.expectations.forms import FiringPlace
from editor_app.runs.model.session import (
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
from editor_app.runs.reading.named_paths import NamedPath, PathSort
from editor_app.runs.reading.scenario_file import SCENARIO, STEPS_FILE
from editor_app.runs.reading.scenario_steps import RAMP
from editor_app.runs.reading.triggers_file import FILE, TIMINGS
from editor_app.structured.fields.reader import Table
from editor_app.structured.offers import Notes, is_alone, is_no_place, offer, offer_keys
from editor_app.structured.typed_place import (
    KeysBeside,
    TypedPlace,
    keys_beside,
    typed_place,
)
from editor_app.text import Sentence, Span, line_at
from editor_app.text.completions import Completion
from editor_app.variables.catalog import Catalog
from editor_app.variables.tag_completion import complete_variables

Path = tuple[str, ...]


class KnownNames(NamedTuple):
    """The names that a file can use, each list made when it is asked for: ids, tools and paths.

    `paths` gets a path up to its last `/`. `taken` are the ids that the file has already.
    """

    ids: Callable[[], Iterable[str]] = tuple
    tools: Callable[[], Iterable[str]] = tuple
    paths: Callable[[str, PathSort], Iterable[NamedPath]] = lambda _typed, _sort: ()
    catalog: Catalog = ()
    taken: Callable[[], Iterable[str]] = tuple


Words = type[StrEnum] | Notes


def _notes_in(table: Table) -> dict[Path, dict[str, str]]:
    """Return the keys of each mapping of a file in the order they are offered, each with what it is for."""
    notes: dict[Path, dict[str, str]] = {}
    for path, inner in table.within():
        notes.setdefault(path, {}).update(inner.notes)
    return notes


def _words_in(table: Table) -> dict[Path, Words]:
    """Return the words that each field of a file can be."""
    fields = ((path, field) for path, inner in table.within() for field in inner.fields)
    return {(*path, field.name): field.type.words for path, field in fields if field.type.words is not None}


_SCENARIO_NOTES: Final = _notes_in(SCENARIO)
_SCENARIO_WORDS: Final = _words_in(SCENARIO)
_TRIGGERS_NOTES: Final = _notes_in(FILE)
_TRIGGERS_WORDS: Final = _words_in(FILE)
_PATHS: Final[Mapping[Path, PathSort]] = {
    ("system",): PathSort.TEXT,
    ("chat",): PathSort.FOLDER,
    ("triggers",): PathSort.TRIGGERS,
    ("steps", "file"): PathSort.STEPS,
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


def complete_scenario(source: str, offset: int, known: KnownNames) -> tuple[Completion, ...]:
    """Return what can stand at an offset of a scenario."""
    place = typed_place(source, offset)
    full = _full_path(place)
    if is_no_place(source, offset, place):
        return ()
    if place.path == ("expect",):
        return tuple(_expectations(source, place, known))
    if full in _PATHS and place.key is not None and not place.line.startswith(("{", "[")):
        return tuple(_paths(place, offset, known, _PATHS[full]))
    if not is_alone(place):
        return ()
    if full in _TOOL_PLACES:
        return offer(place, ((tool, "tool") for tool in known.tools()), is_open=True)
    if full in _FLAG_PLACES:
        return offer(place, ((id_, "flag") for id_ in known.ids()), is_open=True)
    beside = keys_beside(source, offset)
    return _of_tables(source, place, (_SCENARIO_NOTES, _SCENARIO_WORDS), _step_keys(place, beside))


def complete_triggers(source: str, offset: int, known: KnownNames) -> tuple[Completion, ...]:
    """Return what can stand at an offset of a triggers file."""
    place = typed_place(source, offset)
    full = _full_path(place)
    if any(full[:length] in _TEXT_PLACES for length in (2, 3)):
        return complete_variables(source, offset, known.catalog)
    if is_no_place(source, offset, place) or not is_alone(place):
        return ()
    if full == ("triggers", "id"):
        taken = set(known.taken())
        free = ((id_, Sentence("runs.built-in-trigger")) for id_ in known.ids() if id_ not in taken)
        return offer(place, free, is_open=True)
    if full == ("triggers", "tool"):
        return offer(place, ((tool, "tool") for tool in known.tools()), is_open=True)
    beside = keys_beside(source, offset)
    return _of_tables(source, place, (_TRIGGERS_NOTES, _TRIGGERS_WORDS), _trigger_keys(place, beside))


def complete_steps(source: str, offset: int, known: KnownNames) -> tuple[Completion, ...]:
    """Return what can stand at an offset of a file of steps, in JSON Lines."""
    span = line_at(source, offset)
    start, line = span.start, span.of(source)
    place = typed_place(line, offset - start)
    place = place._replace(path=("steps", *place.path), span=place.span.shifted(start))
    if not is_alone(place) or not line.lstrip().startswith("{"):
        return ()
    full, beside = _full_path(place), keys_beside(line, offset - start)
    if full in _TOOL_PLACES:
        return _as_json(source, place, offer(place, ((tool, "tool") for tool in known.tools()), is_open=True))
    if place.key is not None or place.path not in _SCENARIO_NOTES:
        words = _SCENARIO_WORDS.get(full, {})
        listed = words if isinstance(words, Mapping) else WORD_NOTES[words]
        return _as_json(source, place, offer(place, listed.items()))
    left_out = _step_keys(place, beside._replace(is_item=True))
    keys = ((key, note) for key, note in _SCENARIO_NOTES[place.path].items() if key not in left_out)
    return _as_json(source, place, offer(place, keys), behind=": ")


def ids_in(source: str, but_at: int = -1) -> tuple[str, ...]:
    """Return the ids that a triggers file gives, readable or not; without the one that ends at `but_at`."""
    return tuple(dict.fromkeys(match[1] for match in _ids(source) if match.end(1) != but_at))


def tools_in(source: str, but_at: int = -1) -> tuple[str, ...]:
    """Return the tools that a scenario’s steps call, readable or not, but for one that ends at `but_at`."""
    return tuple(dict.fromkeys(match[1] for match in _tools(source) if match.end(1) != but_at))


def _as_json(
    source: str, place: TypedPlace, offers: tuple[Completion, ...], behind: str = ""
) -> tuple[Completion, ...]:
    """Return completions with the quotes and what stands behind them, as far as these are not there."""
    opening = "" if place.line.startswith('"') else '"'
    is_closed = source[place.span.end : place.span.end + 1] == '"'
    closing = "" if is_closed else f'"{behind}'
    return tuple(candidate._replace(text=f"{opening}{candidate.text}{closing}") for candidate in offers)


def _full_path(place: TypedPlace) -> Path:
    return place.path if place.key is None else (*place.path, place.key)


def _of_tables(
    source: str,
    place: TypedPlace,
    tables: tuple[Mapping[Path, Notes], Mapping[Path, Words]],
    left_out: frozenset[str] | set[str],
) -> tuple[Completion, ...]:
    notes, words = tables
    if place.key is None and place.path in notes:
        return offer_keys(source, place, notes[place.path], left_out)
    words_of_key = words.get(_full_path(place), {})
    listed = words_of_key if isinstance(words_of_key, Mapping) else WORD_NOTES[words_of_key]
    return offer(place, ((str(word), note) for word, note in listed.items()))


def _step_keys(place: TypedPlace, beside: KeysBeside) -> set[str]:
    """Return the keys of a scenario that can’t stand beside those that are there."""
    left_out = set(beside.values)
    if place.path == ("steps",):
        is_ramp, is_step = "ramp" in left_out, bool(left_out - {"user", "ramp"})
        all_keys = set(_SCENARIO_NOTES["steps",])
        if not beside.is_item:
            return all_keys - set(STEPS_FILE.keys) | left_out
        left_out |= set(STEPS_FILE.keys) | ({"ramp"} if is_step else set())
        return left_out | all_keys - set(RAMP.keys) if is_ramp else left_out
    if place.path[-1:] == ("tools",):
        left_out |= {"error"} if "result" in left_out else {"result"} if "error" in left_out else set()
    return left_out


def _trigger_keys(place: TypedPlace, beside: KeysBeside) -> set[str]:
    """Return the keys of a trigger that can’t stand beside those that are there."""
    left_out = set(beside.values)
    if place.path != ("triggers",):
        return left_out
    if left_out & set(TIMINGS):
        left_out |= set(TIMINGS)
    signal = beside.values.get("signal", "")
    if signal in set(Signal):
        left_out |= set() if Signal(signal).needs_at else {"at"}
        left_out |= set() if Signal(signal).is_percent else {"recovery"}
        left_out |= set() if signal == Signal.TOOL_UNUSED else {"tool"}
    return left_out


def _paths(place: TypedPlace, offset: int, known: KnownNames, sort: PathSort) -> Iterator[Completion]:
    """Yield the files and folders that a path can go on with."""
    path = place.line.lstrip("\"'")
    folder, slash, typed = path.rpartition("/")
    for name, detail in known.paths(folder + slash, sort):
        if name.lower().startswith(typed.lower()):
            yield Completion(name, Span(offset - len(typed), place.span.end), detail, is_open=True)


def _expectations(source: str, place: TypedPlace, known: KnownNames) -> Iterator[Completion]:
    """Yield the words that can come next in an expectation, first the one that is typed in full."""
    words = place.line.lstrip("\"'").split()
    before = words[: len(words) - bool(place.typed)]
    is_followed = source[place.span.end : place.span.end + 1] == " "
    next_words = dict(_next_words(tuple(before), known))
    for text in sorted(next_words, key=lambda text: text != place.typed):
        if is_followed and " " in text.strip():
            continue  # of several words, where the sentence goes on
        if text.lower().startswith(place.typed.lower()):
            yield Completion(text.rstrip(" ") if is_followed else text, place.span, next_words[text])


def _next_words(before: Path, known: KnownNames) -> Iterable[tuple[str, str]]:
    if not before:
        return (*_STARTS.items(), *((id_, "trigger") for id_ in known.ids()))
    if before in _BEFORE_IDS:
        return ((id_, "trigger") for id_ in known.ids())
    for pattern, words in _FOLLOWING:
        if len(pattern) == len(before) and all(
            step in {_ANY, word} for step, word in zip(pattern, before, strict=True)
        ):
            listed = words if isinstance(words, Mapping) else WORD_NOTES[words]
            return ((str(word), note) for word, note in listed.items())
    if len(before) == 1 and before[0] in set(known.ids()):
        return (("at most ", "ID at most K times in M steps"),)
    return ()


_BEFORE_IDS: Final = frozenset([("fires",), ("never",), ("present", "after", "compaction:")])
_ANY: Final = "*"
_FOLLOWING: Final[tuple[tuple[Path, Words], ...]] = (
    (("fires", _ANY), {f"{when} step ": f"fires ID {when} step N" for when in FiringPlace}),
    (("legal", "for"), {str(provider): "" for provider in PROVIDERS}),
    (("stops", "with"), End),
    (
        ("request", "at", "step", _ANY),
        {
            'contains "': Sentence("runs.form-contains"),
            'does not contain "': Sentence("runs.form-contains-not"),
        },
    ),
    (
        (_ANY, "at", "most", "1"),
        {"time": Sentence("runs.form-whole-run"), "time in ": Sentence("runs.form-in-steps")},
    ),
    (
        (_ANY, "at", "most", _ANY),
        {"times": Sentence("runs.form-whole-run"), "times in ": Sentence("runs.form-in-steps")},
    ),
    ((_ANY, "at", "most", _ANY, "time", "in", _ANY), {"steps": ""}),
    ((_ANY, "at", "most", _ANY, "times", "in", _ANY), {"steps": ""}),
)
_STARTS: Final[Mapping[str, str]] = {
    "fires ": "fires ID, fires ID at step N",
    "never ": "never ID",
    "present after compaction: ": Sentence("runs.form-present-after"),
    "request at step ": Sentence("runs.form-reads"),
    "legal for ": Sentence("runs.form-legal"),
    "prefix kept": Sentence("runs.form-prefix-kept"),
    "stops with ": Sentence("runs.form-ends"),
}
_ids: Final = re.compile(r"""\bid"?: *["']?([A-Za-z0-9_-]{1,64})(?=["']? *(?:[,}\n#]|\Z))""").finditer
_tools: Final = re.compile(r"""\bname"?: *["']?([A-Za-z_][\w-]{0,63})(?=["']? *(?:[,}\n#]|\Z))""").finditer


WORD_NOTES: Final[Mapping[type[StrEnum], Notes]] = {
    Signal: {
        Signal.CONTEXT: Sentence("runs.signal-context"),
        Signal.MEMORY: Sentence("runs.signal-memory"),
        Signal.CPU: Sentence("runs.signal-cpu"),
        Signal.FIRST_MESSAGE: Sentence("runs.signal-first-message"),
        Signal.COMPACTION: Sentence("runs.signal-compaction"),
        Signal.STEPS: Sentence("runs.signal-steps"),
        Signal.STEPS_LEFT: Sentence("runs.signal-steps-left"),
        Signal.TOOL_UNUSED: Sentence("runs.signal-tool-unused"),
    },
    Strategy: {
        Strategy.MESSAGE_ONLY: Sentence("runs.strategy-turn"),
        Strategy.HINTS: Sentence("runs.strategy-hints"),
        Strategy.MULTI_STEP: Sentence("runs.strategy-steps"),
        Strategy.HYBRID: Sentence("runs.before-and-between"),
    },
    Policy: {
        Policy.ANY_TOOL_CALL: Sentence("runs.policy-any-tool-call"),
        Policy.AFTER_WRITES: Sentence("runs.policy-after-writes"),
    },
    Counting: {
        Counting.EVERY: Sentence("runs.counting-every"),
        Counting.NEAR_LIMIT: Sentence("runs.counting-near-limit"),
        Counting.CACHED: Sentence("runs.counting-cached"),
    },
    Tokenizer: {
        Tokenizer.O200K: Sentence("runs.tokenizer-newer"),
        Tokenizer.CL100K: Sentence("runs.tokenizer-older"),
    },
    Deliver: {
        Deliver.USER: Sentence("runs.deliver-user"),
        Deliver.SYSTEM: Sentence("runs.deliver-system"),
        Deliver.TOOL_RESULT: Sentence("runs.deliver-tool-result"),
    },
    FinishReason: {
        FinishReason.STOP: Sentence("runs.finish-stop"),
        FinishReason.TOOL_CALLS: Sentence("runs.finish-tools"),
        FinishReason.LENGTH: Sentence("runs.finish-length"),
        FinishReason.CONTENT_FILTER: Sentence("runs.finish-filter"),
        FinishReason.ERROR: Sentence("runs.it-failed"),
    },
    Level: {
        Level.MESSAGE: Sentence("runs.before-a-turn"),
        Level.STEP: Sentence("runs.between-steps"),
        Level.BOTH: Sentence("runs.before-and-between"),
    },
    Rearm: {
        Rearm.COMPACTION: Sentence("runs.signal-compaction"),
        Rearm.NEVER: Sentence("runs.never-again"),
    },
    End: {
        End.FINISHED: Sentence("runs.end-stop"),
        End.POLICY: Sentence("runs.end-policy"),
        End.SCRIPT_END: Sentence("runs.end-script"),
        End.MAX_STEPS: Sentence("runs.end-max-steps"),
        End.CANCELLED: Sentence("runs.end-cancelled"),
        End.ERROR: Sentence("runs.it-failed"),
    },
}
"""What each word of a list of words stands for."""
