"""A file as the parts it is written in: what an edit moves, and what it is compared with afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from operator import is_not
from types import MappingProxyType
from typing import Any, NamedTuple

from editor_app.structured.budget import MOST_ALIASES, MOST_CHARACTERS, MOST_DEPTH, TooMuch, check_text
from editor_app.structured.json_reader import whole_characters
from editor_app.structured.scalar_layout import place_of_nothing
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import Syntax


class Form(Enum):
    """What a part is."""

    SCALAR = auto()
    LIST = auto()
    MAP = auto()
    ALIAS = auto()


class Part(NamedTuple):
    """A value as it is written.

    `items` of a map are its keys and values in turn. `value` is a scalar's text, or the name an alias
    repeats; `style` how a scalar is quoted, "" for plain. `start` lies before an anchor or tag.
    """

    form: Form
    start: int = -1
    end: int = -1
    items: tuple[Part, ...] = ()
    value: str = ""
    style: str = ""
    flow: bool = False
    anchor: str | None = None
    tag: str | None = None
    target: Part | None = None

    def pairs(self) -> Iterator[tuple[Part, Part]]:
        """Go through the own entries of a map."""
        return zip(self.items[::2], self.items[1::2], strict=True)

    def place_of(self, key: str) -> int | None:
        """Return which entry has a key, the first of its own."""
        items = self.items
        for at in range(0, len(items), 2):
            if items[at].value == key and items[at].form is Form.SCALAR:
                return at // 2
        return None

    def get(self, key: str) -> Part | None:
        """Return the value of an own key."""
        index = self.place_of(key)
        return None if index is None else self.items[2 * index + 1]

    @property
    def is_null(self) -> bool:
        """Whether nothing stands here, or a word for nothing."""
        return self.form is Form.SCALAR and not self.style and self.value in {"", "~", "null", "Null", "NULL"}


class Written(NamedTuple):
    """A whole file; `root` is None where nothing but comments stands in it."""

    source: str
    syntax: Syntax
    root: Part | None
    aliases: tuple[Part, ...] = ()


_NO_ANCHORS: Mapping[str, Part] = MappingProxyType({})


def read_parts(source: str, syntax: Syntax, known: Mapping[str, Part] = _NO_ANCHORS) -> Written:
    """Read a file, or raise `Refused`; aliases may also repeat the `known` anchors, by their names."""
    return _read_json(source) if syntax is Syntax.JSON else _read_yaml(source, known)


def with_targets(root: Part) -> tuple[Part, tuple[Part, ...]]:
    """Return a tree in which every alias has its anchor of the same tree as its target, and the aliases."""
    anchors: dict[str, Part] = {}
    aliases: list[Part] = []

    def linked(part: Part) -> Part:
        if part.form is Form.ALIAS:
            part = part._replace(target=anchors[part.value])
            aliases.append(part)
        elif part.items:
            items = tuple(map(linked, part.items))
            if any(map(is_not, items, part.items)):
                part = part._replace(items=items)
        if part.anchor is not None:
            anchors[part.anchor] = part
        return part

    return linked(root), tuple(aliases)


def text_part(text: str) -> Part:
    """Return a text that is yet to be written."""
    return Part(Form.SCALAR, value=text, style='"')


def list_part(items: tuple[Part, ...]) -> Part:
    """Return a list that is yet to be written."""
    return Part(Form.LIST, items=items)


def map_part(entries: dict[str, Part]) -> Part:
    """Return a map that is yet to be written."""
    return Part(
        Form.MAP, items=tuple(part for key, value in entries.items() for part in (text_part(key), value))
    )


def _read_yaml(source: str, known: Mapping[str, Part]) -> Written:
    import yaml

    try:
        check_text(source, 0, MOST_CHARACTERS)
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        return _composed(source, yaml.parse(source, Loader=loader), {**known})
    except TooMuch as refused:
        raise Refused(str(refused)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = 1 if mark is None else mark.line + 1
        raise Refused(f"The file can’t be read from line {line} on; mend that first.") from None


def _composed(  # one loop, as every event passes through it
    source: str,
    events: Any,  # noqa: ANN401  they have no common type
    anchors: dict[str, Part],
) -> Written:
    import yaml

    stack: list[tuple[Any, list[Part]]] = []
    here: list[Part] = []
    aliases: list[Part] = []
    documents = 0
    for event in events:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            is_value = len(here) % 2 == 1 and type(stack[-1][0]) is yaml.MappingStartEvent
            part = _scalar(source, event, here[-1].end if is_value else None)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            stack.append((event, here))
            here = []
            if len(stack) > MOST_DEPTH:
                raise Refused(f"It would be nested more than {MOST_DEPTH} levels deep, which is not read.")
            continue
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            began, outer = stack.pop()
            flow = bool(began.flow_style)
            end = event.end_mark.index if flow else (here[-1].end if here else began.end_mark.index)
            form = Form.MAP if kind is yaml.MappingEndEvent else Form.LIST
            part = Part(form, began.start_mark.index, end, tuple(here), "", "", flow, began.anchor, began.tag)
            here = outer
        elif kind is yaml.AliasEvent:
            if event.anchor not in anchors:
                line = event.start_mark.line + 1
                raise Refused(f"‘*{event.anchor}’ on line {line} repeats nothing; mend that first.")
            part = Part(
                Form.ALIAS,
                event.start_mark.index,
                event.end_mark.index,
                value=event.anchor,
                target=anchors[event.anchor],
            )
            aliases.append(part)
            if len(aliases) > MOST_ALIASES:
                raise Refused(f"There would be more than {MOST_ALIASES} aliases, which is not read.")
        else:
            documents += kind is yaml.DocumentStartEvent
            if documents > 1:
                raise Refused(
                    f"A second document starts on line {event.start_mark.line + 1}; remove it first."
                )
            continue
        here.append(part)
        if part.anchor is not None:
            anchors[part.anchor] = part
    return Written(source, Syntax.YAML, here[0] if here else None, tuple(aliases))


def _scalar(source: str, event: Any, key_end: int | None) -> Part:  # noqa: ANN401  as above
    style = event.style or ""
    start, end = event.start_mark.index, event.end_mark.index
    if style in {"|", ">"}:
        end = _block_end(source, start, end)
    elif start == end and key_end is not None:
        start = end = place_of_nothing(source, key_end, start)
    return Part(Form.SCALAR, start, end, (), event.value, style, anchor=event.anchor, tag=event.tag)


def _block_end(source: str, start: int, end: int) -> int:
    """Return where a block scalar ends; blank lines behind it are its own only where it keeps them."""
    header_end = source.find("\n", start)
    if header_end < 0:
        return end
    if "+" in source[start:header_end].partition(" #")[0]:
        return end - source.endswith("\n", start, end)
    text = source[start:end]
    return start + len(text.rstrip())


_tokens = re.compile(r'[ \t\r\n,:]*+(?:("(?:[^"\\]++|\\.)*+")|([\[{])|([\]}])|([^\s,:\[\]{}"]++))').match
_CLOSING = {"{": "}", "[": "]"}


def _read_json(source: str) -> Written:
    import json

    if len(source) > MOST_CHARACTERS:
        raise Refused(f"This is longer than the {MOST_CHARACTERS:,} characters that are read as JSON.")
    try:
        json.loads(source, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise Refused(f"The file can’t be read from line {error.lineno} on; mend that first.") from None
    except RecursionError:
        raise Refused(f"It is nested more than {MOST_DEPTH} levels deep, which is not read.") from None
    stack: list[tuple[int, list[Part]]] = []
    here: list[Part] = []
    at = 0
    while (token := _tokens(source, at)) is not None:
        at = token.end()
        text, opened, closed, word = token.groups()
        if opened:
            stack.append((at - 1, here))
            here = []
            if len(stack) > MOST_DEPTH:
                raise Refused(f"It would be nested more than {MOST_DEPTH} levels deep, which is not read.")
        elif closed:
            start, outer = stack.pop()
            form = Form.MAP if closed == "}" else Form.LIST
            outer.append(Part(form, start, at, tuple(here), flow=True))
            here = outer
        elif text:
            value = text[1:-1] if "\\" not in text else whole_characters(json.loads(text))
            here.append(Part(Form.SCALAR, at - len(text), at, value=value, style='"'))
        else:
            here.append(Part(Form.SCALAR, at - len(word), at, value=word))
    return Written(source, Syntax.JSON, here[0] if here else None)
