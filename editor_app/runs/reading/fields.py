"""Reading the entries of a mapping by key, each with its type, range and words, and every problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    boolean,
    integer,
    short_value,
)
from editor_app.system_messages.reading.problems import (
    CheckedValue,
    Text,
    first_line,
    message_problem,
    missing,
    problem_in_file,
    removal_fix,
    wrong_value_type,
)
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, nearest

MOST_ITEMS: Final = 10_000
"""The most entries of a list that are read, steps apart."""

_MOST_UNKNOWN: Final = 20  # of one mapping
_MOST_DIGITS: Final = 60
_Word = TypeVar("_Word", bound=StrEnum)


class Range(NamedTuple):
    """The numbers a field may have: from `least` to `most`, in sentences `words` if these say it better."""

    least: Decimal | int
    most: Decimal | int
    words: str = ""
    is_open: bool = False
    """Whether `least` itself is not in it."""

    def holds(self, number: Decimal | int) -> bool:
        """Whether a number is in the range."""
        return (self.least < number if self.is_open else self.least <= number) and number <= self.most

    def sentence(self, noun: str) -> str:
        """Return what the number must be."""
        if self.words:
            return self.words
        first = f"above {self.least:,}, up to" if self.is_open else f"from {self.least:,} to"
        return f"{noun} {first} {self.most:,}"


class FieldReader:
    """The entries of one mapping; `path` is that of its keys, such as `steps[3].`.

    Each problem is added to `problems`, which several readers may share. A wrong value reads as None.
    """

    __slots__ = ("_entries", "mapping", "path", "problems", "text")

    def __init__(self, text: Text, mapping: MappingNode, path: str, problems: list[Diagnostic]) -> None:
        """Take the first entry of each key."""
        self.text = text
        self.mapping = mapping
        self.path = path
        self.problems = problems
        self._entries: dict[str, tuple[ScalarNode, Node]] = {}
        for key, node in mapping.all_entries():
            self._entries.setdefault(key.value or "", (key, node))

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def part(self, key: str) -> CheckedValue | None:
        """Return the value of a key; None where there is none, and for null."""
        entry = self._entries.get(key)
        if entry is None or _is_null(entry[1]):
            return None
        return CheckedValue(self.text, self.path + key, *entry)

    def node(self, key: str) -> Node | None:
        """Return what stands behind a key, null too."""
        entry = self._entries.get(key)
        return None if entry is None else entry[1]

    def span(self, key: str) -> Span:
        """Return the span of a key, of the mapping’s first line where it has no such key."""
        entry = self._entries.get(key)
        return first_line(self.text, self.mapping) if entry is None else entry[0].span

    def value_span(self, key: str) -> Span:
        """Return the span of a value, of its key where it is empty."""
        part = self.part(key)
        return self.span(key) if part is None else part.span

    def check_keys(self, known: tuple[str, ...], what: str) -> None:
        """Report each key that is not known; `what` is what has them, such as “A trigger”."""
        unknown = [key for key, _ in self.mapping.entries if key.tag != "str" or key.value not in known]
        for key in unknown[:_MOST_UNKNOWN]:
            name = key.value or ""
            near = self.text.effort.near(name, known)
            fixes: tuple[Fix, ...]
            if near is not None and near not in self._entries:
                fixes = (Fix(f"Rename to ‘{near}’", (Edit(key.span, self.text.key(near)),)),)
            else:
                fixes = removal_fix(self.text, self.mapping, name)
            meant = f"Did you mean ‘{near}’?" if near else f"{what} has {', '.join(known)}."
            self.note(
                "unknown-key",
                key.span if key.span.length else first_line(self.text, self.mapping),
                self.path + name,
                f"‘{short_value(self.path + name)}’ means nothing here. {meant}",
                fixes,
                near=near or "",
            )

    def note(
        self,
        code: str,
        span: Span,
        field: str,
        message: str,
        fixes: Iterable[Fix] = (),
        severity: Severity = Severity.ERROR,
        **args: str,
    ) -> None:
        """Add a problem."""
        self.problems.append(message_problem(code, span, field, message, fixes, severity, **args))

    def missing(self, key: str, known: tuple[str, ...], written: str = "") -> None:
        """Report that a key is missing, with the fix that adds it as `written`."""
        found = missing(self.text, self.mapping, self.path + key, known, written)
        self.problems.append(problem_in_file(found, 0, "", {}))

    def wrong(self, part: CheckedValue, wanted: str, fixes: Iterable[Fix] = ()) -> None:
        """Report that a value has the wrong type."""
        self.problems.append(problem_in_file(wrong_value_type(part, wanted, fixes), 0, "", {}))

    def string(self, key: str, wanted: str = "text") -> str | None:
        """Return a text: any scalar but null, by its spelling."""
        part = self.part(key)
        return None if part is None else self.text_of(part, wanted)

    def text_of(self, part: CheckedValue, wanted: str = "text") -> str | None:
        """Return the text that a value is; any scalar is one, by its spelling."""
        if isinstance(part.node, ScalarNode) and part.node.value is not None:
            return part.node.value
        self.wrong(part, wanted)
        return None

    def name(self, key: str, wanted: str) -> str | None:
        """Return a text that is not blank."""
        found = self.string(key, wanted)
        if found is not None and not found.strip():
            part = self.part(key)
            span = self.span(key) if part is None else part.span
            self.note("empty-field", span, self.path + key, f"‘{self.path}{key}’ is blank; write {wanted}.")
            return None
        return found

    def whole(self, key: str, range_: Range) -> int | None:
        """Return a whole number in a range."""
        part = self.part(key)
        return None if part is None else self.whole_of(part, range_)

    def whole_of(self, part: CheckedValue, range_: Range) -> int | None:
        """Return the whole number that a value is, if it is in a range."""
        number = integer(part.node)
        if number is None:
            self.wrong(part, range_.sentence("a whole number"), _whole_fix(part, range_))
            return None
        return number if self._is_in(part, number, range_, "a whole number") else None

    def figure(self, key: str, range_: Range, nearer: Decimal | None = None) -> Decimal | None:
        """Return a number by its spelling; of one out of range, `nearer` times it may be what was meant."""
        part = self.part(key)
        if part is None:
            return None
        number = decimal_of(part.node)
        if number is None:
            self.wrong(part, range_.sentence("a number"), _unquoted_fix(part, range_))
            return None
        return number if self._is_in(part, number, range_, "a number", nearer) else None

    def _is_in(
        self,
        part: CheckedValue,
        number: Decimal | int,
        range_: Range,
        noun: str,
        nearer: Decimal | None = None,
    ) -> bool:
        if range_.holds(number):
            return True
        better = _limit(number, range_)
        meant = ""
        if nearer is not None and range_.holds(number * nearer):
            better = _spelled(number * nearer)
            meant = f" Did you mean {better}?"
        message = f"‘{part.path}’ is {short_value(part.spelling)}; it must be {range_.sentence(noun)}.{meant}"
        self.note("out-of-range", part.span, part.path, message, part.change(better))
        return False

    def truth(self, key: str) -> bool | None:
        """Return true or false."""
        part = self.part(key)
        if part is None:
            return None
        found = boolean(part.node)
        if found is None:
            word = part.spelling.lower()
            self.wrong(part, "true or false", part.change(word) if word in {"true", "false"} else ())
        return found

    def word(self, key: str, words: type[_Word], what: str) -> _Word | None:
        """Return one of the words of an enumeration; `what` is what they are, such as “a strategy”."""
        part = self.part(key)
        return None if part is None else self.word_of(part, words, what)

    def word_of(self, part: CheckedValue, words: type[_Word], what: str) -> _Word | None:
        """Return the word of an enumeration that a value is."""
        known = [str(word) for word in words]
        listed = known[0] if len(known) < 2 else f"{', '.join(known[:-1])} or {known[-1]}"
        if not isinstance(part.node, ScalarNode):
            self.wrong(part, f"{what}: {listed}")
            return None
        written = part.spelling
        if written in known:
            return words(written)
        near = next(iter(nearest(written, known)), None)
        meant = f" Did you mean ‘{near}’?" if near else ""
        message = f"‘{part.path}’ is ‘{short_value(written)}’; it must be {what}: {listed}.{meant}"
        fixes = part.change_text(near) if near else ()
        self.note("unknown-word", part.span, part.path, message, fixes, near=near or "")
        return None

    def inner(self, key: str, wanted: str) -> FieldReader | None:
        """Return the entries of a mapping behind a key."""
        part = self.part(key)
        return None if part is None else self.inner_of(part, wanted)

    def inner_of(self, part: CheckedValue, wanted: str) -> FieldReader | None:
        """Return the entries of the mapping that a value is."""
        if isinstance(part.node, MappingNode):
            path = f"{part.path}." if part.path else ""
            return FieldReader(self.text, part.node, path, self.problems)
        self.wrong(part, wanted)
        return None

    def items(self, key: str, wanted: str, most: int = MOST_ITEMS) -> Iterator[CheckedValue]:
        """Go through the values of a list behind a key."""
        part = self.part(key)
        return iter(()) if part is None else self.items_of(part, wanted, most)

    def items_of(self, part: CheckedValue, wanted: str, most: int = MOST_ITEMS) -> Iterator[CheckedValue]:
        """Go through the values of the list that a value is."""
        node = part.node
        if not isinstance(node, SequenceNode):
            self.wrong(part, wanted)
            return
        for index, item in enumerate(node.items):
            path = f"{part.path}[{index}]"
            if index >= most:
                message = f"‘{part.path}’ has more than {most:,} entries; those from here on are not read."
                self.note("too-many", _visible(item.span), path, message)
                return
            dash = None if item.span.length else ScalarNode("", "str", _visible(item.span))
            yield CheckedValue(self.text, path, dash, item)

    def names(self, key: str, wanted: str) -> tuple[str, ...] | None:
        """Return the texts of a list of names, each once; None without the list."""
        part = self.part(key)
        if part is None:
            return None
        found = [self.text_of(item, "a name") for item in self.items_of(part, wanted)]
        return tuple(dict.fromkeys(name for name in found if name))


def has_errors(problems: Iterable[Diagnostic]) -> bool:
    """Whether an error is among problems."""
    return any(one.severity is Severity.ERROR for one in problems)


def decimal_of(node: Node | None) -> Decimal | None:
    """Return the number a scalar spells, exactly; None where YAML or JSON does not take it for a number."""
    if not isinstance(node, ScalarNode) or node.tag not in {"int", "float"}:
        return None
    whole = integer(node)
    if whole is not None:
        return Decimal(whole)
    spelling = (node.value or "").replace("_", "")
    if len(spelling) > _MOST_DIGITS:
        return None
    try:
        number = Decimal(spelling)
    except ArithmeticError:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < _MOST_DIGITS else None


def _spelled(number: Decimal) -> str:
    text = format(number.normalize(), "f")
    return text if text != "-0" else "0"


def _limit(number: Decimal | int, range_: Range) -> str:
    """Return the number of the range that is next to one out of it."""
    if number > range_.most:
        return str(range_.most)
    return str(1) if range_.is_open else str(range_.least)


def _whole_fix(part: CheckedValue, range_: Range) -> tuple[Fix, ...]:
    number = _number_in(part)
    if number is None or not range_.holds(round(number)):
        return ()
    return part.change(str(round(number)))


def _unquoted_fix(part: CheckedValue, range_: Range) -> tuple[Fix, ...]:
    number = _number_in(part)
    return part.change(_spelled(number)) if number is not None and range_.holds(number) else ()


def _number_in(part: CheckedValue) -> Decimal | None:
    """Return the number that a text spells, whatever it is read as."""
    spelling = part.spelling.strip().replace("_", "").replace(",", "")
    if not spelling or len(spelling) > _MOST_DIGITS or not spelling.isascii():
        return None
    try:
        number = Decimal(spelling)
    except ArithmeticError:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < _MOST_DIGITS else None


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.tag == "null"


def _visible(span: Span) -> Span:
    return span if span.length else Span(max(span.start - 1, 0), span.end)
