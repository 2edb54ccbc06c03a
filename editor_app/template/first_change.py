"""The first place of a rendered text that can change when some of its values do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from editor_app.template.dialect import Dialect
from editor_app.template.insertion import insert_tag
from editor_app.template.source_map import Branch, SourceMap, Why
from editor_app.template.tree import Condition
from editor_app.text import Span

_BLANK = " \t\r\n"


class FirstChange(NamedTuple):
    """The first place that depends on one of the values: its offset in the text, and the tag.

    `source` is the span of that tag in the file. `rest_is_sure` if text that is not blank follows it whatever
    the values are.
    """

    offset: int
    tag: str
    source: Span
    rest_is_sure: bool


def first_change(
    source_map: SourceMap, text: str, names: Collection[str], dialect: Dialect = Dialect.BRACKETS
) -> FirstChange | None:
    """Return the first place of `text` that depends on the values of `names`, None if none does."""
    if not names:
        return None
    sides = _Sides(names, dialect)
    first = min(_changes(source_map, names, sides), key=lambda change: change[0], default=None)
    if first is None:
        return None
    offset, tag, source = first
    rest_is_sure = any(
        piece.why is Why.TEXT
        and piece.output.start >= offset
        and not (piece.branch and sides[piece.branch])
        and piece.output.of(text).strip(_BLANK)
        for piece in source_map.pieces
    )
    return FirstChange(offset, tag, source, rest_is_sure)


def sure_characters(change: FirstChange, text: str, *, trims_blank_ends: bool) -> int:
    """Return how many characters stay the same before a change.

    Where blank ends are trimmed, blank lines before it can be one of them.
    """
    before = text[: change.offset]
    written = before.rstrip(_BLANK)
    if not trims_blank_ends or (written and change.rest_is_sure):
        return change.offset
    if not written:
        return 0
    end = before.find("\n", len(written))
    return len(before[:end].rstrip("\r")) if end >= 0 else change.offset


def _changes(source_map: SourceMap, names: Collection[str], sides: _Sides) -> Iterator[tuple[int, str, Span]]:
    """Yield the first piece that can change, and left out parts that can come back."""
    for piece in source_map.pieces:
        condition = sides[piece.branch] if piece.branch else None
        if condition is not None:
            yield piece.output.start, sides.tag(condition), condition.opening
            break
        if piece.name is not None and piece.name in names and piece.why is not Why.UNKNOWN:
            yield piece.output.start, insert_tag(sides.dialect, piece.name), piece.source
            break
    for part in source_map.left_out:
        condition = sides[part.branch] if part.branch else None
        if condition is not None:
            yield part.output, sides.tag(condition), condition.opening


class _Sides(dict[Branch, Condition | None]):
    """A side of a condition → the outermost condition around it that can change, None for none."""

    def __init__(self, names: Collection[str], dialect: Dialect) -> None:
        super().__init__()
        self._names = names
        self.dialect = dialect

    def __missing__(self, branch: Branch) -> Condition | None:
        waiting = []
        side: Branch | None = branch
        while side is not None and side not in self:
            waiting.append(side)
            side = side.outer
        condition = None if side is None else self[side]
        for side in reversed(waiting):
            if condition is None and side.condition.name in self._names:
                condition = side.condition
            self[side] = condition
        return condition

    def tag(self, condition: Condition) -> str:
        """Return the tag that opens a condition."""
        if self.dialect is Dialect.BRACES:
            return f"{{{{#{'unless' if condition.negated else 'if'} {condition.name}}}}}"
        return f"[if {'!' if condition.negated else ''}{condition.name}]"
