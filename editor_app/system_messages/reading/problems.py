"""Making the problems of a system message: their sentences, and the usual fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from editor_app.structured.editing.repairs import (
    add_entry,
    remove_entry,
    remove_item,
    set_scalar,
    spelled_like,
)
from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    nearest_integer,
    read_as,
    short_value,
    value_span,
)
from editor_app.structured.spelling import quoted_scalar, spell
from editor_app.system_messages.model.entities import Syntax
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, nearest

PATH = "\0"  # placeholder in a sentence for the field's path, which `problem_in_file` fills in
FREE_ID = "\0id:"  # begins a placeholder in a fix's text for an unused id; the block's type and "\1" follow

MOST_COMPARED = 200
MOST_ENTRIES = 1000
MOST_GLOBS = 50_000  # of a file, braces expanded
_MOST_SEARCHED = 500  # entries of a list or mapping; longer ones get no fix that adds or removes an entry


class Effort:
    """The budget that is left while a file is read, so that hostile files are read in bounded time.

    `left` is how many names may still be compared with known ones, `globs` how many globs may still be read,
    below 0 once one was not read, and `may_fix` whether fixes are made.
    """

    __slots__ = ("globs", "left", "may_fix")

    def __init__(self, left: int = MOST_COMPARED, globs: int = MOST_GLOBS) -> None:
        """Begin with a budget of so many comparisons and globs."""
        self.left = left
        self.globs = globs
        self.may_fix = True

    def near(self, name: str, known: Iterable[str]) -> str | None:
        """Return the known name that was probably meant, None if none is near or the budget is used up."""
        if self.left <= 0:
            return None
        self.left -= 1
        return next(iter(nearest(name, known)), None)


class Text(NamedTuple):
    """The text being read, its syntax, the budget that is left, and the day that fixes write, if any."""

    source: str
    syntax: Syntax
    effort: Effort
    today: date | None = None

    def written(self, value: str, like: Node | None = None) -> str:
        """Return a text as a scalar, with quotes like those of the scalar `like` that it replaces."""
        if self.syntax is Syntax.JSON:
            return _json_text(value)
        return spelled_like(like, value) if isinstance(like, ScalarNode) else spell(value, flow=True)

    def quoted(self, value: str) -> str:
        """Return a text as a scalar in quotes."""
        return _json_text(value) if self.syntax is Syntax.JSON else quoted_scalar(value)

    def key(self, name: str) -> str:
        """Return a key as it is spelled in this syntax."""
        return f'"{name}"' if self.syntax is Syntax.JSON else name

    def is_alias(self, node: Node) -> bool:
        """Whether the text at a node's span is an alias that repeats the node."""
        return self.syntax is Syntax.YAML and self.source.startswith("*", node.span.start)

    def has_anchor(self, span: Span) -> bool:
        """Whether there may be an anchor in a span."""
        return self.syntax is Syntax.YAML and "&" in span.of(self.source)


class CheckedValue(NamedTuple):
    """A value that is being checked; `path` is its path in its block, or in the system message."""

    text: Text
    path: str
    key: ScalarNode | None
    node: Node

    @property
    def span(self) -> Span:
        """The span to show its problems at: that of the value, or of its key where the value is empty."""
        return value_span(self.key, self.node)

    @property
    def spelling(self) -> str:
        """The text of a scalar, "" for null and for lists and mappings."""
        return (self.node.value or "") if isinstance(self.node, ScalarNode) else ""

    def inner(self, name: str, key: ScalarNode, node: Node) -> CheckedValue:
        """Return the value of an entry or item of this value."""
        return CheckedValue(self.text, f"{self.path}.{name}", key, node)

    def change(self, written: str, title: str = "") -> tuple[Fix, ...]:
        """Return the fix that replaces the value by `written`; () where replacing it is not enough."""
        node, source = self.node, self.text.source
        if not self.text.effort.may_fix or self.text.has_anchor(node.span):
            return ()
        if isinstance(node, ScalarNode):
            ends = source[self.key.span.end : node.span.start] if self.key is not None else ":"
            if not node.span.length and ":" not in ends:
                return ()  # a key without a colon, as in `{name}`
            edit = set_scalar(source, node, written)
        elif node.flow or self.text.is_alias(node):
            edit = Edit(node.span, written)
        else:
            return ()
        return (Fix(title or f"Change to {short_value(written)}", (edit,)),)

    def change_text(self, value: str, title: str = "") -> tuple[Fix, ...]:
        """Return the fix that replaces the value by a text."""
        return self.change(self.text.written(value, self.node), title or f"Change to {short_value(value)}")


