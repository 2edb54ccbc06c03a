"""Reading a triggers file: the triggers that can be used, and every problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, NamedTuple

from editor_app.runs.model.scenario import Recovery, Trigger, TriggerEntry
from editor_app.runs.model.session import Level, Rearm, Signal
from editor_app.runs.reading.fields import FieldReader, Range, has_errors
from editor_app.runs.reading.file_head import file_fields, is_newer
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, short_value
from editor_app.system_messages.reading.problems import CheckedValue, item_removal, removal_fix
from editor_app.template.dialect import Dialect
from editor_app.template.template import Template, parse
from editor_app.text import Diagnostic, Severity, Span, in_file_order
from editor_app.variables.catalog import Catalog
from editor_app.variables.checks import check_scalar

TRIGGER_KEYS: Final = (
    *("id", "description", "enabled", "order", "level", "signal", "at", "tool"),
    *("once", "every", "recovery", "flag", "rearm", "tag", "text"),
)
RECOVERY_KEYS: Final = ("id", "below", "tag", "text")
TIMINGS: Final = ("once", "every", "recovery")
"""The keys of which a trigger has one at most."""

PERCENT: Final = Range(0, 100, "a percentage above 0, up to 100", is_open=True)
STEPS: Final = Range(1, 1_000_000)
_ORDER: Final = Range(-1_000_000, 1_000_000)
_is_tag = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_not_in_tag = re.compile(r"[^A-Za-z0-9_-]++")
_NAME_RULE: Final = "1 to 64 letters, digits, ‘-’ and ‘_’, nothing else"
_CLOSING_TAG: Final = "</system_message"


def read_trigger(
    fields: FieldReader, catalog: Catalog, built_in: Mapping[str, Trigger]
) -> TriggerEntry | None:
    """Return a trigger as it is written; None where it has an error, so that it is left out."""
    fields.check_keys(TRIGGER_KEYS, "A trigger")
    id_ = _id(fields)
    overridden = built_in.get(id_) if id_ is not None else None
    signal = fields.word("signal", Signal, "a signal")
    if "signal" not in fields and overridden is None:
        fields.missing("signal", TRIGGER_KEYS)
    at = _at(fields, signal, overridden)
    tool = _tool(fields, signal, overridden)
    recovery = _recovery(fields, signal, at, overridden, catalog)
    entry = TriggerEntry(
        id=id_ or "",
        description=fields.string("description"),
        enabled=fields.truth("enabled"),
        order=fields.whole("order", _ORDER),
        level=fields.word("level", Level, "a level"),
        signal=signal,
        at=at,
        tool=tool,
        once=fields.truth("once"),
        every=fields.whole("every", STEPS),
        recovery=recovery,
        flag=fields.name("flag", "the name of a flag"),
        rearm=fields.word("rearm", Rearm, "a time to rearm"),
        tag=_tag(fields, catalog),
        text=_text(fields, catalog, is_needed=overridden is None),
        origin=fields.mapping.span,
    )
    _check_timing(fields, entry, overridden)
    return None if has_errors(fields.problems) else entry


def _id(fields: FieldReader) -> str | None:
    if "id" not in fields:
        fields.missing("id", TRIGGER_KEYS)
        return None
    id_ = fields.name("id", "a name for the trigger")
    part = fields.part("id")
    if id_ is None or part is None or _is_tag(id_):
        return id_
    better = _not_in_tag.sub("-", id_).strip("-")[:64]
    message = f"‘{part.path}’ is ‘{short_value(id_)}’; an id is {_NAME_RULE}."
    fields.note("invalid-id", part.span, part.path, message, part.change_text(better) if better else ())
    return None


def _at(fields: FieldReader, signal: Signal | None, overridden: Trigger | None) -> Decimal | None:
    signal = signal or (overridden.signal if overridden is not None and "signal" not in fields else None)
    part = fields.part("at")
    if signal is None:
        return fields.figure("at", Range(0, 1_000_000, is_open=True))
    if not signal.needs_at:
        if part is not None:
            message = f"‘{part.path}’ means nothing for the signal ‘{signal}’; take it out."
            fixes = removal_fix(fields.text, fields.mapping, "at")
            fields.note("unused-key", fields.span("at"), part.path, message, fixes)
        return None
    if part is None:
        has_one = overridden is not None and overridden.signal.is_percent == signal.is_percent
        if not has_one or overridden is None or overridden.at is None:
            fields.missing("at", TRIGGER_KEYS, "80" if signal.is_percent else "10")
        return None
    if signal.counts_steps:
        number = fields.whole("at", STEPS)
        return None if number is None else Decimal(number)
    found = fields.figure("at", PERCENT)
    if found is not None and found < 1:
        better = format((found * 100).normalize(), "f")
        message = (
            f"‘{part.path}’ is {short_value(part.spelling)} %, less than one percent. Did you mean {better}?"
        )
        fields.note("tiny-percent", part.span, part.path, message, part.change(better), Severity.INFORMATION)
    return found


def _tool(fields: FieldReader, signal: Signal | None, overridden: Trigger | None) -> str | None:
    tool = fields.name("tool", "the name of a tool")
    if signal is Signal.TOOL_UNUSED:
        if "tool" not in fields and (overridden is None or overridden.tool is None):
            fields.missing("tool", TRIGGER_KEYS)
    elif tool is not None and signal is not None:
        message = f"‘{fields.path}tool’ is only for the signal ‘{Signal.TOOL_UNUSED}’; take it out."
        fixes = removal_fix(fields.text, fields.mapping, "tool")
        fields.note("unused-key", fields.span("tool"), f"{fields.path}tool", message, fixes)
    return tool


def _recovery(
    fields: FieldReader,
    signal: Signal | None,
    at: Decimal | None,
    overridden: Trigger | None,
    catalog: Catalog,
) -> Recovery | None:
    inner = fields.inner("recovery", "a mapping with ‘id’, ‘tag’ and ‘text’")
    if inner is None:
        return None
    if signal is None and overridden is not None:
        signal = overridden.signal
    if signal is not None and not signal.is_percent:
        figures = "a figure that can fall again: context, memory or cpu"
        message = f"‘{fields.path}recovery’ is only for {figures}. Take it out."
        fixes = removal_fix(fields.text, fields.mapping, "recovery")
        fields.note("unused-key", fields.span("recovery"), f"{fields.path}recovery", message, fixes)
    inner.check_keys(RECOVERY_KEYS, "A recovery")
    for key in ("tag", "text"):
        if key not in inner:
            inner.missing(key, RECOVERY_KEYS)
    below = inner.figure("below", PERCENT)
    most = at if at is not None or overridden is None else overridden.at
    part = inner.part("below")
    if below is not None and most is not None and below > most and part is not None:
        message = f"‘{part.path}’ is {below}; it must not be above ‘at’, {most}."
        inner.note("out-of-range", part.span, part.path, message, part.change(str(most)))
    id_, tag, text = _id(inner), _tag(inner, catalog), _text(inner, catalog, is_needed=False)
    return Recovery(id_ or "", tag or "", text or "", below)


def _check_timing(fields: FieldReader, entry: TriggerEntry, overridden: Trigger | None) -> None:
    given = [key for key in TIMINGS if fields.part(key) is not None]
    if len(given) > 1:
        fixes = [fix for key in given for fix in removal_fix(fields.text, fields.mapping, key)]
        listed = " and ".join(f"‘{key}’" for key in given)
        message = f"‘{fields.path[:-1]}’ has {listed}; a trigger has one of once, every and recovery at most."
        fields.note("two-timings", fields.span(given[1]), f"{fields.path}{given[1]}", message, fixes)
        return
    signal = entry.signal or (overridden.signal if overridden is not None else None)
    if entry.once is False and signal is not None and signal is not Signal.COMPACTION:
        part = fields.part("once")
        fixes_of_once = part.change("true") if part is not None else ()
        message = (
            f"‘{fields.path}once’ is false, so the trigger fires at every step at which it holds. "
            "‘every: 10’ leaves steps between."
        )
        fields.note(
            "fires-always",
            fields.value_span("once"),
            f"{fields.path}once",
            message,
            fixes_of_once,
            Severity.WARNING,
        )


def _tag(fields: FieldReader, catalog: Catalog) -> str | None:
    """Return the template of a tag; where nothing is inserted in it, it must be one as it stands."""
    tag = fields.name("tag", "the type that the message has")
    part = fields.part("tag")
    if tag is None or part is None:
        return tag
    template = parse(tag, Dialect.BRACKETS)
    fields.problems += _template_problems(fields, part, template, catalog)
    if template.tags or _is_tag(tag):
        return tag
    better = _not_in_tag.sub("-", tag).strip("-")[:64]
    message = f"‘{part.path}’ is ‘{short_value(tag)}’; a tag is {_NAME_RULE}."
    fields.note("invalid-tag", part.span, part.path, message, part.change_text(better) if better else ())
    return None


def _text(fields: FieldReader, catalog: Catalog, *, is_needed: bool) -> str | None:
    if is_needed and "text" not in fields:
        fields.missing("text", TRIGGER_KEYS)
    text = fields.string("text")
    part = fields.part("text")
    if part is None and "text" in fields:
        message = f"‘{fields.path}text’ has no value; write what the model is told."
        fields.note("empty-field", fields.span("text"), f"{fields.path}text", message)
    if text is None or part is None:
        return None
    if not text.strip():
        message = f"‘{part.path}’ is blank, so the trigger stores nothing when it fires."
        fields.note("blank-text", part.span, part.path, message, severity=Severity.WARNING)
    if _CLOSING_TAG in text:
        ends = "with which its own wrapping ends: the model takes the rest for something else"
        message = f"‘{part.path}’ holds ‘{_CLOSING_TAG}’, {ends}."
        fields.note("own-closing-tag", part.span, part.path, message, severity=Severity.WARNING)
    fields.problems += _template_problems(fields, part, parse(text, Dialect.BRACKETS), catalog)
    return text


def _template_problems(
    fields: FieldReader, part: CheckedValue, template: Template, catalog: Catalog
) -> Iterator[Diagnostic]:
    """Yield the problems of a template, with their places in the file."""
    node = part.node
    if "[" not in template.source or not isinstance(node, ScalarNode):
        return
    for problem in check_scalar(fields.text.source, node, template, catalog):
        yield replace(problem, args={**problem.args, "path": part.path, "field": part.path})


FILE_KEYS: Final = ("format", "triggers")
MOST_TRIGGERS: Final = 1000


class IdPlace(NamedTuple):
    """An id in a triggers file, and where it stands; `is_recovery`: it is that of a recovery."""

    id: str
    node: ScalarNode
    is_recovery: bool = False

    @property
    def span(self) -> Span:
        """The span of the id."""
        return self.node.span


@dataclass(frozen=True, slots=True)
class TriggersReading:
    """The triggers of a file that can be used, in file order, the places of all ids, and all problems.

    `is_newer`: a later Foreword wrote the file, so that it is neither used nor changed.
    """

    entries: tuple[TriggerEntry, ...] = ()
    ids: tuple[IdPlace, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    is_newer: bool = False


def read_triggers(
    source: str, syntax: Syntax, catalog: Catalog, built_in: Sequence[Trigger]
) -> TriggersReading:
    """Read a triggers file; `built_in` are the triggers that its entries may override by their ids."""
    problems: list[Diagnostic] = []
    wanted = "The file must have ‘format: 1’ and the list ‘triggers’."
    fields = file_fields(source, syntax, wanted, problems)
    if fields is None:
        return TriggersReading(diagnostics=in_file_order(problems))
    if is_newer(fields):
        return TriggersReading(diagnostics=in_file_order(problems), is_newer=True)
    fields.check_keys(FILE_KEYS, "The file")
    if "triggers" not in fields:
        fields.missing("triggers", FILE_KEYS, "[]")
    items = [*fields.items("triggers", "a list of triggers", MOST_TRIGGERS)]
    ids = tuple(place for item in items for place in _ids_of(item))
    entries = tuple(_read_items(fields, items, catalog, {one.id: one for one in built_in}))
    return TriggersReading(entries, ids, in_file_order(problems))


def trigger_at(reading: TriggersReading, source: str, offset: int) -> str | None:
    """Return the id of the trigger in whose lines an offset is, None between and above them.

    Where several stand on one line, it is the one around the offset, else the first of them.
    """
    placed = [(entry.origin, entry.id) for entry in reading.entries if entry.origin is not None]
    around = next((id_ for span, id_ in placed if span.start <= offset < span.end), None)
    if around is not None:
        return around
    line = source.rfind("\n", 0, offset) + 1
    found = source.find("\n", offset)
    line_end = len(source) if found < 0 else found
    return next((id_ for span, id_ in placed if span.start <= line_end and line < span.end), None)


def _read_items(
    fields: FieldReader, items: Sequence[CheckedValue], catalog: Catalog, built_in: Mapping[str, Trigger]
) -> Iterator[TriggerEntry]:
    of_syntax = [one.span for one in fields.problems]
    listed = fields.node("triggers")
    seen = {trigger.recovery.id: "a recovery" for trigger in built_in.values() if trigger.recovery}
    for index, item in enumerate(items):
        if not isinstance(item.node, MappingNode):
            fields.wrong(item, "a trigger: a mapping with ‘id’, ‘signal’ and ‘text’")
            continue
        inner = FieldReader(fields.text, item.node, f"{item.path}.", [])
        entry = read_trigger(inner, catalog, built_in)
        is_whole = not any(item.node.span.overlaps(span) for span in of_syntax)
        for place in _ids_of(item):
            other = seen.get(place.id)
            if other is not None and not (place.is_recovery and _is_own_recovery(place, item, built_in)):
                removal = (
                    item_removal(fields.text, listed, index, "Remove this trigger")
                    if isinstance(listed, SequenceNode)
                    else ()
                )
                given = f"‘{short_value(place.id)}’ is the id of {other} too"
                message = f"{given}; each needs its own. This one is left out."
                inner.note("duplicate-id", place.span, f"{item.path}.id", message, removal)
                entry = None
            seen.setdefault(place.id, "a recovery" if place.is_recovery else "another trigger")
        fields.problems += inner.problems
        if entry is not None and is_whole:
            yield entry


def _is_own_recovery(place: IdPlace, item: CheckedValue, built_in: Mapping[str, Trigger]) -> bool:
    """Whether an entry for a built-in trigger gives the recovery of that trigger anew."""
    owner = next((built_in[one.id] for one in _ids_of(item) if one.id in built_in), None)
    return owner is not None and owner.recovery is not None and owner.recovery.id == place.id


def _ids_of(item: CheckedValue) -> Iterator[IdPlace]:
    """Yield the id of a trigger and that of its recovery, as far as they are texts."""
    node = item.node
    if not isinstance(node, MappingNode):
        return
    own = node.get("id")
    if isinstance(own, ScalarNode) and own.value:
        yield IdPlace(own.value, own)
    recovery = node.get("recovery")
    other = recovery.get("id") if isinstance(recovery, MappingNode) else None
    if isinstance(other, ScalarNode) and other.value:
        yield IdPlace(other.value, other, is_recovery=True)
