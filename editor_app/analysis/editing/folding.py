"""The lines of a file that can be folded: its metadata, conditions, what is below headings, nested data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.outline import headings_in
from editor_app.text import Span, line_end

_FILLED_LINE: Final = re.compile(r"^([ ]*)(-(?=[ \n]))?[^\n]*\S[^\n]*", re.MULTILINE)


def folds_of(analysis: Analysis) -> tuple[Span, ...]:
    """Return what folding hides, in order: from the end of the line that stays to that of the last to go.

    Of the folds at one line there is only the longest.
    """
    text, head, row = analysis.source, analysis.frontmatter, analysis.row
    found: list[Span] = []
    body = 0
    if head is not None:
        found.append(Span(line_end(text, head.opening.start), line_end(text, head.closing.start)))
        found += _nested(text, head.metadata)
        body = head.body.start
    if row.form.is_data:
        found += _nested(text, Span(0, len(text)))
    elif row.form.is_markdown:
        found += _below_headings(text, body)
    found += _in_conditions(analysis)
    by_line: dict[int, Span] = {}
    for fold in found:
        if fold.end > fold.start and fold.end > by_line.get(fold.start, fold).end - 1:
            by_line[fold.start] = fold
    return tuple(by_line[start] for start in sorted(by_line))


def _in_conditions(analysis: Analysis) -> Iterator[Span]:
    text = analysis.source
    for condition in analysis.template.conditions if analysis.template is not None else ():
        last = text.rfind("\n", 0, condition.closing.start)
        for tag in filter(None, (condition.opening, condition.otherwise)):
            yield Span(line_end(text, tag.end), last)


def _below_headings(text: str, start: int) -> Iterator[Span]:
    headings = list(headings_in(text[start:], start))
    open_ones: list[tuple[int, int]] = []  # the level and the end of the line
    for heading in (*headings, None):
        level = 0 if heading is None else heading.level
        end = len(text) if heading is None else max(text.rfind("\n", 0, heading.span.start), 0)
        while open_ones and open_ones[-1][0] >= level:
            _, start = open_ones.pop()
            yield Span(start, start + len(text[start:end].rstrip()))
        if heading is not None:
            open_ones.append((heading.level, line_end(text, heading.span.start)))


def _nested(text: str, part: Span) -> Iterator[Span]:
    """Yield the folds of lines above deeper ones; the items of a list are deeper than its key."""
    open_ones: list[tuple[int, int]] = []  # the depth and the end of the line
    last = part.start
    for match in _FILLED_LINE.finditer(text, part.start, part.end):
        depth = 2 * len(match[1]) + (match[2] is not None)
        yield from _ended(open_ones, depth, last)
        last = match.end()
        open_ones.append((depth, last))
    yield from _ended(open_ones, 0, last)


def _ended(open_ones: list[tuple[int, int]], depth: int, last: int) -> Iterable[Span]:
    while open_ones and open_ones[-1][0] >= depth:
        _, start = open_ones.pop()
        if last > start:
            yield Span(start, last)
