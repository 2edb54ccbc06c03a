"""The tokens of a text of JSON, each with the value it belongs to and the place of that."""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from editor_app.requests.parts import Place
from editor_app.text import Span

_token = re.compile(r'("(?>(?:[^"\\]++|\\.)*)"?+)|([{\[])|([}\]])|(,)|(:)|\s++|[^\s{}\[\],:"]++', re.DOTALL)
_STRING, _OPENING, _CLOSING, _COMMA, _COLON = 1, 2, 3, 4, 5


class TokenKind(IntEnum):
    """What a token is."""

    KEY = 0
    TEXT = 1
    VALUE = 2
    MARK = 3
    SPACE = 4


class JsonToken(NamedTuple):
    """A token: its kind, its span, and the place of the value it belongs to."""

    kind: TokenKind
    span: Span
    place: Place


class JsonTokens:
    """The tokens of any text, found by offset; what is no JSON, or ends early, has tokens as well."""

    def __init__(self, source: str, inside: tuple[str, int] | None = None) -> None:
        """Read the text once, without recursion.

        `inside` are the key of the list and the number of the item that it begins with, None for a text that
        begins with its outermost value.
        """
        self._length = len(source)
        self._starts = array("q")
        self._nodes = array("q")
        self._kinds = bytearray()
        self._parents = array("q", [0])
        self._steps: list[str | int] = [""]
        self._read(source, inside)

    def at(self, offset: int) -> JsonToken | None:
        """Return the token at an offset, None outside of the text."""
        if not 0 <= offset < self._length:
            return None
        index = bisect_right(self._starts, offset) - 1
        end = self._starts[index + 1] if index + 1 < len(self._starts) else self._length
        span = Span(self._starts[index], end)
        return JsonToken(TokenKind(self._kinds[index]), span, self._place(self._nodes[index]))

    def texts(self) -> Iterator[JsonToken]:
        """Yield the strings that are values, in order."""
        for index, kind in enumerate(self._kinds):
            if kind == TokenKind.TEXT:
                token = self.at(self._starts[index])
                assert token is not None
                yield token

    def _place(self, node: int) -> Place:
        steps: list[str | int] = []
        while node:
            steps.append(self._steps[node])
            node = self._parents[node]
        return tuple(reversed(steps))

    def _read(self, source: str, inside: tuple[str, int] | None) -> None:
        open_nodes: list[tuple[int, bool]] = []  # each with whether it is an object
        indexes: list[int] = []
        here, awaits_key = 0, False
        if inside is not None:
            here = self._child(0, inside[0])
            open_nodes += ((0, True), (here, False))
            indexes += (0, inside[1])
        for match in _token.finditer(source):
            group = match.lastindex
            kind = TokenKind.MARK
            if group == _STRING and awaits_key:
                here, awaits_key = self._child(open_nodes[-1][0], _decoded(match[0])), False
                kind = TokenKind.KEY
            elif group == _STRING:
                kind = TokenKind.TEXT
            elif group == _OPENING:
                awaits_key = match[0] == "{"
                open_nodes.append((here, awaits_key))
                indexes.append(0)
            elif group == _CLOSING and open_nodes:
                here, _ = open_nodes.pop()
                indexes.pop()
                awaits_key = False
            elif group == _COMMA and open_nodes:
                here, awaits_key = open_nodes[-1]
                indexes[-1] += 1
            elif group is None:
                kind = TokenKind.SPACE if match[0].isspace() else TokenKind.VALUE
            begins_item = group in {_STRING, _OPENING} or kind is TokenKind.VALUE
            if begins_item and kind is not TokenKind.KEY:
                here = self._item(open_nodes, indexes, here, is_opening=group == _OPENING)
            self._starts.append(match.start())
            self._nodes.append(here)
            self._kinds.append(kind)

    def _item(
        self, open_nodes: list[tuple[int, bool]], indexes: list[int], here: int, *, is_opening: bool
    ) -> int:
        """Return the node of a value that begins: an item of the list around it, or that of its key."""
        around = len(open_nodes) - 1 - is_opening
        if around < 0 or open_nodes[around][1]:
            return here
        node = self._child(open_nodes[around][0], indexes[around])
        if is_opening:
            open_nodes[-1] = node, open_nodes[-1][1]
        return node

    def _child(self, parent: int, step: str | int) -> int:
        self._parents.append(parent)
        self._steps.append(step)
        return len(self._parents) - 1


def _decoded(written: str) -> str:
    if "\\" not in written:
        return written[1:-1] if written.endswith('"') else written[1:]
    try:
        return str(json.loads(written, strict=False))
    except ValueError:
        return written[1:]
