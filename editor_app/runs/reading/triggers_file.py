"""Reading a triggers file: the triggers that can be used, and every problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, NamedTuple

from editor_app.runs.model.scenario import Recovery, Trigger, TriggerEntry
from editor_app.runs.model.session import Level, Rearm, Signal
from editor_app.structured.fields.checked_values import CheckedValue, item_removal, problem, removal_fix
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import (
    Field,
    FieldReader,
    FieldType,
    Table,
    as_written,
    file_fields,
    has_errors,
)
from editor_app.structured.fields.types import (
    FORMAT_FIELD,
    NAME_SCHEMA,
    SPELLED,
    TEXT,
    TRUTH,
    figure_type,
    list_of,
    name_type,
    one_of,
    whole_type,
    word_type,
)
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, short_value
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Diagnostic, Sentence, Severity, Span, in_file_order, line_at
from editor_app.variables.catalog import Catalog
from editor_app.variables.checks import check_scalar, may_have_tags

TIMINGS: Final = ("once", "every", "recovery")
"""The keys of which a trigger has one at most."""

PERCENT: Final = Range(0, 100, Sentence("runs.a-percentage"), is_open=True)
STEPS: Final = Range(1, 1_000_000)
_ORDER: Final = Range(-1_000_000, 1_000_000)
_ANY_FIGURE: Final = Range(0, 1_000_000, is_open=True)
_NAME_PATTERN: Final = "[A-Za-z0-9_-]{1,64}"
_is_tag = re.compile(_NAME_PATTERN).fullmatch
_not_in_tag = re.compile(r"[^A-Za-z0-9_-]++")
_CLOSING_TAG: Final = "</system_message"


def read_trigger(
    fields: FieldReader, catalog: Catalog, built_in: Mapping[str, Trigger]
) -> TriggerEntry | None:
    """Return a trigger as it is written; None where it has an error, so that it is left out."""
    values = fields.read(TRIGGER)
    overridden = built_in.get(values["id"])
    signal, tool = values["signal"], values["tool"]
    if "signal" not in fields.parts and overridden is None:
        fields.missing("signal", TRIGGER)
    values["at"] = at = _at(fields, fields.part("at"), signal, overridden)
    if signal is Signal.TOOL_UNUSED:
        if "tool" not in fields.parts and (overridden is None or overridden.tool is None):
            fields.missing("tool", TRIGGER)
    elif tool is not None and signal is not None:
        _note_unused(
            fields, "tool", Sentence("runs.only-for-signal", name="", signal=Signal.TOOL_UNUSED.value)
        )
    values["recovery"] = _recovery(fields, signal, at, overridden, catalog)
    if "text" not in fields.parts and overridden is None:
        fields.missing("text", TRIGGER)
    _check_templates(fields, catalog)
    entry = TriggerEntry(**{**values, "id": values["id"] or ""}, origin=fields.mapping.span)
    _check_timing(fields, entry, overridden)
    return None if has_errors(fields.problems) else entry


def _id(fields: FieldReader, part: CheckedValue) -> str | None:
    id_ = fields.name(part, Sentence("runs.name-for-trigger"))
    if id_ is None or _is_tag(id_):
        return id_
    _note_no_name(fields, part, "id")
    return None


def _note_no_name(fields: FieldReader, part: CheckedValue, sort: str) -> None:
    """Report a text that can be no id and no tag."""
    better = _not_in_tag.sub("-", part.spelling).strip("-")[:64]
    fixes = part.change_text(better) if better else ()
    message = Sentence("runs.bad-name", sort=sort, name=part.name, value=short_value(part.spelling))
    fields.problems.append(part.problem(f"invalid-{sort}", message, fixes))


def _note_unused(fields: FieldReader, key: str, message: Sentence) -> None:
    """Report a key that means nothing for the signal of the trigger."""
    fixes = removal_fix(fields.text, fields.mapping, key)
    path = f"{fields.path}{key}"
    fields.problems.append(problem("unused-key", fields.span(key), path, message.having(name=path), fixes))


def _at(
    fields: FieldReader, part: CheckedValue | None, signal: Signal | None, overridden: Trigger | None
) -> Decimal | None:
    signal = signal or (
        overridden.signal if overridden is not None and "signal" not in fields.parts else None
    )
    if signal is None:
        return None if part is None else fields.figure(part, _ANY_FIGURE)
    if not signal.needs_at:
        if part is not None:
            _note_unused(fields, "at", Sentence("runs.at-means-nothing", name="", signal=signal.value))
        return None
    if part is None:
        has_one = overridden is not None and overridden.signal.is_percent == signal.is_percent
        if not has_one or overridden is None or overridden.at is None:
            fields.missing("at", TRIGGER, "80" if signal.is_percent else "10")
        return None
    if signal.counts_steps:
        number = fields.whole(part, STEPS)
        return None if number is None else Decimal(number)
    share = fields.figure(part, PERCENT)
    if share is not None and share < 1:
        better = format((share * 100).normalize(), "f")
        message = Sentence(
            "runs.tiny-percent", name=part.name, better=better, value=short_value(part.spelling)
        )
        fields.problems.append(
            part.problem("tiny-percent", message, part.change(better), Severity.INFORMATION)
        )
    return share


def _recovery(
    fields: FieldReader,
    signal: Signal | None,
    at: Decimal | None,
    overridden: Trigger | None,
    catalog: Catalog,
) -> Recovery | None:
    whole = fields.part("recovery")
    inner = None if whole is None else fields.inner(whole, Sentence("runs.recovery-forms"))
    if inner is None:
        return None
    if signal is None and overridden is not None:
        signal = overridden.signal
    if signal is not None and not signal.is_percent:
        _note_unused(fields, "recovery", Sentence("runs.recovery-only-for", name=""))
    values = inner.read(RECOVERY)
    below, part = values["below"], inner.part("below")
    most = at if at is not None or overridden is None else overridden.at
    if below is not None and most is not None and below > most and part is not None:
        message = Sentence("runs.below-above-at", name=part.name, below=str(below), most=str(most))
        fields.problems.append(part.problem("out-of-range", message, part.change(str(most))))
    _check_templates(inner, catalog)
    return Recovery(values["id"] or "", values["tag"] or "", values["text"] or "", below)


def _check_timing(fields: FieldReader, entry: TriggerEntry, overridden: Trigger | None) -> None:
    timings = [key for key in TIMINGS if fields.part(key) is not None]
    if len(timings) > 1:
        fixes = [fix for key in timings for fix in removal_fix(fields.text, fields.mapping, key)]
        message = Sentence("runs.two-timings", path=fields.path[:-1], keys=timings)
        fields.problems.append(
            problem("two-timings", fields.span(timings[1]), f"{fields.path}{timings[1]}", message, fixes)
        )
        return
    signal = entry.signal or (overridden.signal if overridden is not None else None)
    if entry.once is False and signal is not None and signal is not Signal.COMPACTION:
        part = fields.part("once")
        assert part is not None
        message = Sentence("runs.fires-always", name=part.name)
        fields.problems.append(part.problem("fires-always", message, part.change("true"), Severity.WARNING))


def _tag(fields: FieldReader, part: CheckedValue) -> str | None:
    """Return the template of a tag; where nothing is inserted in it, it must be one as it stands."""
    tag = fields.name(part, Sentence("runs.type-of-message"))
    if tag is None or _is_tag(tag) or parse(tag, Dialect.BRACKETS).tags:
        return tag
    _note_no_name(fields, part, "tag")
    return None


def _text(fields: FieldReader, part: CheckedValue) -> str | None:
    text = fields.string(part)
    if part.is_null:
        message = Sentence("runs.text-without-value", path=part.path)
        fields.problems.append(problem("empty-field", fields.span("text"), part.path, message))
    if text is None:
        return None
    if not text.strip():
        message = Sentence("runs.blank-text", name=part.name)
        fields.problems.append(part.problem("blank-text", message, severity=Severity.WARNING))
    if _CLOSING_TAG in text:
        message = Sentence("runs.own-closing-tag", name=part.name, tag=_CLOSING_TAG)
        fields.problems.append(part.problem("own-closing-tag", message, severity=Severity.WARNING))
    return text


def _check_templates(fields: FieldReader, catalog: Catalog) -> None:
    """Report the problems of the templates in a tag and a text, with their places in the file."""
    for part in (fields.part("tag"), fields.part("text")):
        if part is not None and isinstance(part.node, ScalarNode) and may_have_tags(part.spelling):
            template = parse(part.spelling, Dialect.BRACKETS)
            for problem in check_scalar(fields.text.source, part.node, template, catalog):
                fields.problems.append(replace(problem, args={**problem.args, "field": part.path}))


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
    wanted = Sentence("structured.format-and-list", key="triggers")
    fields = file_fields(source, syntax, wanted, problems)
    if fields is None:
        return TriggersReading(diagnostics=in_file_order(problems))
    if fields.is_newer():
        return TriggersReading(diagnostics=in_file_order(problems), is_newer=True)
    items = fields.read(FILE)["triggers"]
    ids = tuple(place for item in items for place in _ids_of(item))
    entries = tuple(_read_items(fields, items, catalog, {trigger.id: trigger for trigger in built_in}))
    return TriggersReading(entries, ids, in_file_order(problems))


def trigger_at(reading: TriggersReading, source: str, offset: int) -> str | None:
    """Return the id of the trigger in whose lines an offset is, None between and above them.

    Where several stand on one line, it is the one around the offset, else the first of them.
    """
    placed = [(entry.origin, entry.id) for entry in reading.entries if entry.origin is not None]
    around = next((id_ for span, id_ in placed if span.start <= offset < span.end), None)
    if around is not None:
        return around
    line = line_at(source, offset)
    return next((id_ for span, id_ in placed if span.start <= line.end and line.start < span.end), None)


def _read_items(
    fields: FieldReader, items: Sequence[CheckedValue], catalog: Catalog, built_in: Mapping[str, Trigger]
) -> Iterator[TriggerEntry]:
    of_syntax = [problem.span for problem in fields.problems]
    part = fields.part("triggers")
    listed = None if part is None else part.node
    seen = {
        trigger.recovery.id: Sentence("runs.a-recovery") for trigger in built_in.values() if trigger.recovery
    }
    for index, item in enumerate(items):
        if not isinstance(item.node, MappingNode):
            fields.wrong(item, Sentence("runs.trigger-forms"))
            continue
        inner = FieldReader(fields.text, item.node, f"{item.path}.", [])
        entry = read_trigger(inner, catalog, built_in)
        is_whole = not any(item.node.span.overlaps(span) for span in of_syntax)
        places = tuple(_ids_of(item))
        overridden = next((built_in[place.id] for place in places if place.id in built_in), None)
        own_recovery = overridden.recovery.id if overridden is not None and overridden.recovery else None
        for place in places:
            other = seen.get(place.id)
            gives_recovery_anew = place.is_recovery and place.id == own_recovery
            if other is not None and not gives_recovery_anew:
                removal = (
                    item_removal(fields.text, listed, index, Sentence("runs.remove-trigger"))
                    if isinstance(listed, SequenceNode)
                    else ()
                )
                message = Sentence("runs.id-twice", id=short_value(place.id), other=other)
                inner.problems.append(
                    problem("duplicate-id", place.span, f"{item.path}.id", message, removal)
                )
                entry = None
            seen.setdefault(
                place.id,
                Sentence("runs.a-recovery") if place.is_recovery else Sentence("runs.another-trigger"),
            )
        fields.problems += inner.problems
        if entry is not None and is_whole:
            yield entry


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


_ID: Final = FieldType(_id, {"type": SPELLED, "pattern": f"^{_NAME_PATTERN}$"})
_PERCENT: Final = figure_type(PERCENT)
RECOVERY: Final = Table(
    Sentence("runs.subject-a-recovery"),
    (
        Field("id", Sentence("runs.field-recovery-id"), _ID, ""),
        Field("below", Sentence("runs.field-below"), _PERCENT),
        Field("tag", Sentence("runs.field-recovery-tag"), FieldType(_tag, NAME_SCHEMA), ""),
        Field("text", Sentence("runs.field-told"), FieldType(_text, TEXT.schema), ""),
    ),
)
TRIGGER: Final = Table(
    Sentence("runs.subject-a-trigger"),
    (
        Field(
            "id",
            Sentence("runs.field-id"),
            _ID,
            "",
            more=Sentence("runs.letters-and-digits"),
        ),
        Field("description", Sentence("runs.field-description"), TEXT),
        Field("enabled", Sentence("runs.field-enabled"), TRUTH),
        Field(
            "order",
            Sentence("runs.field-order"),
            whole_type(_ORDER),
            more=Sentence("runs.field-order-more"),
        ),
        Field(
            "level",
            Sentence("runs.field-level"),
            word_type(Level, Sentence("runs.a-level")),
        ),
        Field("signal", Sentence("runs.field-signal"), word_type(Signal, Sentence("runs.a-signal"))),
        Field(
            "at",
            Sentence("runs.field-at"),
            FieldType(as_written, figure_type(_ANY_FIGURE).schema),
            more=Sentence("runs.field-at-more"),
        ),
        Field("tool", Sentence("runs.field-tool"), name_type(Sentence("runs.the-name-of-a-tool"))),
        Field("once", Sentence("runs.field-once"), TRUTH),
        Field("every", Sentence("runs.field-every"), whole_type(STEPS)),
        Field("recovery", Sentence("runs.field-recovery"), FieldType(as_written, RECOVERY)),
        Field("flag", Sentence("runs.field-flag"), name_type(Sentence("runs.flag-noun"))),
        Field(
            "rearm",
            Sentence("runs.field-rearm"),
            word_type(Rearm, Sentence("runs.a-time-to-rearm")),
        ),
        Field(
            "tag",
            Sentence("runs.field-tag"),
            FieldType(_tag, NAME_SCHEMA),
            more=Sentence("runs.field-tag-more"),
        ),
        Field(
            "text",
            Sentence("runs.field-told"),
            FieldType(_text, TEXT.schema),
            more=Sentence("runs.field-told-more"),
        ),
    ),
)
FILE: Final = Table(
    Sentence("runs.the-file"),
    (
        FORMAT_FIELD,
        Field(
            "triggers",
            Sentence("runs.field-trigger-list"),
            FieldType(
                lambda at, part: [*at.items(part, Sentence("runs.a-list-of-triggers"), MOST_TRIGGERS)],
                one_of(list_of(TRIGGER), {"type": "null"}),
            ),
            lambda _: "[]",
            (),
        ),
    ),
)