def message_problem(
    code: str,
    span: Span,
    field: str,
    message: str,
    fixes: Iterable[Fix] = (),
    severity: Severity = Severity.ERROR,
    **args: str,
) -> Diagnostic:
    """Return a problem of a field; its path and spans are in its block until `problem_in_file` places it."""
    return Diagnostic(code, severity, span, message, {"path": field, "field": field, **args}, tuple(fixes))


def wrong_value_type(part: CheckedValue, wanted: str, fixes: Iterable[Fix] = ()) -> Diagnostic:
    """Return the error that a value has the wrong type."""
    node = part.node
    if isinstance(node, ScalarNode) and node.tag == "null":
        message = f"‘{PATH}’ has no value; it must be {wanted}."
    elif isinstance(node, ScalarNode) and node.style is Style.PLAIN and _is_number_as_text(node, wanted):
        message = (
            f"‘{PATH}’ is {node.value}, a spelling of a number that YAML reads as text; it must be {wanted}."
        )
    elif isinstance(node, ScalarNode) and node.tag == "str":
        message = f"‘{PATH}’ is the text ‘{short_value(node.value or '')}’; it must be {wanted}."
    elif isinstance(node, ScalarNode):
        value, reading = short_value(node.value or ""), read_as(node)
        reader = "YAML" if part.text.syntax is Syntax.YAML else "JSON"
        obvious = reading == value.lower() or (reading == "a number" and "number" in wanted)
        which = "" if obvious else f", which {reader} reads as {reading}"
        message = f"‘{PATH}’ is {value}{which}; it must be {wanted}."
    else:
        message = f"‘{PATH}’ is {read_as(node)}; it must be {wanted}."
    return message_problem("wrong-type", part.span, part.path, message, fixes)


def _is_number_as_text(node: ScalarNode, wanted: str) -> bool:
    return node.tag == "str" and "number" in wanted and nearest_integer(node.value or "") is not None


def missing(text: Text, mapping: MappingNode, field: str, known: tuple[str, ...], written: str) -> Diagnostic:
    """Return the error that a field is missing, with the fix that adds it as `written`, unless that is ""."""
    key = field.rpartition(".")[2]
    fixes: list[Fix] = []
    own = {name.value for name, _ in mapping.entries}
    for other, _ in mapping.entries if text.effort.left > 0 else ():
        if other.tag != "str" or other.value in known or other.anchor is not None:
            continue
        if text.effort.near(other.value or "", known) == key:
            title = f"Rename ‘{short_value(other.value or '')}’ to ‘{key}’"
            fixes.append(Fix(title, (Edit(other.span, text.key(key)),)))
            break
    if written and key not in own:
        fixes += addition(text, mapping, key, known, written)
    return message_problem("missing-field", first_line(text, mapping), field, f"‘{PATH}’ is missing.", fixes)


def addition(
    text: Text, mapping: MappingNode, key: str, known: tuple[str, ...], written: str
) -> tuple[Fix, ...]:
    """Return the fix that adds an entry to a mapping; none where `_has_place` says no."""
    if not _has_place(text, mapping):
        return ()
    shown = "" if FREE_ID in written else written.strip().partition("\n")[0]
    title = f"Add ‘{key}: {short_value(shown)}’" if shown and "\n" not in written else f"Add ‘{key}’"
    return (Fix(title, (add_entry(text.source, mapping, text.key(key), written, known),)),)


def removal_fix(text: Text, mapping: MappingNode, name: str) -> tuple[Fix, ...]:
    """Return the fix that removes an entry of a mapping; none where an alias may repeat it."""
    if not _has_place(text, mapping):
        return ()
    for index, (key, node) in enumerate(mapping.entries):
        if key.value == name and key.tag == "str":
            if text.has_anchor(Span(key.span.start, node.span.end)):
                return ()
            edits = remove_entry(text.source, mapping, index)
            return (Fix(f"Remove ‘{short_value(name)}’", edits),) if edits else ()
    return ()


