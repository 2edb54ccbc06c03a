"""Values of YAML and JSON files that are checked: their problems in sentences, and the usual fixes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

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
    Syntax,
    nearest_integer,
    read_as,
    short_value,
    value_span,
)
from editor_app.structured.spelling import quoted_scalar, spell
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, nearest

TEXT_WANTED: Final = Sentence("structured.text")
MOST_COMPARED: Final = 200
MOST_GLOBS: Final = 50_000  # of a file, braces expanded
_MOST_UNKNOWN: Final = 20  # keys of one mapping that are errors
_MOST_SEARCHED: Final = 500  # entries of a list or mapping; longer ones get no fix that adds or removes one


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
    """The text being read, its syntax, the budget that is left, and the day that fixes write, if any.

    Where `names_keys` is true, sentences name a value by its key alone, else by its path. `file_name` is that
    of the file, without folders, "" where it has none yet.
    """

    source: str
    syntax: Syntax
    effort: Effort
    today: date | None = None
    names_keys: bool = False
    file_name: str = ""

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
    """A value that is being checked; `path` is its path in the file, or in the part that is read."""

    text: Text
    path: str
    key: ScalarNode | None
    node: Node

    @property
    def name(self) -> str:
        """The value as sentences name it."""
        return self.path.rpartition(".")[2] if self.text.names_keys else self.path

    @property
    def span(self) -> Span:
        """The span to show its problems at: that of the value, or of its key where the value is empty."""
        return value_span(self.key, self.node)

    @property
    def value(self) -> str | None:
        """The text of a scalar, None for null and for lists and mappings."""
        return self.node.value if isinstance(self.node, ScalarNode) else None

    @property
    def spelling(self) -> str:
        """The text of a scalar, "" for null and for lists and mappings."""
        return self.value or ""

    @property
    def is_null(self) -> bool:
        """Whether it is null, or nothing stands there."""
        return isinstance(self.node, ScalarNode) and self.node.tag == "null"

    def inner(self, name: str, key: ScalarNode, node: Node) -> CheckedValue:
        """Return the value of an entry of this value."""
        return CheckedValue(self.text, f"{self.path}.{name}", key, node)

    def items(self) -> Iterator[CheckedValue]:
        """Go through the entries of a list; anything else has none."""
        for index, item in enumerate(self.node.items if isinstance(self.node, SequenceNode) else ()):
            yield CheckedValue(self.text, f"{self.path}[{index}]", None, item)

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
        return (Fix(title or Sentence("structured.change-to", value=short_value(written)), (edit,)),)

    def change_text(self, value: str, title: str = "") -> tuple[Fix, ...]:
        """Return the fix that replaces the value by a text."""
        return self.change(
            self.text.written(value, self.node),
            title or Sentence("structured.change-to", value=short_value(value)),
        )

    def problem(
        self,
        code: str,
        message: str,
        fixes: Iterable[Fix] = (),
        severity: Severity = Severity.ERROR,
        **args: str,
    ) -> Diagnostic:
        """Return a problem of the value."""
        return problem(code, self.span, self.path, message, fixes, severity, **args)

    def wrong_type(self, wanted: str, fixes: Iterable[Fix] = (), *, is_number: bool = False) -> Diagnostic:
        """Return the error that the value has another type than is `wanted`, which may be a number."""
        reading = read_as(self.node)
        value = short_value(self.spelling) if isinstance(self.node, ScalarNode) else reading
        message = Sentence(
            "structured.wrong-type",
            name=self.name,
            wanted=wanted,
            taken=self._taken_as(is_number),
            value=value,
            reading=reading,
            reader="YAML" if self.text.syntax is Syntax.YAML else "JSON",
        )
        return self.problem("wrong-type", message, fixes)

    def _taken_as(self, number_wanted: bool) -> str:
        """Return what has to be said of a value so that its type is plain."""
        node, written = self.node, self.spelling
        if not isinstance(node, ScalarNode) or (node.tag in ("int", "float") and number_wanted):
            return "itself"
        if node.tag == "str":
            is_spelling = number_wanted and node.style is Style.PLAIN and nearest_integer(written) is not None
            return "spelling" if is_spelling else "text"
        if node.tag == "bool" and written.lower() in ("true", "false"):
            return "itself"
        return "null" if node.tag == "null" else "other"


def problem(
    code: str,
    span: Span,
    field: str,
    message: str,
    fixes: Iterable[Fix] = (),
    severity: Severity = Severity.ERROR,
    **args: str,
) -> Diagnostic:
    """Return a problem of a field."""
    return Diagnostic(code, severity, span, message, {"field": field, **args}, tuple(fixes))


def missing(
    text: Text, mapping: MappingNode, path: str, key: str, known: tuple[str, ...], written: str
) -> Diagnostic:
    """Return the error that a key is missing, with the fix that adds it as `written`, unless that is ""."""
    fixes: list[Fix] = []
    own = {name.value for name, _ in mapping.entries}
    for other, _ in mapping.entries if text.effort.left > 0 else ():
        if other.tag != "str" or other.value in known or other.anchor is not None:
            continue
        if text.effort.near(other.value or "", known) == key:
            title = Sentence("structured.rename-key", key=key, old=short_value(other.value or ""))
            fixes.append(Fix(title, (Edit(other.span, text.key(key)),)))
            break
    if written and key not in own:
        fixes += addition(text, mapping, key, known, written)
    field = path + key
    return problem(
        "missing-field",
        first_line(text, mapping),
        field,
        Sentence("structured.missing-field", field=field),
        fixes,
    )


def addition(
    text: Text, mapping: MappingNode, key: str, known: tuple[str, ...], written: str
) -> tuple[Fix, ...]:
    """Return the fix that adds an entry to a mapping; none where an alias repeats it."""
    has_place = _can_be_searched(text, mapping) and (mapping.flow or bool(mapping.entries))
    if not has_place or text.is_alias(mapping):
        return ()
    shown = "" if "\0" in written else written.strip().partition("\n")[0]  # a placeholder is not shown
    title = (
        Sentence("structured.add-key-and-value", key=key, value=short_value(shown))
        if shown and "\n" not in written
        else Sentence("structured.add-key", key=key)
    )
    return (Fix(title, (add_entry(text.source, mapping, text.key(key), written, known),)),)


def removal_fix(text: Text, mapping: MappingNode, name: str) -> tuple[Fix, ...]:
    """Return the fix that removes an entry of a mapping; none where an alias may repeat it."""
    is_pair = mapping.flow and not text.source.startswith("{", mapping.span.start)  # as in `[a: b]`
    if is_pair or not _can_be_searched(text, mapping) or text.is_alias(mapping):
        return ()
    for index, (key, node) in enumerate(mapping.entries):
        if key.value == name and key.tag == "str":
            if text.has_anchor(Span(key.span.start, node.span.end)):
                return ()
            edits = remove_entry(text.source, mapping, index)
            return (Fix(Sentence("structured.remove-key", name=short_value(name)), edits),) if edits else ()
    return ()


def item_removal(text: Text, sequence: SequenceNode, index: int, title: str) -> tuple[Fix, ...]:
    """Return the fix that removes an item of a list."""
    if not text.effort.may_fix or len(sequence.items) > _MOST_SEARCHED or text.is_alias(sequence):
        return ()
    edits = remove_item(text.source, sequence, index)
    return (Fix(title, edits),) if edits else ()


def unknown_keys(
    text: Text,
    mapping: MappingNode,
    known: tuple[str, ...],
    path: str,
    otherwise: str = "",
    *,
    severity: Severity = Severity.ERROR,
    also: Collection[str] = (),
) -> Iterator[Diagnostic]:
    """Yield notes about unknown keys near a known one; `also` are keys of the file not in `mapping`.

    With `otherwise`, what is said besides of a key that is near none, such as “A step has user, text.”,
    every unknown key is a problem of that severity.
    """
    unknown = [key for key, _ in mapping.entries if key.tag != "str" or key.value not in known]
    if not unknown:
        return
    own = {key.value for key, _ in mapping.all_entries()}.union(also)
    for key in unknown[:_MOST_UNKNOWN] if otherwise else unknown:
        name = key.value or ""
        shown = name if text.names_keys else path + name
        near = text.effort.near(name, known)
        if near is None and not otherwise:
            continue
        if near is None or near in own:
            fixes = removal_fix(text, mapping, name)
        else:
            fixes = (Fix(Sentence("structured.rename-to", name=near), (Edit(key.span, text.key(near)),)),)
        unclear = Sentence("structured.unknown-key-of", otherwise=otherwise, name=short_value(shown))
        yield problem(
            "unknown-key",
            key.span if key.span.length else first_line(text, mapping),
            path + name,
            Sentence("structured.unknown-key", near=near, name=shown) if near else unclear,
            fixes,
            severity if otherwise else Severity.INFORMATION,
            near=near or "",
        )


def first_line(text: Text, node: Node) -> Span:
    """Return the first line of a node, where missing fields are shown."""
    start, end = node.span
    newline = text.source.find("\n", start, end)
    return Span(start, end if newline < 0 else newline)


def visible(span: Span) -> Span:
    """Return a span; of an empty one, that of the character before it."""
    return span if span.length else Span(max(span.start - 1, 0), span.end)


def _json_text(value: str) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _can_be_searched(text: Text, mapping: MappingNode) -> bool:
    return text.effort.may_fix and len(mapping.entries) <= _MOST_SEARCHED
