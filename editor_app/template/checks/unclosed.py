"""Conditions without a closer."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.checks.changes import keep_as_text, line_alone, opener_of
from editor_app.template.checks.closing_place import ClosingPlaces
from editor_app.template.dialect import Dialect
from editor_app.template.tree import Tree
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Severity, Span, more_problems


def check_unclosed(tree: Tree) -> Iterator[Diagnostic]:
    """Report openers without a closer; the fix of each closes it before the next of them."""
    unclosed = [problem for problem in tree.problems if problem.code == "unclosed-condition"]
    if not unclosed:
        return
    last_else = {problem.opener: problem.place for problem in tree.problems if problem.code == "second-else"}
    places = ClosingPlaces(tree)
    limits = [*(tree.starts[problem.place] for problem in unclosed[1:]), tree.starts[-1]]
    for (_, at, _, divider), limit in zip(unclosed[:MOST_PROBLEMS], limits, strict=False):
        spelling = tree.spelling(at)
        closer = f"{{{{/{tree.token(spelling).word}}}}}" if tree.dialect is Dialect.BRACES else "[endif]"
        last = max(at, divider, last_else.get(at, 0))
        tags = [tree.span(at)] if last == at else [tree.span(place) for place in (at, divider, last)]
        offset = tree.offset
        on_own_line = all(line_alone(tree, tag) for tag in tags)
        start, end = tags[0].start - offset, tags[-1].end - offset
        place, text = places.close(start, end, limit - offset, closer, on_own_line)
        closing = Edit(Span(place + offset, place + offset), text)
        yield Diagnostic(
            "unclosed-condition",
            Severity.WARNING,
            tags[0],
            f"‘{spelling}’ is never closed, so it is shown as text; write ‘{closer}’ where it ends.",
            {"tag": spelling, "closer": closer},
            (Fix(f"Close it with ‘{closer}’", (closing,)), *_without(tree, tags[:2])),
        )
    if len(unclosed) > MOST_PROBLEMS:
        counted = {("unclosed-condition", Severity.WARNING): len(unclosed) - MOST_PROBLEMS}
        yield more_problems(tree.span(unclosed[MOST_PROBLEMS].place), counted)


def _without(tree: Tree, tags: list[Span]) -> Iterator[Fix]:
    """Yield the fixes that remove an opener and its `else`, or escape them."""
    yield Fix("Remove it", tuple(Edit(line_alone(tree, tag) or tag, "") for tag in tags))
    as_text = [fix for tag in tags if (fix := keep_as_text(tree, tag, opener_of(tree)))]
    if len(as_text) == len(tags):
        yield as_text[0] if len(tags) == 1 else Fix(as_text[0].title, as_text[0].edits + as_text[1].edits)
