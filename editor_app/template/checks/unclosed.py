"""Conditions without a closer."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from editor_app.template.braces import stays_tag
from editor_app.template.checks.changes import keep_as_text, line_alone, opener_of
from editor_app.template.dialect import Dialect
from editor_app.template.tree import Tree
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Sentence, Severity, Span, more_problems


def check_unclosed(tree: Tree) -> Iterator[Diagnostic]:
    """Report openers without a closer; the fix of each closes it before the next of them."""
    unclosed = [problem for problem in tree.problems if problem.code == "unclosed-condition"]
    if not unclosed:
        return
    last_else = {problem.opener: problem.place for problem in tree.problems if problem.code == "second-else"}
    places = _ClosingPlaces(tree)
    limits = [*(tree.starts[problem.place] for problem in unclosed[1:]), tree.starts[-1]]
    for (_, index, _, divider), limit in zip(unclosed[:MOST_PROBLEMS], limits, strict=False):
        spelling = tree.spelling(index)
        closer = f"{{{{/{tree.token(spelling).word}}}}}" if tree.dialect is Dialect.BRACES else "[endif]"
        last = max(index, divider, last_else.get(index, 0))
        tags = [tree.span(index)] if last == index else [tree.span(place) for place in (index, divider, last)]
        offset = tree.offset
        on_own_line = all(line_alone(tree, tag) for tag in tags)
        start, end = tags[0].start - offset, tags[-1].end - offset
        place, text = places.close(start, end, limit - offset, closer, on_own_line)
        closing = Edit(Span(place + offset, place + offset), text)
        yield Diagnostic(
            "unclosed-condition",
            Severity.WARNING,
            tags[0],
            Sentence("template.unclosed-condition", tag=spelling, closer=closer),
            {"tag": spelling, "closer": closer},
            (Fix(Sentence("template.close-condition", closer=closer), (closing,)), *_without(tree, tags[:2])),
        )
    if len(unclosed) > MOST_PROBLEMS:
        counted = {("unclosed-condition", Severity.WARNING): len(unclosed) - MOST_PROBLEMS}
        yield more_problems(tree.span(unclosed[MOST_PROBLEMS].place), counted)


def _without(tree: Tree, tags: list[Span]) -> Iterator[Fix]:
    """Yield the fixes that remove an opener and its `else`, or escape them."""
    yield Fix(Sentence("text.remove-it"), tuple(Edit(line_alone(tree, tag) or tag, "") for tag in tags))
    as_text = [fix for tag in tags if (fix := keep_as_text(tree, tag, opener_of(tree)))]
    if len(as_text) == len(tags):
        yield as_text[0] if len(tags) == 1 else Fix(as_text[0].title, as_text[0].edits + as_text[1].edits)


_is_heading = re.compile(r"#{1,6}[ \t]").match


class _ClosingPlaces:
    """Where conditions were probably meant to end, by indentation or section; offsets count in the source."""

    def __init__(self, tree: Tree) -> None:
        """Collect once what is needed for every unclosed opener of `tree`."""
        self.source = tree.source
        self.line_break = tree.line_break
        self.is_braces = tree.dialect is Dialect.BRACES
        outer = tree.outer_conditions
        self.opened = [condition.start - tree.offset for condition in outer]
        self.closed = [condition.end - tree.offset for condition in outer]
        self.open_ended = [span.start - tree.offset for span in tree.open_ended]

    def close(self, opener: int, start: int, limit: int, closer: str, on_own_line: bool) -> tuple[int, str]:
        """Return where to insert the closer of the opener at `opener`, and the text to insert.

        `start` is the end of the condition's last tag. `limit` is where the next unclosed
        opener starts; a closer behind that would close it instead. So no line is read twice.
        """
        if on_own_line:
            return self.on_own_line(opener, start, limit, closer)
        return self.in_line(start, limit, closer)

    def in_line(self, start: int, limit: int, closer: str) -> tuple[int, str]:
        """Place the closer at the end of the line, or behind the conditions around the line's end."""
        place = self.outside(self.before_return(self.line_end(start, limit), start))
        index = bisect_left(self.open_ended, start)
        if index < len(self.open_ended):
            place = min(place, self.open_ended[index])
        return place, stays_tag(closer, self.source, place) if self.is_braces else closer

    def on_own_line(self, opener: int, start: int, limit: int, closer: str) -> tuple[int, str]:
        """Place the closer on its own line behind the more indented lines below, or else the paragraph."""
        source = self.source
        line_start = source.rfind("\n", 0, opener) + 1
        indent = source[line_start:opener]
        end = self.line_end(start, limit)
        deeper: bool | None = None
        offset = end + 1
        while offset < limit:
            line_end = self.line_end(offset, limit)
            if line_end == limit < len(source):
                break
            line = source[offset:line_end]
            if not line.strip():
                if deeper is False:
                    break
            else:
                if (deeper and _indent_of(line) <= len(indent)) or (deeper is False and _is_heading(line)):
                    break
                deeper = _indent_of(line) > len(indent) if deeper is None else deeper
                while (behind := self.outside(line_end)) > line_end:
                    line_end = self.line_end(behind, limit)
                    if line_end == limit < len(source):
                        return behind, closer
                end = line_end
            offset = line_end + 1
        return self.before_return(end, start), f"{self.line_break}{indent}{closer}"

    def line_end(self, start: int, limit: int) -> int:
        """Return where the line of `start` ends, or `limit` if that is before."""
        newline = self.source.find("\n", start, limit)
        return newline if newline >= 0 else limit

    def before_return(self, line_end: int, start: int) -> int:
        """Return where a line's text ends: before the CR of a CRLF."""
        has_return = line_end > start and self.source.startswith("\r\n", line_end - 1)
        return line_end - 1 if has_return else line_end

    def outside(self, place: int) -> int:
        """Return `place`, or the end of the outermost closed condition around it."""
        index = bisect_left(self.opened, place) - 1
        return max(place, self.closed[index]) if index >= 0 else place


def _indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