def item_removal(text: Text, sequence: SequenceNode, index: int, title: str) -> tuple[Fix, ...]:
    """Return the fix that removes an item of a list."""
    if not text.effort.may_fix or len(sequence.items) > _MOST_SEARCHED or text.is_alias(sequence):
        return ()
    edits = remove_item(text.source, sequence, index)
    return (Fix(title, edits),) if edits else ()


def unknown_keys(
    text: Text, mapping: MappingNode, known: tuple[str, ...], path: str, *, also: tuple[str, ...] = ()
) -> list[Diagnostic]:
    """Return notes about unknown keys near a known one; `also` are keys of the file not in `mapping`."""
    found: list[Diagnostic] = []
    unknown = [key for key, _ in mapping.entries if key.tag == "str" and (key.value or "") not in known]
    own = {key.value for key, _ in mapping.entries} | set(also) if unknown else set()
    for key in unknown:
        name = key.value or ""
        near = text.effort.near(name, known)
        if near is None:
            continue
        if near in own:
            fixes = removal_fix(text, mapping, name)
        else:
            fixes = (Fix(f"Rename to ‘{near}’", (Edit(key.span, text.key(near)),)),)
        message = f"‘{PATH}’ means nothing here. Did you mean ‘{near}’?"
        field = f"{path}{name}"
        found.append(
            message_problem("unknown-key", key.span, field, message, fixes, Severity.INFORMATION, near=near)
        )
    return found


def too_many(part: CheckedValue, index: int) -> Diagnostic:
    """Return the error that a list is longer than is read, at the first entry that is not read."""
    node = part.node
    assert isinstance(node, SequenceNode)
    what = "entries, braces counted" if part.path.endswith("applyTo") else "entries"
    message = f"‘{PATH}’ has more than {MOST_ENTRIES:,} {what}; those from here on are not read."
    return message_problem("message-limit", node.items[index].span, part.path, message)


def more_globs(part: CheckedValue, span: Span) -> Diagnostic:
    """Return the error that a file has more globs than are read, at the first that is not read."""
    message = (
        f"‘{PATH}’ goes on beyond the {MOST_GLOBS:,} globs that are read of one file, braces counted; "
        "those from here on are not. Use fewer braces."
    )
    return message_problem("message-limit", span, part.path, message)


def first_line(text: Text, node: Node) -> Span:
    """Return the first line of a node, where missing fields are shown."""
    start, end = node.span
    newline = text.source.find("\n", start, end)
    return Span(start, end if newline < 0 else newline)


def with_places(found: Diagnostic, place_of: Callable[[Span], Span]) -> Diagnostic:
    """Return a problem with the spans that `place_of` gives for its own and those of its fixes."""
    fixes = tuple(
        Fix(fix.title, tuple(Edit(place_of(edit.span), edit.text) for edit in fix.edits))
        for fix in found.fixes
    )
    return replace(found, span=place_of(found.span), fixes=fixes)


def problem_in_file(found: Diagnostic, start: int, label: str, free_id: Mapping[str, str]) -> Diagnostic:
    """Return a block's problem with spans and path in the file; `free_id` gives an unused id by type."""
    field = found.args["field"]
    path = f"{label}.{field}" if label and field else label or field
    shift = start != 0
    fixes = tuple(
        Fix(
            fix.title,
            tuple(
                Edit(edit.span.shifted(start) if shift else edit.span, _completed(edit.text, free_id))
                for edit in fix.edits
            ),
        )
        for fix in found.fixes
    )
    return Diagnostic(
        found.code,
        found.severity,
        found.span.shifted(start) if shift else found.span,
        found.message.replace(PATH, path or "The system message", 1),
        {**found.args, "path": path, "field": path},
        fixes,
    )


def _completed(written: str, free_id: Mapping[str, str]) -> str:
    before, mark, rest = written.partition(FREE_ID)
    if not mark:
        return written
    type_, _, behind = rest.partition("\1")
    return f"{before}{free_id[type_]}{behind}"


def _json_text(value: str) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _has_place(text: Text, mapping: MappingNode) -> bool:
    """Whether an entry can be added to or removed from a mapping: not in an alias, nor in `[a: b]`."""
    if not text.effort.may_fix or len(mapping.entries) > _MOST_SEARCHED:
        return False
    if mapping.flow:
        return text.source.startswith("{", mapping.span.start)
    return bool(mapping.entries) and not text.is_alias(mapping)
