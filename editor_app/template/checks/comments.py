"""Comments that their line does not close: private notes would reach the model."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.checks.changes import fixes, keep_as_text, removal
from editor_app.template.tree import Tree
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Severity, Span, more_problems


def check_comments(tree: Tree) -> Iterator[Diagnostic]:
    """Report comments that are not closed on their line."""
    unclosed = tree.unclosed_comments
    if len(unclosed) > MOST_PROBLEMS:
        counted = {("unclosed-comment", Severity.ERROR): len(unclosed) - MOST_PROBLEMS}
        yield more_problems(tree.span(unclosed[MOST_PROBLEMS]), counted)
    for at in unclosed[:MOST_PROBLEMS]:
        start, opened = tree.starts[at], tree.starts[at + 1]
        newline = tree.source.find("\n", opened - tree.offset)
        line_end = (newline if newline >= 0 else len(tree.source)) + tree.offset
        rest = tree.source[opened - tree.offset : line_end - tree.offset].rstrip(" \t")
        span = Span(start, opened + len(rest))
        closer = "--}}" if tree.listed[at].endswith("-") else "}}"
        message = (
            f"This comment is not closed on its line, so its text would reach the model; "
            f"close it with ‘{closer}’ before the line ends."
        )
        yield Diagnostic(
            "unclosed-comment",
            Severity.ERROR,
            span,
            message,
            {"closer": closer},
            fixes(
                Fix(
                    "Close it at the end of the line",
                    (Edit(Span(span.end, span.end), _closing(rest, closer)),),
                ),
                _close_at_braces(rest, opened),
                Fix("Remove the comment", (removal(tree, span),)),
                keep_as_text(tree, span, "{{"),
            ),
        )


def _closing(rest: str, closer: str) -> str:
    """Return what is missing of `closer` behind `rest`, of which a part may have been typed."""
    for typed in range(len(closer) - 1, 0, -1):
        if rest.endswith(closer[:typed]) and not (typed == 1 and closer == "--}}"):
            return closer[typed:]
    return " " + closer


def _close_at_braces(rest: str, opened: int) -> Fix | None:
    at = rest.find("}}")
    if at < 0:
        return None
    return Fix("End it at the first ‘}}’", (Edit(Span(opened + at, opened + at), "--"),))
