"""`{{{name}}}`, which elsewhere inserts without escaping: here it is a tag between braces."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.tree import Tree
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Severity, Span, more_problems


def check_tripled_braces(tree: Tree) -> Iterator[Diagnostic]:
    """Report braces directly round a tag that inserts."""
    if tree.dialect is not Dialect.BRACES:
        return
    listed = tree.listed
    count, others_from = 0, Span(0, 0)
    suspects = [2 * text + 1 for text, before in enumerate(listed[:-1:2]) if before[-1:] == "{"]
    for at in suspects:
        before, behind = listed[at - 1], listed[at + 1]
        if behind[:1] != "}" or tree.token(listed[at]).kind is not TagKind.INSERT:
            continue
        count += 1
        if count > MOST_PROBLEMS:
            others_from = tree.span(at) if count == MOST_PROBLEMS + 1 else others_from
            continue
        depth = min(len(before) - len(before.rstrip("{")), len(behind) - len(behind.lstrip("}")))
        tag = tree.span(at)
        span = Span(tag.start - depth, tag.end + depth)
        name = tree.token(listed[at]).name
        yield Diagnostic(
            "foreign-tag",
            Severity.INFORMATION,
            span,
            f"The value of ‘{name}’ will stand between braces here; two are enough, as nothing is escaped.",
            {"tag": listed[at], "name": name},
            (
                Fix(f"Write ‘{listed[at]}’", (Edit(span, listed[at]),)),
                Fix("Keep the braces, with spaces", tuple(Edit(Span(at, at), " ") for at in tag)),
            ),
        )
    if count > MOST_PROBLEMS:
        yield more_problems(others_from, {("foreign-tag", Severity.INFORMATION): count - MOST_PROBLEMS})
